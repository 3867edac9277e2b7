import { pieceOf } from "../../ui/piece.tsx";

/** Its words are loaded with it. */
export const ErrorsPanel = pieceOf(() => import("./errors-panel.tsx").then(({ ErrorsPanel }) => ErrorsPanel));
