import type { Reply } from "@squadroom/client/call";
import { BULK_MAX, type DecisionOption } from "@squadroom/core/decision/decision";
import { isGivenAlone } from "@squadroom/core/decision/look";
import type { InboxItem } from "@squadroom/core/inbox/contract";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import { spelled } from "@squadroom/core/kernel/visible";
import { call } from "../../live/api.ts";
import { createStore, useStore } from "../../store/store.ts";
import { say } from "../../words/say.tsx";
import { type Outcome, questionText, readRefusal, undo } from "../decision/index.ts";

export type DecisionItem = Extract<InboxItem, { kind: "decision" }>;
export type StuckItem = Extract<InboxItem, { kind: "stuck" }>;
type Selectable = DecisionItem | StuckItem;

/** Nobody allows from a closed row what it doesn't show in full. */
export function isUnseen({ kind, question, subject }: DecisionItem["decision"]): boolean {
  return subject.kind === "call" && !questionText({ kind, question }).includes(spelled(subject.command));
}

/** Whether it can be settled together with others. */
export function isSelectable(item: InboxItem): item is Selectable {
  if (item.kind !== "decision") return item.kind === "stuck";
  const { decision } = item;
  return !isUnseen(decision) && !decision.options.some((option) => isGivenAlone(option, decision));
}

/** What is done about a silent agent. */
export const RELEASE = "Release now";

/** Takes the tasks from silent agents, each by itself. @throws what was refused last, after the others */
export async function releaseAll(items: readonly StuckItem[], onReleased: (item: StuckItem) => void): Promise<void> {
  const released = await Promise.allSettled(items.map((item) => releaseOne(item)));
  for (const [i, item] of items.entries()) if (released[i]?.status === "fulfilled") onReleased(item);
  for (const one of released) if (one.status === "rejected") throw one.reason;
}

export function releaseOne({ agent, task, room }: StuckItem, key?: string) {
  const params = { room: room.id, taskId: task.id };
  const body = { reason: say`${agent.name} is silent.` };
  return call("putBackTask", { ...(key === undefined ? {} : { key }), params, body });
}
type Result = Reply<"answerDecisions">["results"][number];

/** The outcome of the last bulk answer, until the next one or until it is taken back. */
interface BulkReport {
  applied: { room: string; decisionId: string; canUndo: boolean }[];
  /** Decided before, and by whom. */
  before: string[];
  /** Not applied for another reason. */
  refused: string[];
}

const report = createStore<BulkReport | null>(null);

export function useBulkReport(): BulkReport | null {
  return useStore(report);
}

/** Answers that all of these share and that need no note: the same id, with the same label. */
export function commonAnswers(items: readonly DecisionItem[]): DecisionOption[] {
  const [first, ...others] = items;
  // If the requested act happens elsewhere, none of the answers is given by habit.
  if (items.some(({ decision }) => decision.kind === "questions")) return [];
  return (first?.decision.options ?? []).filter(
    (option) =>
      !option.needsNote &&
      others.every(({ decision }) =>
        decision.options.some(({ id, label }) => id === option.id && label === option.label),
      ),
  );
}

/** Gives all of them the same answer; each is judged by itself. */
export async function answerAll<T extends Pick<DecisionItem, "room" | "decision">>(
  items: readonly T[],
  optionId: string,
): Promise<Map<T, Outcome>> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += BULK_MAX) {
    const answers = items.slice(from, from + BULK_MAX).map(({ room, decision }) => {
      return { room: room.id, decisionId: decision.id, optionId, version: decision.version };
    });
    results.push(...(await call("answerDecisions", { body: { answers } })).results);
  }
  const outcomes = new Map<T, Outcome>();
  const next: BulkReport = { applied: [], before: [], refused: [] };
  for (const [i, item] of items.entries()) {
    const result = results[i];
    if (!result) continue;
    if (result.outcome === "applied") {
      const { label, canUndo } = result.answered;
      next.applied.push({ room: item.room.id, decisionId: item.decision.id, canUndo });
      outcomes.set(item, { kind: "mine", label, canUndo });
      continue;
    }
    const read = readRefusal(new RefusalError(result.refusal));
    if (read.kind === "problem") next.refused.push(read.text);
    else {
      if (read.kind === "other") next.before.push(read.by);
      else next.refused.push(result.refusal.message);
      outcomes.set(item, read);
    }
  }
  report.set(next);
  return outcomes;
}

/** Takes back what it can of the last bulk; returns how many were. */
export async function undoAll({ applied }: BulkReport): Promise<number> {
  report.set(null);
  const sent = await Promise.all(
    applied.filter(({ canUndo }) => canUndo).map(({ room, decisionId }) => undo(room, decisionId)),
  );
  return sent.filter(({ kind }) => kind === "undone").length;
}
