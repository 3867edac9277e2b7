import { lazy } from "react";

export { runCost } from "./run-cost.ts";

/** Its words come with it. */
export const RunnersSection = lazy(() =>
  import("./runners-section.tsx").then(({ RunnersSection }) => ({ default: RunnersSection })),
);
export const RunHere = lazy(() =>
  import("./run-here.tsx").then(({ RunHere }) => ({ default: RunHere })),
);
