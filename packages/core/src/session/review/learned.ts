import type { TaskId } from "../../kernel/ids.ts";
import { entriesIn } from "../../kernel/keys.ts";
import type { RoomView } from "../../kernel/view.ts";
import type { Carried } from "../../task/found.ts";
import type { TaskOutcome } from "../record/outcome.ts";
import type { Session } from "../record/session.ts";
import { carriedIn } from "./findings.ts";

/** What a batch leaves to later ones. */
export type Learned =
  /** A person's word in it, with the question that it answers. */
  | {
      kind: "answer";
      decisionId: string;
      question: string;
      answer: string;
      by: string;
      at: number;
    }
  /** A review passed with it, of a task or of the whole, or a person let it stand. */
  | ({ kind: "finding" } & Omit<Carried, "line">)
  /** A task that continues without having passed. */
  | { kind: "unpassed"; taskId: TaskId; title: string; state: "skipped" | "unreviewed" };

/** Kinds of decisions that say something about the work itself, if a person wrote why. */
const WITH_NOTE = ["task_failed", "review_failed", "gate_failed"];

/**
 * What the current batch taught, as far as the room still has it: findings that it carries over, tasks that continued
 * without passing, and what people said to its agents, the latest first.
 */
export function learnedIn(view: Pick<RoomView, "answered">, session: Session): Learned[] {
  const { batch, batches, execution } = session;
  const since = batch === null ? null : (batches?.[batch]?.startedAt ?? null);
  if (since === null || !execution) return [];
  return [
    ...carriedIn(session).map(
      ({ severity, file, issue, taskId }): Learned => ({
        kind: "finding",
        severity,
        file,
        issue,
        taskId,
      }),
    ),
    ...entriesIn(execution.outcomes).flatMap(unpassed),
    ...answersIn(view, session, since),
  ];
}

function unpassed([taskId, { title, state, unreviewed }]: [TaskId, TaskOutcome]): Learned[] {
  if (state === "skipped") return [{ kind: "unpassed", taskId, title, state }];
  if (state !== "passed" || !unreviewed) return [];
  return [{ kind: "unpassed", taskId, title, state: "unreviewed" }];
}

function answersIn({ answered }: Pick<RoomView, "answered">, { id, execution }: Session, since: number): Learned[] {
  return answered.flatMap((decision): Learned[] => {
    const { kind, subject, question, options, answer } = decision;
    const { note, label, optionId, by, at } = answer;
    const isOwn =
      subject.kind === "session"
        ? subject.sessionId === id
        : subject.kind === "task" && execution?.outcomes[subject.taskId] !== undefined;
    if (!isOwn || at < since) return [];
    const option = options.find(({ id: one }) => one === optionId);
    // Answers that end work do not say how it should be.
    const ends = option?.act.kind === "cancel" || option?.act.kind === "hand_on";
    const says = kind === "intervention" ? !ends : WITH_NOTE.includes(kind);
    const text = note.trim();
    if (!says || (kind !== "intervention" && text === "")) return [];
    const isOption = kind === "intervention" && option?.needsNote !== true;
    const words = isOption ? [label, text].filter((part) => part !== "").join(": ") : text;
    return [{ kind: "answer", decisionId: decision.id, question, answer: words, by: by.name, at }];
  });
}
