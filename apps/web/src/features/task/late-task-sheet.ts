import { late } from "../../ui/late.tsx";

export const TaskSheet = late(() => import("./task-sheet.tsx").then((module) => module.TaskSheet));
