import "./words.ts";

export { FailedCard } from "./failed-card.tsx";
export { TaskSheet } from "./lazy-task-sheet.ts";
export { openTask, useOpenTask } from "./open-task.ts";
export { Result } from "./result.tsx";
export { oldestFailed } from "./work.ts";
export { WorkPanel } from "./work-panel.tsx";
