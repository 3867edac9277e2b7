import type { DecisionId } from "../decision/decision.ts";
import { type EventsOf, type FactsOf, fact, NOTHING, type RoomEvent } from "../kernel/event.ts";
import type { Word } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import { GRANTS_MAX, type Grant, type PolicySettings, policyOf, SETTLED_KEPT } from "./policy.ts";

/** Payloads of the events about what agents may do with their tools. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** A lead set all the rules that hold from now on. */
    "policy.changed": { settings: PolicySettings };
    /** An answer allowed more than its own call. */
    "policy.granted": { grants: Omit<Grant, "at">[]; decisionId: DecisionId };
    /** A lead took back what an answer had allowed. */
    "policy.revoked": { grantIds: Word[] };
  }
}

export const POLICY_FACTS: FactsOf<EventsOf<"policy">> = {
  "policy.changed": fact(NOTHING, (next, { data: { settings } }) => {
    next.policy = { ...policyOf(next), settings };
  }),
  "policy.granted": fact(NOTHING, (next, { data, at }) => {
    const before = policyOf(next);
    const grants = [...before.grants, ...data.grants.map((grant) => ({ ...grant, at }))];
    next.policy = { ...before, grants: grants.slice(-GRANTS_MAX) };
  }),
  "policy.revoked": fact(NOTHING, (next, { data: { grantIds } }) => {
    const before = policyOf(next);
    const grants = before.grants.filter(({ id }) => !grantIds.includes(id));
    next.policy = { ...before, grants };
  }),
};

/** A call whose permission has ended is remembered with its answer. */
export function followCalls(before: RoomView, next: RoomView, event: RoomEvent): void {
  if (event.type !== "decision.answered" && event.type !== "decision.withdrawn") return;
  const { data } = event;
  const decision = before.decisions[data.decisionId];
  if (decision?.subject.kind !== "call") return;
  const { agentId, callId, digest } = decision.subject;
  const chosen =
    "answer" in data ? decision.options.find(({ id }) => id === data.answer.optionId)?.act.kind : undefined;
  const reason = "answer" in data ? answerText(data.answer) : data.reason;
  const policy = policyOf(next);
  const call = { agentId, callId, digest, isPermitted: chosen === "permit", reason };
  next.policy = { ...policy, settled: [call, ...policy.settled].slice(0, SETTLED_KEPT) };
}

function answerText({ by, label, note }: { by: { name: string }; label: string; note: string }): string {
  const said = note.trim() === "" ? "" : ` “${note.trim()}”`;
  return `${by.name} chose “${label}”.${said}`;
}
