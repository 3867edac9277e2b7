import "./words.ts";
import { lazy } from "react";

export { ChangedFiles, StatusMark } from "./changed-files.tsx";
export { ShowChanges } from "./show-changes.tsx";

export const DiffView = lazy(() =>
  import("./diff-view.tsx").then(({ DiffView }) => ({ default: DiffView })),
);
export const FileFinding = lazy(() =>
  import("./stored-diff.tsx").then(({ FileFinding }) => ({ default: FileFinding })),
);
export const StoredDiff = lazy(() =>
  import("./stored-diff.tsx").then(({ StoredDiff }) => ({ default: StoredDiff })),
);
