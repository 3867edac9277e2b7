import { useSyncExternalStore } from "react";

/** What somebody is writing in a room. Kept while the page lives, so that leaving a room loses nothing. */
export interface Draft {
  text: string;
  /** The question it answers, where the person said so. */
  repliesTo: string | null;
}

const EMPTY: Draft = { text: "", repliesTo: null };
const drafts = new Map<string, Draft>();
const listeners = new Set<() => void>();
let composer: { roomId: string; focus: () => void } | undefined;

function publish(): void {
  for (const tell of listeners) tell();
}

export function getDraft(roomId: string): Draft {
  return drafts.get(roomId) ?? EMPTY;
}

export function setDraft(roomId: string, change: Partial<Draft>): void {
  drafts.set(roomId, { ...getDraft(roomId), ...change });
  publish();
}

export function useDraft(roomId: string): Draft {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => void listeners.delete(tell);
    },
    () => getDraft(roomId),
  );
}

/** The composer on the screen; one at a time. Returns how to take it away again. */
export function mountComposer(roomId: string, focus: () => void): () => void {
  const mine = { roomId, focus };
  composer = mine;
  return () => {
    if (composer === mine) composer = undefined;
  };
}

export function startReply(messageId: string): void {
  if (!composer) return;
  setDraft(composer.roomId, { repliesTo: messageId });
  composer.focus();
}

export function focusComposer(): void {
  composer?.focus();
}
