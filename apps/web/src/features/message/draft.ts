import { setDraft as keep, getDraft as kept, useDraft as useKept } from "../../drafts/use-draft.ts";
import { createStore, useStore } from "../../store/store.ts";
import type { DraftFile } from "../attachment/index.ts";

/** What somebody is writing in a room. */
export interface Draft {
  text: string;
  /** The question that it answers, if the person said so. */
  repliesTo: string | null;
  /** It goes to the front, and agents at work are told. */
  interrupt: boolean;
  /** The model for the runs that it causes, or a class of models; empty: as the room says. */
  model: string;
  files: readonly DraftFile[];
}

const EMPTY: Draft = { text: "", repliesTo: null, interrupt: false, model: "", files: [] };
/** Files in order; those that the server does not have yet are lost with the page. */
const files = createStore<Readonly<Record<string, readonly DraftFile[]>>>({});
const composers = createStore<{ roomId: string; focus: () => void } | undefined>(undefined);

const keyOf = (roomId: string): string => `message:${roomId}`;
const isStored = ({ state }: DraftFile): boolean => state.kind === "stored";

function whole(draft: Draft, here: readonly DraftFile[] = []): Draft {
  const known = new Set(here.map(({ key }) => key));
  const there = new Set(draft.files.map(({ key }) => key));
  const mine = here.filter((file) => !isStored(file) || there.has(file.key));
  return { ...draft, files: [...mine, ...draft.files.filter(({ key }) => !known.has(key))] };
}

export function getDraft(roomId: string): Draft {
  return whole(kept(keyOf(roomId), EMPTY), files.get()[roomId]);
}

export function setDraft(roomId: string, change: Partial<Draft>): void {
  const next = { ...getDraft(roomId), ...change };
  files.set({ ...files.get(), [roomId]: next.files });
  keep(keyOf(roomId), { ...next, files: next.files.filter(isStored) }, EMPTY);
}

export function useDraft(roomId: string): Draft {
  const { value } = useKept(keyOf(roomId), EMPTY);
  return whole(value, useStore(files)[roomId]);
}

/** The composer on the screen; one at a time. Returns a function that removes it. */
export function mountComposer(roomId: string, focus: () => void): () => void {
  const mine = { roomId, focus };
  composers.set(mine);
  return () => {
    if (composers.get() === mine) composers.set(undefined);
  };
}

/** Is there a composer on the screen? Somebody who may not write has none, and is not asked to answer. */
export function useCanWrite(): boolean {
  return useStore(composers) !== undefined;
}

export function startReply(messageId: string): void {
  const composer = composers.get();
  if (!composer) return;
  setDraft(composer.roomId, { repliesTo: messageId });
  composer.focus();
  // The composer grows by the line that says what it answers: the question stays in sight above it.
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      document.querySelector(`[data-question="${CSS.escape(messageId)}"]`)?.scrollIntoView({ block: "nearest" }),
    ),
  );
}

export function focusComposer(): void {
  composers.get()?.focus();
}
