import { reporting } from "../budget/report.ts";
import { discussedBy } from "../flow/discussed.ts";
import { askingSession, wantsReply } from "../flow/work.ts";
import { decideHandOff } from "../handoff/decide.ts";
import { allowedEnds, handoffsOf, possibleEnds } from "../handoff/ends.ts";
import { delivers, owesAnswer } from "../handoff/owed.ts";
import type { CommandOf, Context, RulingOn } from "../kernel/command.ts";
import type { RoleName } from "../kernel/ids.ts";
import { type Room, roomAfter } from "../kernel/room.ts";
import { type ActedFact, accept, type Refused, type RoomRuling, refused } from "../kernel/ruling.ts";
import { discussable, openRound } from "../session/discussion/open.ts";
import { takePerspective } from "../session/discussion/take.ts";
import { askVerdict, ownFailure, stepVerdict } from "../session/pipeline/verdict.ts";
import { takeReply } from "../session/record/reply.ts";
import { ruleOnAll } from "../session/rules/rules.ts";
import type { Completed } from "../task/command.ts";
import { isToBeMerged, takeVerdict } from "../task/judge.ts";
import { refuseStrays } from "../task/limits.ts";
import { liveTask } from "../task/order.ts";
import { missingOutputs, outputText } from "../task/outputs.ts";
import type { Taken } from "../task/refuse-reply.ts";
import { openAfter } from "../task/resume.ts";
import { startOf } from "../task/start.ts";
import { submit } from "../task/submit.ts";
import { judgeResult, thenClaim, working } from "../task/work.ts";

type At = Extract<ReturnType<typeof working>, { ok: true }>;
type Complete = CommandOf<"complete">;

/**
 * Ends a task without passing it on. The last open task of a user's message ends with an answer: if its role brings
 * results to the user, the summary is that answer; any other role is refused, with the ways that it has. So is an agent
 * that was asked something: the answer goes back to whoever asked.
 */
export function decideCompletion(room: Room, command: Complete, context: Context): RulingOn<"complete"> {
  const resumed = resumedBy(room, command);
  if (resumed && !resumed.ok) return resumed;
  const ruling = decideEnd(room, resumed?.command ?? command, context);
  const task = liveTask(room, command.taskId);
  if (!ruling.ok || !task) return ruling;
  const { state } = ruling.reply;
  const missing = missingOutputs(task, command.result).map(outputText);
  if (missing.length === 0 || (state !== "completed" && state !== "in_review")) return ruling;
  return { ...ruling, reply: { ...ruling.reply, missing } };
}

/**
 * The completion with what an earlier attempt had made, if all of that is there; `null`: there is nothing to resume.
 */
function resumedBy(room: Room, command: Complete): { ok: true; command: Complete } | Refused | null {
  if (!command.found) return null;
  const at = working(room, command.by, command.taskId, command.fence);
  if (!at.ok) return at;
  const { task } = at;
  const strays = refuseStrays(task, command.found.files);
  if (strays) return strays;
  const isOwed = command.reply === null && wantsReply(room, task);
  const missing = [
    ...openAfter(task, command.found),
    ...(isOwed ? ["the reply that it is to end with is not there"] : []),
  ];
  if (missing.length > 0) {
    const message = `${task.id} is not done yet: ${missing.slice(0, 5).join("; ")}. Continue with it, and end it when it is done.`;
    return refused("evidence_missing", message, { taskId: task.id, missing, unmet: [] });
  }
  const { checks, artifacts, ...said } = command.result;
  const ran = command.found.checks ?? checks;
  const result = {
    ...said,
    artifacts: artifacts ?? task.progress?.artifacts ?? [],
    ...(ran === undefined ? {} : { checks: [...ran] }),
  };
  return { ok: true, command: { ...command, result } };
}

function decideEnd(room: Room, command: Complete, context: Context): RulingOn<"complete"> {
  const at = working(room, command.by, command.taskId, command.fence);
  if (!at.ok) return decideComplete(room, command, context);
  const { targets, answer } = handoffsOf(room, at.task, at.agent.role);
  if (answer) return answerOwed(room, at, answer.asker);
  if (!owesAnswer(room, at.task)) return decideComplete(room, command, context);
  return delivers(targets) ? deliverSummary(room, command, context) : answerOwed(room, at, null);
}

function deliverSummary(room: Room, command: Complete, context: Context): RulingOn<"complete"> {
  const { by, taskId, fence, result, usage, next } = command;
  const handoff = {
    to: "user" as const,
    intent: "deliver" as const,
    message: result.summary,
    result,
  };
  const ruling = decideHandOff(room, { type: "handOff", by, taskId, fence, handoff, usage, next }, context);
  if (!ruling.ok) return ruling;
  const { handoffId, unreviewed, next: claimed } = ruling.reply;
  const delivered = handoffId === null ? {} : { delivered: { handoffId, unreviewed } };
  return { ...ruling, reply: { taskId, state: "completed", ...delivered, next: claimed } };
}

/** Somebody waits for an answer that `done` does not give. */
function answerOwed(room: Room, { task, agent }: At, asker: RoleName | null): Refused {
  const { role } = agent;
  const ends = possibleEnds(room, task, role).filter((end) => end.action === "handOff");
  const [first] = ends.filter(({ intent }) => intent !== "question");
  const why = asker
    ? `${task.id} is a question from the ${asker}; ended like this, it would stay unanswered.`
    : `${task.id} is the last open task of the user's message, and the ${role} does not answer the user; ended like this, the message would stay unanswered.`;
  const then = first
    ? `Pass it on: ${first.intent} to ${first.to === "user" ? "the user" : `the ${first.to}`}.`
    : "Nobody who can take it from you is available.";
  return refused(
    "answer_owed",
    `${why} ${then}`,
    { taskId: task.id, messageId: task.origin.messageId, asker },
    allowedEnds(ends),
  );
}

/** Ends a task with its result: for a session's or a reviewed task, its reply; a planned one goes to its reviewers. */
function decideComplete(room: Room, command: Complete, context: Context): RulingOn<"complete"> {
  const found = working(room, command.by, command.taskId, command.fence);
  if (!found.ok) return found;
  const at = reporting(room, found, command.usage);
  const judged = judgeResult(at.task, command.result);
  if (!judged.ok) return judged;
  const seenAs = stepVerdict(room, at.task, judged.result);
  if (seenAs) {
    const { summary } = judged.result;
    const isOwn = !seenAs.judges && seenAs.verdict === "failed";
    const taken = isOwn ? ownFailure(at.task, summary, at.actor) : askVerdict(seenAs, at.task, judged.result, at.actor);
    if (taken) return answered(room, at, taken, command, context);
    judged.result.verdict = seenAs.verdict;
  } else if (judged.result.verdict === "failed") {
    const message = `The verdict of ${at.task.id} is \`failed\`, and this would end it as done. Fail it with the reason, or end it with what it found.`;
    return refused("evidence_missing", message, { taskId: at.task.id, missing: [], unmet: [] });
  }
  const { taskId, fence } = command;
  const done = {
    type: "task.completed" as const,
    data: { taskId, fence, result: judged.result },
    actor: at.actor,
  };
  const session = askingSession(room, at.task);
  if (session) {
    const { agent, actor, task } = at;
    const taken = takeReply({ room, session, actor }, agent, task, command.reply ?? null, done);
    return answered(room, at, taken, command, context);
  }
  if (at.task.reviewOf) {
    const { agent, actor, task } = at;
    const judging = { ...task, reviewOf: at.task.reviewOf };
    const taken = takeVerdict(room, agent, actor, judging, command.reply ?? null, done);
    return answered(room, at, taken, command, context);
  }
  if (at.task.review) {
    const submittable = { ...at.task, review: at.task.review };
    const { facts, reviewers } = submit(room, at.agent, at.actor, submittable, judged.result, context);
    const isHeld = reviewers.length > 0 || isToBeMerged(room, taskId);
    const state = isHeld ? "in_review" : "completed";
    return ended(room, at, facts, { taskId, state, reviewers }, command, context);
  }
  const seen = discussedBy(room, at.task);
  if (seen) {
    const taken = takePerspective(seen, at.actor, at.task, command.reply ?? null, done);
    return answered(room, at, taken, command, context);
  }
  const { id: agentId, name, role } = at.agent;
  const discussed = discussable(room, at.task, { agentId, name, role }, judged.result);
  if (discussed) {
    const { session, work } = discussed;
    const facts = openRound(room, session, work, fence, context.now);
    const reply = {
      taskId,
      state: "in_review" as const,
      discussed: work.rounds.map((one) => one.round),
    };
    return ended(room, at, facts, reply, command, context);
  }
  return ended(room, at, [done], { taskId, state: "completed" }, command, context);
}

/** What ends a task, with the claim of the next one if it is wanted. */
function ended(
  room: Room,
  at: At,
  facts: ActedFact[],
  reply: Omit<Completed, "next">,
  command: Complete,
  context: Context,
): RulingOn<"complete"> {
  const events = [...at.events, ...facts];
  if (!command.next) return accept(events, { ...reply, next: null });
  // What the end makes ready in a pipeline is ruled on before anybody takes it.
  const steps = context.fold(room, events);
  const ruled = ruleOnAll(room, roomAfter(room, steps), steps, context);
  const all = [...events, ...ruled];
  const { next, ...claimed } = thenClaim(room, all, at.agent, at.actor, context);
  return { ok: true, ...claimed, reply: { ...reply, next } };
}

/** A task for which somebody waits for a reply ends with a usable one; an unusable one goes back with what is wrong. */
function answered(
  room: Room,
  at: At,
  taken: Taken | Extract<RoomRuling, { ok: false }>,
  command: Complete,
  context: Context,
): RulingOn<"complete"> {
  if (!taken.ok) return taken;
  const { state, message, facts } = taken;
  const reply = { taskId: at.task.id, state, message };
  if (state === "completed") return ended(room, at, facts, reply, command, context);
  const started = state === "reply_refused" ? startOf(at.task, "message", at.actor) : [];
  return accept([...at.events, ...started, ...facts], { ...reply, next: null });
}
