import { type Decision, holdsUpSessions, isAskedMeanwhile } from "@squadroom/core/decision/decision";
import { counted } from "@squadroom/core/kernel/words";
import { say } from "../../words/say.tsx";

type Asked = Pick<Decision, "kind" | "holdsUp"> & {
  subject: { kind: string };
  askedBy: { name: string } | null;
};

/** What waits for the answer, in a sentence. */
export function holdsUpWords(decision: Asked): string {
  const { askedBy, holdsUp } = decision;
  if (isAskedMeanwhile(decision)) return "The pipeline continues meanwhile.";
  if (askedBy) return say`${askedBy.name} is waiting for your answer.`;
  return holdsUpSessions(decision)
    ? `Holds up ${counted(Math.max(1, holdsUp), "session")}.`
    : holdsUp === 0
      ? "Nothing is waiting for it."
      : holdsUp === 1
        ? `Holds up ${holdsUp} task.`
        : `Holds up ${holdsUp} tasks.`;
}
