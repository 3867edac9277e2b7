import { lazy } from "react";

/** Its words come with it. */
export const BranchesPanel = lazy(() =>
  import("./branches-panel.tsx").then(({ BranchesPanel }) => ({ default: BranchesPanel })),
);
