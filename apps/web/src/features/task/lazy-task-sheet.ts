import { lazy } from "react";

export const TaskSheet = lazy(() =>
  import("./task-sheet.tsx").then((module) => ({ default: module.TaskSheet })),
);
