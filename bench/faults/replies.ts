import { uuidv7 } from "@squadroom/client/uuidv7";
import { REPLIES } from "@squadroom/core/testing/replies.fixture";
import type { Call, Caller } from "./caller.ts";
import type { Chance } from "./random.ts";

/** What a delivery says of the reply that its task ends with; without step and `reviewOf` none is wanted. */
export interface WantedReply {
  step: string | null;
  ask: string | null;
  /** The task that is to be judged: the reply is a review. */
  reviewOf?: string | null;
}

interface Presented {
  taskId: string;
  fence: number;
  kind?: string;
  session?: WantedReply | null;
}

/** Share of the replies that are of no use; the agent is told, and tries once more. */
const USELESS_SHARE = 0.12;
const USELESS = [
  "I could not do it.",
  '{"type":"design","sections":[]}',
  '{"type":"triage","level":"enormous","reasoning":"It is much."',
];

/** A point of view that nobody else has. */
const VIEW = /View [0-9a-f-]{36}/g;

const USAGE = { inputTokens: 120, outputTokens: 30 };

/** What gates of any preset ask for. */
export const CHECKS = [
  { name: "tests", passed: true },
  { name: "coverage", passed: true, value: 92 },
  { name: "warnings", passed: true, value: 0 },
];

/** An agent keeps what it found, in words that are in no other request. */
export async function saveScout(caller: Caller, call: Call): Promise<void> {
  const notes = `Seen ${uuidv7()}`;
  await call(caller, {
    op: "saveScout",
    path: `/rooms/${caller.roomId}/scouts`,
    body: { reply: JSON.stringify({ ...REPLIES.scout, notes }) },
    isKeyed: true,
    sees: { marks: [notes] },
  });
}

export function wantsReply({ kind, session }: Presented): boolean {
  return kind === "perspective" || typeof session?.step === "string" || typeof session?.reviewOf === "string";
}

/**
 * Ends a task with the reply that its delivery asks for; one that is refused is mended once.
 *
 * @returns the next task, where it was taken in the same commit
 */
export async function present<D extends Presented>(
  caller: Caller,
  call: Call,
  chance: Chance,
  task: D,
  next: boolean,
  isStrict = false,
): Promise<D | null> {
  const { taskId, fence, session } = task;
  const wanted = task.kind === "perspective" ? { step: task.kind, ask: null } : (session ?? { step: null, ask: null });
  for (const attempt of [1, 2]) {
    const reply = replyTo(wanted, attempt, chance, isStrict);
    const told = await call(caller, {
      op: "present",
      path: `/rooms/${caller.roomId}/tasks/${taskId}/completion`,
      body: { fence, result: { summary: "presented as asked" }, reply, next, usage: USAGE },
      isKeyed: true,
      sees: { marks: JSON.stringify(reply).match(VIEW) ?? [] },
    });
    if (!told.ok) return null;
    if (told.reply.state !== "reply_refused") return told.reply.next as D | null;
  }
  return null;
}

/** A reply of the wanted shape, in the amount that most levels take; the second attempt has the fewest. */
export function replyTo(
  { step, ask, reviewOf }: WantedReply,
  attempt: number,
  chance: Chance,
  isStrict = false,
): string | Record<string, unknown> {
  if (ask === "discuss" && step === "design") return "It stands there because it was asked for.";
  if (chance.is(USELESS_SHARE)) return chance.pick(USELESS);
  const value = valueFor(step ?? (reviewOf ? "review" : ""), attempt, chance, isStrict);
  if (chance.is(0.3)) return value;
  const text = JSON.stringify(value);
  return chance.is(0.5) ? text : `As asked:\n\n\`\`\`json\n${text}\n\`\`\`\n`;
}

function valueFor(step: string, attempt: number, chance: Chance, isStrict: boolean): Record<string, unknown> {
  const few = attempt > 1;
  switch (step) {
    case "triage": {
      const part = (n: number) => ({ title: `Part ${n}`, description: `Only part ${n}.` });
      const level = chance.pick(["straightforward", "straightforward", "exploration", "complex"]);
      return {
        ...REPLIES.triage,
        level,
        batches: chance.is(0.4) ? [part(1), part(2), part(3)].slice(chance.between(0, 1)) : [],
        splits: chance.is(0.15) ? [part(9)] : [],
      };
    }
    case "questions":
      return { ...REPLIES.questions, questions: many(REPLIES.questions.questions, few ? 3 : 5) };
    case "design":
      return { ...REPLIES.design, sections: many(REPLIES.design.sections, few ? 2 : 5) };
    case "plan":
      return { ...REPLIES.plan, tasks: REPLIES.plan.tasks.slice(0, chance.between(1, 2)) };
    case "review": {
      const finding = { severity: "high", file: "src/a.ts", issue: "It is not right yet." };
      return chance.is(0.3)
        ? { ...REPLIES.review, passed: false, findings: [finding], mustFix: ["Make it right."] }
        : { ...REPLIES.review };
    }
    case "perspective": {
      const grave = chance.is(0.08);
      return {
        type: "perspective",
        rating: isStrict ? 1 : chance.pick([1, 2, 3, 4, 4, 4, 5, 5]),
        summary: `View ${uuidv7()}`,
        divergent: chance.is(0.3) ? ["Smaller parts would do."] : [],
        missing: grave && chance.is(0.5) ? ["Nothing says what an error looks like."] : [],
        risks: [{ severity: grave ? "high" : "low", risk: "It may be slow." }],
        actionItems: ["Say what an error looks like."],
      };
    }
    case "scout":
    case "approaches":
      return { ...REPLIES[step] };
    default:
      throw new Error(`a delivery asks for ${step}, which the harness cannot present`);
  }
}

function many<T extends { id: string }>(all: readonly T[], count: number): T[] {
  return Array.from({ length: count }, (_, i) => ({
    ...(all[i % all.length] as T),
    id: `n${i + 1}`,
  }));
}
