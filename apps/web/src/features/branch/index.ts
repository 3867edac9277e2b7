import { pieceOf } from "../../ui/piece.tsx";

/** Its words are loaded with it. */
export const BranchesPanel = pieceOf(() => import("./branches-panel.tsx").then(({ BranchesPanel }) => BranchesPanel));
