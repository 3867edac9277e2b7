import type { Agent } from "../../agent/agent.ts";
import { countedAt, KNOBS, type ProposalStep } from "../../flow/steps.ts";
import { workOf } from "../../flow/work.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { TaskId } from "../../kernel/ids.ts";
import type { Room } from "../../kernel/room.ts";
import { type Refused, refused } from "../../kernel/ruling.ts";
import { parseReply } from "../../reply/parse.ts";
import { tellRepairs } from "../../reply/repair.ts";
import { type Completion, refuseReply, type Taken } from "../../task/refuse-reply.ts";
import { findCycle } from "../../task/requirements.ts";
import type { TaskResult } from "../../task/result.ts";
import type { HeldTask } from "../../task/task.ts";
import { findRole } from "../../team/team.ts";
import type { At } from "./at.ts";
import type { Mended, Proposal, Session } from "./session.ts";

/**
 * An agent's answer to a step: a proposal, or the reason why it cannot be used.
 *
 * @param completed the completion of the task, as logged if the reply is good
 */
export function takeReply(
  { room, session, actor }: Omit<At, "context">,
  agent: Agent,
  task: HeldTask,
  reply: string | null,
  completed: Completion,
): Taken | Refused {
  const work = workOf(session, task.id);
  if (!work) throw new Error(`session ${session.id} waits for nothing`);
  const by = { agentId: agent.id, name: agent.name, role: agent.role };
  const step = work.step as ProposalStep;
  if (work.ask === "discuss" && step === "design") return remark(session, completed, reply, by, actor);
  const parsed = parseReply(reply ?? "", step);
  const judged = parsed.ok ? judge(room, session, step, parsed.value, work.refusals.length > 0) : null;
  const refusal = parsed.ok ? (judged?.refusal ?? null) : parsed.refusal;
  if (refusal === null && parsed.ok) {
    const repairs = [...parsed.repairs, ...(judged?.repairs ?? [])];
    const proposal: Omit<Proposal, "at" | "staleSince"> = {
      version: versionOf(session, step),
      value: parsed.value,
      repairs,
      by,
      taskId: task.id,
    };
    return {
      ok: true,
      facts: [completed, { type: "session.proposed", data: { sessionId: session.id, step, proposal }, actor }],
      state: "completed",
      message: tellRepairs(step, repairs),
    };
  }
  return refuseReply(task, reply, refusal ?? { code: "empty", message: "There is no reply." }, {
    attempt: work.refusals.length + 1,
    step,
    actor,
  });
}

/** A review's version is its round. */
function versionOf({ proposals, execution }: Session, step: ProposalStep): number {
  if (step === "review") return (execution?.rounds ?? 0) + 1;
  return (proposals[step]?.version ?? 0) + 1;
}

/** What is said about a section of the design leaves its text as it is. */
function remark(
  session: Session,
  completed: Completion,
  reply: string | null,
  by: Proposal["by"],
  actor: Actor,
): Taken | Refused {
  const result: TaskResult = completed.data.result;
  const text = (reply ?? "").trim() === "" ? result.summary : (reply ?? "");
  if (text.trim() === "") return refused("bad_request", "Answer the comment in words.", { sessionId: session.id });
  const { taskId } = completed.data;
  const data = { sessionId: session.id, step: "design" as const, taskId, text, by };
  return {
    ok: true,
    facts: [completed, { type: "session.remarked", data, actor }],
    state: "completed",
    message: null,
  };
}

interface Judged {
  refusal: { code: string; message: string } | null;
  repairs: Mended[];
}

/** What the room knows and the parser does not: the level's numbers, the team's roles, cycles. */
function judge(room: Room, session: Session, step: ProposalStep, value: unknown, isRetry: boolean): Judged {
  const fine: Judged = { refusal: null, repairs: [] };
  const amount = amountOf(session, step, value);
  if (amount !== null) {
    if (!isRetry) return { ...fine, refusal: { code: "wrong_amount", message: amount } };
    // A person can still judge it; what the level asks for is given beside it.
    return { ...fine, repairs: [{ kind: "amount", path: "", message: amount }] };
  }
  return step === "plan" ? judgePlan(room, value as PlanValue) : fine;
}

type PlanValue = NonNullable<Session["proposals"]["plan"]>["value"];

function amountOf(session: Session, step: ProposalStep, value: unknown): string | null {
  const what = countedAt(step);
  const range = what && KNOBS[session.complexity?.level ?? "exploration"][what];
  if (!what || !range) return null;
  const n = (value as Record<typeof what, unknown[]>)[what].length;
  return n < range.min || n > range.max
    ? `${n} ${n === 1 ? what.slice(0, -1) : what}, where this level asks for ${range.min} to ${range.max}.`
    : null;
}

/** Cycles and missing requirements block a plan; a role that the team doesn't have is replaced. */
function judgePlan(room: Room, plan: PlanValue): Judged {
  const ids = new Set(plan.tasks.map((task) => task.id));
  const unknown = plan.tasks.flatMap((task) =>
    task.requires.filter((id) => !ids.has(id)).map((id) => `${task.id} requires ${id}`),
  );
  const bad = (code: string, message: string): Judged => ({
    refusal: { code, message },
    repairs: [],
  });
  if (unknown.length > 0) return bad("wrong_shape", `The plan has no such task: ${unknown.slice(0, 5).join(", ")}.`);
  const graph = new Map(plan.tasks.map((task) => [task.id as TaskId, task.requires as TaskId[]] as const));
  const cycle = findCycle(graph);
  if (cycle) return bad("wrong_shape", `These tasks wait for each other: ${cycle.join(" → ")}.`);
  const strange = plan.tasks.filter((task) => task.role !== undefined && !findRole(room.team, task.role));
  const repairs = strange.map(
    (task): Mended => ({
      kind: "role",
      path: `tasks.${task.id}.role`,
      message: `The team has no role ${task.role}; whoever does the work gets ${task.id}.`,
    }),
  );
  return { refusal: null, repairs };
}
