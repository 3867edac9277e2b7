import { createStore, useStore } from "../../store/store.ts";

/** The task whose sheet is open, if any. One at a time, wherever it was asked for. */
const openId = createStore<string | null>(null);

export function openTask(taskId: string | null): void {
  openId.set(taskId);
}

export function useOpenTask(): string | null {
  return useStore(openId);
}
