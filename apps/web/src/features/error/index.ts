import { lazy } from "react";

/** Its words come with it. */
export const ErrorsPanel = lazy(() =>
  import("./errors-panel.tsx").then(({ ErrorsPanel }) => ({ default: ErrorsPanel })),
);
