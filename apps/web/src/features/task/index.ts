import "./words.ts";

export { TaskSheet } from "./late-task-sheet.ts";
export { openTask, useOpenTask } from "./open-task.ts";
export { Result } from "./result.tsx";
export { ReviewRounds } from "./review-rounds.tsx";
export { useWholeTask } from "./use-whole-task.ts";
export { WorkPanel } from "./work-panel.tsx";
