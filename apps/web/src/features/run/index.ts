import { pieceOf } from "../../ui/piece.tsx";

/** Its words come with it. */
export const TeamRunLine = pieceOf(() => import("./team-run-line.tsx").then(({ TeamRunLine }) => TeamRunLine));
/** Loaded where a machine starts agents. */
export const MessageModel = pieceOf(() => import("./message-model.tsx").then(({ MessageModel }) => MessageModel));
export { radarOf } from "./radar-of.ts";
export { teamRunOf } from "./team-run.ts";
