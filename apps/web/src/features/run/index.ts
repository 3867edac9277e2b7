import { lazy } from "react";

/** Its words come with it. */
export const TeamRunLine = lazy(() =>
  import("./team-run-line.tsx").then(({ TeamRunLine }) => ({ default: TeamRunLine })),
);
/** Loaded where a machine starts agents. */
export const MessageModel = lazy(() =>
  import("./message-model.tsx").then(({ MessageModel }) => ({ default: MessageModel })),
);
export { radarOf } from "./radar-of.ts";
export { teamRunOf } from "./team-run.ts";
