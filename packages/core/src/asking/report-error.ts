import { namedIn } from "../agent/named.ts";
import { refuseStopped } from "../agent/refuse-stopped.ts";
import type { DecisionId } from "../decision/decision.ts";
import { anOption } from "../decision/question.ts";
import {
  type AttemptedFix,
  countedOf,
  ERRORS_MAX,
  type ErrorDraft,
  fixText,
  type NewError,
  placeText,
  splitFixes,
} from "../error/reported-error.ts";
import { SERVER } from "../kernel/actor.ts";
import type { CommandOf, Context, Rules, RulingOn } from "../kernel/command.ts";
import type { AgentId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, refused } from "../kernel/ruling.ts";
import { titleOf } from "../kernel/title.ts";
import { counted } from "../kernel/words.ts";
import type { Run } from "../run/run.ts";
import { TRY_AGAIN } from "../session/record/decided.ts";
import { endAttempt } from "../task/attempt.ts";
import { startOf } from "../task/start.ts";
import { working } from "../task/work.ts";
import { openQuestion, questionAbout, standingOptions } from "./intervention.ts";
import { suggestionOf, withReason } from "./suggested.ts";

type Working = Extract<ReturnType<typeof working>, { ok: true }>;

/**
 * An agent says what went wrong. The third error of its run stops it, whatever task it came from: its task fails, its
 * run ends, and a person decides. One that needs a person is asked about at once.
 */
function decideReportError(
  room: Room,
  { by, taskId, fence, error: draft }: CommandOf<"reportError">,
  context: Context,
): RulingOn<"reportError"> {
  const stopped = refuseStopped(room, by);
  if (stopped) return stopped;
  const at = working(room, by, taskId, fence);
  if (!at.ok) return at;
  const { agent, actor, task } = at;
  const { suggestedAgent } = draft;
  if (suggestedAgent !== null && !namedIn(room, suggestedAgent)) {
    const message = `The room has no role and no agent called ${suggestedAgent}, so the error was not reported.`;
    const roles = room.team.roles.map((role) => role.name);
    return refused("role_unknown", message, { role: suggestedAgent }, roles);
  }
  const { number, workers } = room.errors;
  const run = runOf(room, agent.id);
  const stretch = { runId: run?.id ?? null, connection: agent.connection };
  const isCounted = draft.severity !== "warning";
  const count = countedOf(workers[agent.id], stretch).length + Number(isCounted);
  const stops = isCounted && count >= ERRORS_MAX;
  const error: NewError = {
    ...draft,
    id: number + 1,
    taskId,
    sessionId: task.sessionId,
    ...stretch,
  };
  const facts: ActedFact[] = [
    ...at.events,
    ...startOf(task, "progress", actor),
    { type: "error.reported", data: { error, count, stops }, actor },
  ];
  const reply = { id: error.id, count, stopped: stops, decisionId: null };
  if (stops) return accept([...facts, ...stopFacts(at, run, context)], reply);
  if (!draft.requiresIntervention) return accept(facts, reply);
  const asked = askAbout(room, at, draft, context);
  return accept([...facts, ...asked.facts], { ...reply, decisionId: asked.decisionId });
}

/**
 * The agent loses the task for good, and a runner ends its process. The question to a person follows from the failed
 * task.
 */
function stopFacts({ agent, task }: Working, run: Run | undefined, { newId }: Context): ActedFact[] {
  const reason = `${agent.name} was stopped after ${counted(ERRORS_MAX, "error")} in one run.`;
  const ended = endAttempt(task, "stopped", reason, { countsAsAttempt: true, isFinal: true });
  const facts: ActedFact[] = ended.map((fact) => ({ ...fact, actor: SERVER }));
  if (!run || run.orders.some(({ act }) => act === "stop")) return facts;
  const order = { id: newId(), act: "stop" as const, text: reason, by: "Squadroom" };
  return [...facts, { type: "run.ordered", data: { runId: run.id, order }, actor: SERVER }];
}

/** One question at a time: a question that people already have about this task stays as it is. */
function askAbout(
  room: Room,
  at: Working,
  error: ErrorDraft,
  context: Context,
): { facts: ActedFact[]; decisionId: DecisionId } {
  const { agent, task } = at;
  const pending = questionAbout(room, task);
  if (pending) return { facts: [], decisionId: pending.id };
  const { other, whyNot } = suggestionOf(room, task, agent, error.suggestedAgent);
  const again = `${agent.name} tries again, with your note if you add one.`;
  const { decision, fact } = openQuestion(
    room,
    at,
    {
      question: `${agent.name} can't get past an error in ${task.id}: ${titleOf(error.message, 200)}`,
      reason: withReason(errorText(error), whyNot),
      options: [anOption("retry", TRY_AGAIN, again, "tell"), ...standingOptions(agent, task, other)],
      urgency: error.severity === "critical" ? "critical" : "high",
    },
    context,
  );
  return { facts: [fact], decisionId: decision.id };
}

function errorText(error: ErrorDraft): string {
  const head = [error.type, placeText(error)].filter(Boolean).join(" in ");
  const { tried, untried } = splitFixes(error.attemptedFixes);
  const listed = (title: string, fixes: readonly AttemptedFix[]) =>
    fixes.length > 0 ? [title, ...fixes.map((one) => `- ${fixText(one)}`)] : [];
  return [head, error.message, ...listed("Tried:", tried), ...listed("Not tried:", untried)]
    .filter((part) => part !== "")
    .join("\n");
}

function runOf({ runs }: Room, agentId: AgentId): Run | undefined {
  return runs.live.find((run) => run.agentId === agentId);
}

export const errorRules = {
  reportError: decideReportError,
} satisfies Partial<Rules>;
