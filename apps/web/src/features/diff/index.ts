import { pieceOf } from "../../ui/piece.tsx";

export { ChangedFiles, StatusMark } from "./changed-files.tsx";
export { ShowChanges } from "./show-changes.tsx";

export const DiffView = pieceOf(() => import("./diff-view.tsx").then(({ DiffView }) => DiffView));
export const FileFinding = pieceOf(() => import("./stored-diff.tsx").then(({ FileFinding }) => FileFinding));
export const StoredDiff = pieceOf(() => import("./stored-diff.tsx").then(({ StoredDiff }) => StoredDiff));
export const ReportedFile = pieceOf(() => import("./reported-file.tsx").then(({ ReportedFile }) => ReportedFile));
