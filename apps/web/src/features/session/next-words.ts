import { countedAt, KNOBS, type SessionStep, stepAfter } from "@squadroom/core/flow/steps";
import type { RoomView } from "@squadroom/core/kernel/view";
import { counted } from "@squadroom/core/kernel/words";
import { plannedRoles } from "@squadroom/core/session/batch/costs";
import { heldBy } from "@squadroom/core/session/gate/gates";
import { presenterOf, workerOf } from "@squadroom/core/session/record/roles";
import { isReviewed, type Session } from "@squadroom/core/session/record/session";
import { isEscalated } from "@squadroom/core/task/review";
import type { Names } from "../../live/names.ts";
import { say } from "../../words/say.tsx";
import { flowWords } from "./flow-words.ts";
import { STEPS, STEPS_LOW } from "./words.ts";

/** More roles than these are counted. */
const ROLES_NAMED = 2;

type View = Pick<RoomView, "team" | "tasks">;

/**
 * Where the first answer leads a session that waits for a person: who continues, and with what, as far as known
 * ("Planner, 3 to 5 questions"). Only the step if nobody has to do anything for it: it was presented before.
 */
export function nextWords(view: View, session: Session, names: Names): string {
  const { team } = view;
  const step = stepBehind(session);
  const gate = heldBy(session);
  if (gate) return flowWords(session).heldBy(session, gate, step);
  if (!team) return STEPS[step];
  if (session.step === "execute") return roundWords(view, session, names);
  if (session.step === "review" && !isReviewed(session)) return say`${names.role(workerOf(team))}, what was found`;
  if (session.step === "design") {
    const section = sectionAfter(session);
    if (section) return `section ${section.at} of ${section.of}`;
  }
  if (session.step === "plan") return workWords(plannedRoles(team, session), names);
  const who = names.role(presenterOf(team));
  if (session.step === "review" && step === "plan") return say`${who}, plan of batch ${(session.batch ?? 0) + 2}`;
  if (step === "done" || session.proposals[step as "plan"] !== undefined) return STEPS[step];
  return presentWords(step, session, who);
}

/** Where an answer leads: back to the rejected work, or to the plan of the next batch. */
function stepBehind(session: Session): SessionStep {
  const { step, batches, batch } = session;
  if (step === "execute") return "execute";
  const isLeft = batches !== null && batch !== null && batch < batches.length - 1;
  return step === "review" && isLeft ? "plan" : stepAfter(step, settledOf(session));
}

/** As settled, or as proposed by the triage. */
function settledOf({ complexity, proposals }: Session) {
  const level = proposals.triage?.value.level;
  return complexity ?? (level ? { level, how: "agreed" as const } : null);
}

/** The section that is asked about once this one is approved; `null`: this is the last one. */
function sectionAfter({ proposals, sections, sectionId }: Session) {
  const all = proposals.design?.value.sections ?? [];
  const now = all.findIndex(({ id }) => id === sectionId);
  const isOpen = ({ id }: { id: string }, i: number) => i !== now && sections[id] === undefined;
  const after = all.findIndex((section, i) => i > now && isOpen(section, i));
  const next = after >= 0 ? after : all.findIndex(isOpen);
  return next < 0 ? null : { at: next + 1, of: all.length };
}

/** Whoever works on the rejected task, in its next round. */
function roundWords({ tasks }: View, { execution }: Session, names: Names): string {
  const open: readonly string[] = execution?.open ?? [];
  const task = tasks.find((one) => open.includes(one.id) && isEscalated(one));
  return task?.review ? say`${names.role(task.role)}, round ${task.review.round + 1}` : "Execute";
}

function workWords(roles: readonly string[], names: Names): string {
  const titles = [...new Set(roles)].map((role) => names.role(role));
  const [first = "", second] = titles;
  const who =
    titles.length > ROLES_NAMED ? counted(titles.length, "role") : second ? say`${first} and ${second}` : first;
  return say`${who}, ${counted(roles.length, "task")}`;
}

/** As much as the level asks for; there is one triage and one plan. */
function presentWords(step: SessionStep, session: Session, who: string): string {
  const settled = settledOf(session);
  const about = countedAt(step);
  const range = settled && about && KNOBS[settled.level][about];
  if (range) return say`${who}, ${range.min} to ${range.max} ${about}`;
  return say`${who}, ${STEPS_LOW[step]}`;
}
