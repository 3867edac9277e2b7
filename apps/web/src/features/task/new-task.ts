import { createStore } from "../../store/store.ts";

/** The room for which a task is being written; `""`: one is still to be chosen; `null`: no task is being written. */
export const newTask = createStore<string | null>(null);
