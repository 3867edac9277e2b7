import { pieceOf } from "../../ui/piece.tsx";

/** Its words are loaded with it. */
export const TeamRunLine = pieceOf(() => import("./team-run-line.tsx").then(({ TeamRunLine }) => TeamRunLine));
/** Loaded if a machine starts agents. */
export const MessageModel = pieceOf(() => import("./message-model.tsx").then(({ MessageModel }) => MessageModel));
export { radarOf } from "./radar-of.ts";
export { teamRunOf } from "./team-run.ts";
