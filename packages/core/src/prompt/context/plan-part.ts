import { findSession } from "../../flow/sessions.ts";
import { workOf } from "../../flow/work.ts";
import { sessionFolder } from "../../interchange/document-ids.ts";
import type { Room } from "../../kernel/room.ts";
import { listed } from "../../kernel/words.ts";
import { checksWanted } from "../../session/gate/gates.ts";
import { decidedIn } from "../../session/record/decided.ts";
import type { Session } from "../../session/record/session.ts";
import { REWORK_MAX } from "../../session/steps/execute.ts";
import { reviewedTask } from "../../task/judge.ts";
import type { Task } from "../../task/task.ts";
import { showSessionCommand } from "../commands.ts";
import { bullets, inline, section } from "../markdown.ts";
import type { Block } from "./budget.ts";
import { carriedPart } from "./carried.ts";
import type { Said } from "./conversation.ts";
import { decidedPart, isSaidElsewhere, withNotes } from "./decided.ts";
import { designParts } from "./design.ts";
import { promptOf } from "./flow-prompt.ts";
import { type WholeWork, wholeBlocks } from "./whole.ts";

/** What a task of an approved plan knows: what it is part of, and what was designed. */
export function partOfPlan(room: Room, task: Task, work: WholeWork, entries: readonly Said[]): Block[] {
  const session = task.sessionId === null ? undefined : findSession(room.sessions, task.sessionId);
  if (!session) return [];
  const chosen = session.proposals.approaches?.value.approaches.find(({ id }) => id === session.approachId);
  const about = reviewedTask(room, task) ?? task;
  const decided = decidedIn(entries, session.batches);
  const isRework = isReworkOfWhole(session, task);
  const noted = withNotes(decided, { ...task, id: about.id, review: about.review }).filter(
    (one) => !isSaidElsewhere(one, session, isRework),
  );
  return [
    section(
      `Part of session ${session.id}`,
      bullets([
        `${inline(session.title)}${chosen ? `; chosen approach: ${inline(chosen.title)}` : ""}. \`${showSessionCommand(session.id)}\` prints what was said and decided.`,
        `Its folder in an export: \`${sessionFolder(session)}/\`.`,
        ...batchLine(session),
        ...promptOf(session).lines(room, session, task),
        ...promptOf(session).explored(room, session, task),
        ...wantedChecks(session, task),
      ]),
    ),
    decidedPart(session, noted),
    ...(isRework ? wholeBlocks(session, beside(task, work), decided) : []),
    ...designParts(session, about),
    carriedPart(session, decided, "task"),
  ];
}

function batchLine({ batches, batch }: Session): string[] {
  const current = batches && batch !== null ? batches[batch] : undefined;
  if (!batches || !current) return [];
  return [`Batch ${(batch ?? 0) + 1} of ${batches.length}: ${inline(current.title)}.`];
}

/** The review that a rework mends is its instruction, as far as there is room for it. */
function beside({ instruction }: Task, { tasks, reviews }: WholeWork): WholeWork {
  return { tasks, reviews: instruction.length < REWORK_MAX ? reviews.slice(0, -1) : reviews };
}

/** Mending the findings of a review of the whole concerns all of the plan's tasks. */
function isReworkOfWhole({ execution }: Session, { id, intent }: Task): boolean {
  return intent === "findings" && execution?.outcomes[id] !== undefined;
}

/** The session whose whole plan this task is about: its review, or mending that review's findings. */
export function aboutWhole(room: Room, task: Task): Session | null {
  const session = task.sessionId === null ? undefined : findSession(room.sessions, task.sessionId);
  if (!session?.execution) return null;
  const isReview = workOf(session, task.id)?.step === "review";
  return isReview || isReworkOfWhole(session, task) ? session : null;
}

/** What the gates ask of whoever does this work. */
function wantedChecks(session: Session, task: Task): string[] {
  const wanted = checksWanted(session, task).map(({ name, min, max }) =>
    min !== undefined
      ? `\`--check ${name}:passing:PERCENT%\` (at least ${min})`
      : max !== undefined
        ? `\`--check ${name}:passing:COUNT\` (at most ${max})`
        : `\`--check ${name}:passing\``,
  );
  if (wanted.length === 0) return [];
  return [
    `Run these checks and report each with \`done\`: ${listed(wanted)}; as failing if it failed. The gate stays closed without a report of each.`,
  ];
}
