export { openTask, useOpenTask } from "./open-task.ts";
export { OpenTaskSheet } from "./open-task-sheet.tsx";
export { Result } from "./result.tsx";
export { ReviewRounds } from "./review-rounds.tsx";
export { useWholeTask } from "./use-whole-task.ts";
export { WorkPanel } from "./work-panel.tsx";
