import { useSyncExternalStore } from "react";

/** The task whose sheet is open, if any. One at a time, wherever it was asked for. */
let openId: string | null = null;
const listeners = new Set<() => void>();

export function openTask(taskId: string | null): void {
  openId = taskId;
  for (const tell of listeners) tell();
}

export function useOpenTask(): string | null {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => void listeners.delete(tell);
    },
    () => openId,
  );
}
