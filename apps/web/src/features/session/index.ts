import { lazy } from "react";
import { late } from "../../ui/late.tsx";

export { parseDiff } from "./diff.ts";

export const QuestionsInPlace = late(() =>
  import("./questions-in-place.tsx").then((module) => module.QuestionsInPlace),
);

/** Its words come with it. */
export const DiffView = lazy(() =>
  Promise.all([import("./diff-view.tsx"), import("./words.ts")]).then(([{ DiffView }]) => ({
    default: DiffView,
  })),
);
