import { pieceOf } from "../../ui/piece.tsx";

/** Its words come with it. */
export const BranchesPanel = pieceOf(() => import("./branches-panel.tsx").then(({ BranchesPanel }) => BranchesPanel));
