import { createStore, useStore } from "../store/store.ts";

export type Toast = {
  id: number;
  text: string;
  tone: "done" | "bad";
  action?: { label: string; run: () => void };
};

const current = createStore<Toast | undefined>(undefined);
let count = 0;

/** One at a time: a new one replaces the old. */
export function toast(text: string, more: Partial<Pick<Toast, "tone" | "action">> = {}): void {
  current.set({ id: ++count, text, tone: "done", ...more });
}

export function dismissToast(): void {
  current.set(undefined);
}

export function useToast(): Toast | undefined {
  return useStore(current);
}
