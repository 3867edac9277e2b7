import { createStore, useStore } from "../../store/store.ts";
import type { DraftFile } from "../attachment/index.ts";

/** What somebody is writing in a room. Kept while the page lives, so that leaving a room loses nothing. */
export interface Draft {
  text: string;
  /** The question it answers, where the person said so. */
  repliesTo: string | null;
  /** It goes to the front, and whoever is at work is told. */
  interrupt: boolean;
  files: readonly DraftFile[];
}

const EMPTY: Draft = { text: "", repliesTo: null, interrupt: false, files: [] };
const drafts = createStore<Readonly<Record<string, Draft>>>({});
const composers = createStore<{ roomId: string; focus: () => void } | undefined>(undefined);

export function getDraft(roomId: string): Draft {
  return drafts.get()[roomId] ?? EMPTY;
}

export function setDraft(roomId: string, change: Partial<Draft>): void {
  drafts.set({ ...drafts.get(), [roomId]: { ...getDraft(roomId), ...change } });
}

export function useDraft(roomId: string): Draft {
  return useStore(drafts)[roomId] ?? EMPTY;
}

/** The composer on the screen; one at a time. Returns how to take it away again. */
export function mountComposer(roomId: string, focus: () => void): () => void {
  const mine = { roomId, focus };
  composers.set(mine);
  return () => {
    if (composers.get() === mine) composers.set(undefined);
  };
}

/** Is there a composer on the screen? Who may not write has none, and is not asked to answer. */
export function useCanWrite(): boolean {
  return useStore(composers) !== undefined;
}

export function startReply(messageId: string): void {
  const composer = composers.get();
  if (!composer) return;
  setDraft(composer.roomId, { repliesTo: messageId });
  composer.focus();
}

export function focusComposer(): void {
  composers.get()?.focus();
}
