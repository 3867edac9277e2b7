import { done, type Effect } from "../../decision/question.ts";
import { BY_SERVER } from "../../kernel/actor.ts";
import type { TaskId } from "../../kernel/ids.ts";
import type { Room } from "../../kernel/room.ts";
import type { ActedFact } from "../../kernel/ruling.ts";
import type { TaskDraft } from "../../task/command.ts";
import { newTask, nextTaskId } from "../../task/create.ts";
import type { NewTask } from "../../task/task.ts";
import { findRole } from "../../team/team.ts";
import { flowOf } from "../flow/flows.ts";
import { chargedWith } from "../plan/assignment.ts";
import type { At } from "../record/at.ts";
import { boundedAs } from "../record/bounded.ts";
import { isMissing, tallyOf } from "../record/evidence.ts";
import type { Gate } from "../record/gate.ts";
import { roleOf, workerOf } from "../record/roles.ts";
import type { BrainstormSession, Session } from "../record/session.ts";
import { goTo } from "./effect.ts";
import { inheritedRework, reviewersFor } from "./execute.ts";

/** A task to be made: for a task of the plan under its name there, so that it takes its place. */
export interface Wanted {
  planId: string;
  draft: Pick<NewTask, "role" | "title" | "instruction"> &
    Pick<TaskDraft, "outputs" | "successCriteria" | "priority" | "timeoutS" | "boundaries"> &
    Pick<NewTask, "reviewers">;
  /** Of its id; left out: its role's. */
  prefix?: string;
  /** Of the plan; those made together with it come before it. */
  requires: readonly string[];
  /** Whose rejected work it revises. */
  inherited?: ReturnType<typeof inheritedRework>;
}

/** Makes what is wanted again, with a person's note. */
export function remake({ room, session, actor, context }: At, wanted: readonly Wanted[], note: string): ActedFact {
  const numbers = { ...room.numbers };
  const ids = new Map(
    wanted.map(({ planId, draft, prefix: own }) => {
      const prefix = own ?? findRole(room.team, draft.role)?.prefix ?? "TASK";
      const id = nextTaskId(numbers, prefix);
      numbers[prefix] = (numbers[prefix] ?? 0) + 1;
      return [planId, id] as const;
    }),
  );
  const tasks = wanted.map(({ planId, draft, requires, inherited }) => {
    const waitsFor = requires.flatMap((other) => ids.get(other) ?? []);
    const instruction = [note.trim(), draft.instruction].filter(Boolean).join("\n\n");
    const task: NewTask = {
      ...newTask(
        {
          ...boundedAs(session),
          ...draft,
          instruction: instruction.slice(0, 20_000).toWellFormed(),
          priority: draft.priority === "critical" ? "critical" : "high",
        },
        ids.get(planId) as TaskId,
        context.now,
      ),
      requires: waitsFor,
      waitsFor,
      createdBy: BY_SERVER,
      origin: { kind: "session", messageId: null },
      sessionId: session.id,
      ...(draft.reviewers ? { reviewers: draft.reviewers } : {}),
      ...inherited,
    };
    return { planId, task };
  });
  return { type: "session.reworked", data: { sessionId: session.id, tasks }, actor };
}

/** Everything that did not pass, as its flow wants it; what no plan names goes to whoever does the work. */
export function lostWork(
  { room, session }: At,
  gate: Gate,
  again: (planId: string, lost: ReadonlySet<string>) => Wanted | undefined,
): Wanted[] {
  const { lost } = tallyOf(session, flowOf(session).steps(session));
  const ids = new Set(lost.map(({ planId }) => planId));
  return lost.map(({ planId, taskId }): Wanted => {
    const known = again(planId, ids);
    if (known) return known;
    const instruction = `${missingText(gate)}\n\n${session.description}`;
    const draft = { role: workerOf(room.team), title: `Again: ${taskId}`, instruction };
    return { planId, draft, requires: [], inherited: inheritedRework(planId, session) };
  });
}

/** Back to the work: what did not pass is redone, missing checks become one task. */
export function redoPlanned(at: At<BrainstormSession>, gate: Gate, note: string): Effect {
  const { room, session, actor } = at;
  if (gate.phase !== "implementation")
    return done([
      remake(at, [missingChecks(room, session, gate)], note),
      ...goTo(session, "execute", "forward", actor),
    ]);
  const plan = session.proposals.plan?.value.tasks ?? [];
  const wanted = lostWork(at, gate, (planId) => {
    const planned = plan.find(({ id }) => id === planId);
    if (!planned) return undefined;
    const role = roleOf(room.team, planned);
    const reviewers = reviewersFor(room.team, planned);
    return { planId, draft: { role, ...chargedWith(session, planned), reviewers }, requires: planned.requires };
  });
  return done([remake(at, wanted, note)]);
}

function missingChecks(room: Room, session: Session, gate: Gate): Wanted {
  const title = `Checks that the gate asks for: ${session.title}`.slice(0, 200).toWellFormed();
  const instruction = `${missingText(gate)}\n\nMake them pass, and report each as a check of your result.`;
  return {
    planId: `checks-${session.execution?.rounds ?? 1}`,
    draft: { role: workerOf(room.team), title, instruction },
    requires: [],
  };
}

function missingText({ evidence }: Gate): string {
  return evidence
    .filter(isMissing)
    .map(({ text }) => `- ${text}`)
    .join("\n");
}
