import { useSyncExternalStore } from "react";

export type Toast = { id: number; text: string; tone: "done" | "bad"; action?: { label: string; run: () => void } };

let current: Toast | undefined;
let count = 0;
const listeners = new Set<() => void>();

function publish(next: Toast | undefined): void {
  current = next;
  for (const tell of listeners) tell();
}

/** One at a time: a new one takes the place of the old. */
export function toast(text: string, more: Partial<Pick<Toast, "tone" | "action">> = {}): void {
  publish({ id: ++count, text, tone: "done", ...more });
}

export function dismissToast(): void {
  publish(undefined);
}

export function useToast(): Toast | undefined {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => void listeners.delete(tell);
    },
    () => current,
  );
}
