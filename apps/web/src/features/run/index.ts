import { lazy } from "react";

/** Its words come with it. */
export const TeamRunLine = lazy(() =>
  import("./team-run-line.tsx").then(({ TeamRunLine }) => ({ default: TeamRunLine })),
);
export { radarOf } from "./radar-of.ts";
export { teamRunOf } from "./team-run.ts";
