import type { DecisionId } from "../decision/decision.ts";
import type { MessageId, TaskId } from "../kernel/ids.ts";

/** What an answer by the room refers to, so that people get there. */
export type StatusFact =
  | { kind: "task"; id: TaskId; title: string }
  | { kind: "decision"; id: DecisionId; title: string }
  | { kind: "question"; id: MessageId; title: string }
  | { kind: "session"; id: number; title: string };
