import type { Call, Caller } from "./caller.ts";
import type { Chance } from "./random.ts";

const ROLES = ["planner", "builder", "reviewer"];
const SUBJECTS = ["Which clock?", "Who rounds?"];
/** The shortest that may be asked for, so that a short run sees it run out. */
const RESPONSE_S = 30;

interface Mail {
  id: string;
  responseBy?: number;
}

/** The messages that came with an answer. */
export function mailIn(reply: Record<string, unknown>): Mail[] {
  const { messages, task } = reply as { messages?: Mail[]; task?: { messages?: Mail[] } | null };
  return [...(messages ?? []), ...(task?.messages ?? [])];
}

/** An agent at work asks others, some of them until when, and answers most of what it was asked. */
export async function askOrAnswer(caller: Caller, call: Call, chance: Chance, asked: readonly Mail[]): Promise<void> {
  const send = (body: object) =>
    call(caller, { op: "send", path: `/rooms/${caller.roomId}/messages`, body, isKeyed: true });
  for (const { id, responseBy } of asked)
    if (responseBy !== undefined && chance.is(0.6)) await send({ body: "Theirs.", repliesTo: id });
  if (!chance.is(0.4)) return;
  const isTimed = chance.is(0.4);
  await send({
    to: chance.pick(ROLES),
    subject: chance.pick(SUBJECTS),
    body: "Ours or theirs?",
    priority: chance.pick(["critical", "high", "medium", "low"]),
    kind: isTimed ? "question" : "notification",
    ...(isTimed ? { responseS: RESPONSE_S } : {}),
  });
}
