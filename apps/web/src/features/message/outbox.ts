import { discardDraft, draftKeys, getDraft, setDraft } from "../../drafts/use-draft.ts";
import { createStore, useStore } from "../../store/store.ts";
import type { DraftFile } from "../attachment/index.ts";

/** A message on its way. It keeps its idempotency key, so that trying again never says it twice. */
export interface Outgoing {
  key: string;
  roomId: string;
  body: string;
  repliesTo: string | null;
  interrupt: boolean;
  model?: string;
  /** Already stored. */
  files: readonly DraftFile[];
  at: number;
  /** How far the room's log was known here when it was sent. */
  afterSeq: number;
  /** `sent`: acknowledged at `seq`; it stays until the room's log shows it. */
  state: { kind: "sending" } | { kind: "failed"; why: string } | { kind: "sent"; seq: number };
}

const outbox = createStore<readonly Outgoing[]>([]);

/** What a person says, before it is on its way. */
export type Words = Pick<Outgoing, "body" | "repliesTo" | "interrupt" | "model" | "files">;

export function useOutbox(): readonly Outgoing[] {
  return useStore(outbox);
}

type Send = (message: Omit<Outgoing, "state" | "afterSeq">) => Promise<{ seq: number }>;

/** Kept until the server has it, whatever happens to the page. */
const keyOf = (key: string): string => `outbox:${key}`;

/** What was on its way, or refused, when the page closed; it is shown again. */
export function unsent(): readonly Outgoing[] {
  const here = new Set(outbox.get().map(({ key }) => key));
  const kept = draftKeys("outbox:").flatMap((key) => getDraft<Outgoing | null>(key, null) ?? []);
  const fresh = kept.filter(({ key }) => !here.has(key)).sort((a, b) => a.at - b.at);
  if (fresh.length > 0) outbox.set([...outbox.get(), ...fresh]);
  return fresh;
}

export function post(
  message: Omit<Outgoing, "state" | "afterSeq">,
  send: Send,
  explain: (error: unknown) => string,
): void {
  // Repeated under its key it is the same message: it may have been in the log since the first time.
  const before = outbox.get().find(({ key }) => key === message.key);
  const afterSeq = before?.afterSeq ?? reached.get(message.roomId) ?? 0;
  const outgoing: Outgoing = { ...message, afterSeq, state: { kind: "sending" } };
  outbox.set([...outbox.get().filter((other) => other.key !== message.key), outgoing]);
  setDraft<Outgoing | null>(keyOf(message.key), outgoing, null);
  send(message).then(
    ({ seq }) => {
      discardDraft(keyOf(message.key));
      mark(message.key, { kind: "sent", seq });
      settle(message.roomId, reached.get(message.roomId) ?? 0);
    },
    (error: unknown) => {
      const state = { kind: "failed" as const, why: explain(error) };
      setDraft<Outgoing | null>(keyOf(message.key), { ...outgoing, state }, null);
      mark(message.key, state);
    },
  );
}

function mark(key: string, state: Outgoing["state"]): void {
  outbox.set(outbox.get().map((message) => (message.key === key ? { ...message, state } : message)));
}

export function takeBack(key: string): void {
  discardDraft(keyOf(key));
  outbox.set(outbox.get().filter((message) => message.key !== key));
}

/** How far each room's log is known here. */
const reached = new Map<string, number>();

/** The room's log has reached `seq`: what it shows is no longer shown as on its way. */
export function settle(roomId: string, seq: number): void {
  reached.set(roomId, seq);
  const outgoing = outbox.get();
  const rest = outgoing.filter(
    (message) => message.roomId !== roomId || message.state.kind !== "sent" || message.state.seq > seq,
  );
  if (rest.length !== outgoing.length) outbox.set(rest);
}
