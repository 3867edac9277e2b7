import { late } from "../../ui/late.tsx";

export { SessionTabs } from "./session-tabs.tsx";
export { DISCUSSION_SEVERITY } from "./words.ts";

export const QuestionsInPlace = late(() =>
  import("./questions-in-place.tsx").then((module) => module.QuestionsInPlace),
);
