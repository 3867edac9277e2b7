import { createStore, useStore } from "../../store/store.ts";
import type { DraftFile } from "../attachment/index.ts";

/** A message on its way. It keeps its idempotency key, so that trying again never says it twice. */
export interface Outgoing {
  key: string;
  roomId: string;
  body: string;
  repliesTo: string | null;
  interrupt: boolean;
  /** Stored already. */
  files: readonly DraftFile[];
  at: number;
  /** `sent`: acknowledged at `seq`; it stays until the room's log shows it. */
  state: { kind: "sending" } | { kind: "failed"; why: string } | { kind: "sent"; seq: number };
}

const outbox = createStore<readonly Outgoing[]>([]);

/** What a person says, before it is on its way. */
export type Words = Pick<Outgoing, "body" | "repliesTo" | "interrupt" | "files">;

export function useOutbox(): readonly Outgoing[] {
  return useStore(outbox);
}

export type Send = (
  message: Pick<Outgoing, "key" | "roomId" | "body" | "repliesTo" | "interrupt" | "files">,
) => Promise<{ seq: number }>;

export function post(
  message: Omit<Outgoing, "state">,
  send: Send,
  explain: (error: unknown) => string,
): void {
  outbox.set([
    ...outbox.get().filter((other) => other.key !== message.key),
    { ...message, state: { kind: "sending" } },
  ]);
  send(message).then(
    ({ seq }) => mark(message.key, { kind: "sent", seq }),
    (error: unknown) => mark(message.key, { kind: "failed", why: explain(error) }),
  );
}

function mark(key: string, state: Outgoing["state"]): void {
  outbox.set(
    outbox.get().map((message) => (message.key === key ? { ...message, state } : message)),
  );
}

export function takeBack(key: string): void {
  outbox.set(outbox.get().filter((message) => message.key !== key));
}

/** The log of the room reached `seq`: what it shows itself is no longer shown as on its way. */
export function settle(roomId: string, seq: number): void {
  const outgoing = outbox.get();
  const rest = outgoing.filter(
    (message) =>
      message.roomId !== roomId || message.state.kind !== "sent" || message.state.seq > seq,
  );
  if (rest.length !== outgoing.length) outbox.set(rest);
}
