import { lazy } from "react";

/** Its words come with it. */
export const RunnersSection = lazy(() =>
  import("./runners-section.tsx").then(({ RunnersSection }) => ({ default: RunnersSection })),
);
