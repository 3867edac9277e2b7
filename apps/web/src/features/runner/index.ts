import { pieceOf } from "../../ui/piece.tsx";

export { runCost } from "./run-cost.ts";

/** Its words are loaded with it. */
export const RunnersSection = pieceOf(() =>
  import("./runners-section.tsx").then(({ RunnersSection }) => RunnersSection),
);
export const RunHere = pieceOf(() => import("./run-here.tsx").then(({ RunHere }) => RunHere));
