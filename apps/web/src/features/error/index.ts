import { pieceOf } from "../../ui/piece.tsx";

/** Its words come with it. */
export const ErrorsPanel = pieceOf(() => import("./errors-panel.tsx").then(({ ErrorsPanel }) => ErrorsPanel));
