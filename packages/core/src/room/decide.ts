import { decideAnswer } from "../asking/answer.ts";
import { followBlocked } from "../asking/blocked.ts";
import { followUp } from "../asking/follow-up.ts";
import { decideIntervention } from "../asking/intervention.ts";
import { errorRules } from "../asking/report-error.ts";
import { decideUndo } from "../asking/undo.ts";
import { backlogRules } from "../backlog/decide.ts";
import { followBacklog } from "../backlog/follow-up.ts";
import { branchRules, followForgotten } from "../branch/decide.ts";
import { budgetRules } from "../budget/decide.ts";
import { commentRules } from "../comment/decide.ts";
import { fanoutRules } from "../fanout/decide.ts";
import { followFanouts } from "../fanout/follow-up.ts";
import { decideHandOff, decideHandOn } from "../handoff/decide.ts";
import { interchangeRules } from "../interchange/decide.ts";
import { actorOf } from "../kernel/actor.ts";
import type { Command, CommandOf, CommandType, Context, Given, Replies, Rules, RulingOn } from "../kernel/command.ts";
import type { Step } from "../kernel/event.ts";
import { isThere, type Room } from "../kernel/room.ts";
import { type ActedFact, accept, type Decided, type RoomRuling, refused } from "../kernel/ruling.ts";
import type { RoomView } from "../kernel/view.ts";
import { lockRules } from "../lock/decide.ts";
import { followClaims, followLocks } from "../lock/follow-up.ts";
import { fold } from "../log/fold.ts";
import { followBlockers } from "../message/blockers.ts";
import { decideAgentMessage, decideUserMessage } from "../message/decide.ts";
import { followFacts } from "../message/facts.ts";
import { decideEditMessage, decideMessageToFront, decideWithdrawMessage } from "../message/queue.ts";
import { decideChangePolicy, decideRevokeGrant } from "../policy/decide.ts";
import { decidePermission } from "../policy/permission.ts";
import { redactBy } from "../redaction/addresses.ts";
import { retentionRules } from "../retention/decide.ts";
import { routingRules } from "../routing/decide.ts";
import { runRules } from "../run/decide.ts";
import { followScopes } from "../run/follow-budgets.ts";
import { sessionRules } from "../session/decide.ts";
import { followSessions } from "../session/follow-up.ts";
import { failingIn } from "../session/pipeline/gates.ts";
import { logEnds } from "../session/pipeline/log-ends.ts";
import { decideSaveScout } from "../session/scout/save.ts";
import { decideClaim, decideRelease } from "../task/claim.ts";
import type { Completed } from "../task/command.ts";
import { decideCreateTasks } from "../task/create.ts";
import { refuseCrowding } from "../task/crowd.ts";
import { fallbackFacts } from "../task/entry-fallback.ts";
import { decideAllowPaths } from "../task/limits.ts";
import { decideCloseBlocker, decideProgress } from "../task/progress.ts";
import { decidePutBack } from "../task/put-back.ts";
import { decideCancel, decideMoveToFront, decideRetry } from "../task/steer.ts";
import { decideFail } from "../task/work.ts";
import { knownAtFirst, wisdomRules, withTask } from "../wisdom/decide.ts";
import { followDiscussed } from "../wisdom/from-discussion.ts";
import { decideChangeTeam } from "./change-team.ts";
import { decideCompletion } from "./complete.ts";
import { decideDismiss, decideJoin, decideLeave, decideReturn } from "./join.ts";
import { decidePauseRoom, decideResumeRoom } from "./pause.ts";
import { refusePlaceholder } from "./placeholder.ts";
import { decideTick } from "./tick.ts";

/** Facts of the room's own, in the commit of what caused them. */
type Reaction = (view: RoomView, steps: readonly Step[], context: Context) => ActedFact[];

/**
 * What the room makes of a ruling; each reaction sees everything that those before it made. Whoever takes the entry
 * point's messages comes first, since sessions and questions depend on whose task it is; sessions continue, and budgets
 * pause, before anything is asked, since questions follow from that; agents are told of facts once locks have passed
 * on, since they hear of those too; the backlog hands out last, when it is known whether somebody has to decide first.
 */
const REACTIONS: readonly Reaction[] = [
  followEntryPoint,
  followForgotten,
  followBlockers,
  followBlocked,
  followFanouts,
  followSessions,
  followDiscussed,
  followScopes,
  followClaims,
  followLocks,
  logEnds,
  (view, steps, context) => followFacts(view, steps, context, failingIn),
  followUp,
  followBacklog,
];

/** Rules on a command at this state of the room. Pure: no clock, no ids of its own, no I/O. */
export function decide<C extends Command>(view: RoomView, command: C, given: Given): Decided<Replies[C["type"]]> {
  const ahead: Context["fold"] = (from, facts) => fold(from, facts, given.now);
  // Never spread: who was seen when is put together only for those who look.
  const context: Context = Object.create(given, { fold: { value: ahead } });
  const ruling = rule(view, command, context);
  if (!ruling.ok) return ruling;
  const known = contributed(view, command, ruling.reply);
  if (!known.ok) return known;
  const events = [...ruling.events, ...known.events];
  const reply = ruling.reply as Replies[C["type"]];
  const steps = [...(ruling.steps ?? [])];
  const add = (facts: readonly ActedFact[]) => {
    if (facts.length > 0) steps.push(...context.fold(headOf(view, steps), facts));
  };
  add(events.slice(steps.length));
  if (steps.length === 0) return { ok: true, steps, reply };
  // Time is never refused; the room's own acts check for themselves how full it is.
  const crowded = command.type === "tick" ? null : refuseCrowding(view, headOf(view, steps));
  if (crowded) return crowded;
  for (const react of REACTIONS) add(react(view, steps, context));
  return { ok: true, steps, reply };
}

/** What the team should know from a task goes into the log in the commit that ends it; a refused reply ends nothing. */
function contributed(view: RoomView, command: Command, reply: unknown): ReturnType<typeof withTask> {
  if (command.type !== "complete" && command.type !== "handOff") return { ok: true, events: [] };
  const { by, taskId, wisdom = [] } = command;
  const goesOn = (reply as Partial<Completed>).state === "reply_refused";
  if (wisdom.length === 0 || goesOn || !isThere(view)) return { ok: true, events: [] };
  return withTask(view, by, taskId, wisdom);
}

/** A message that comes while the entry point is away for long goes to whoever acts as it, in the same commit. */
function followEntryPoint(view: RoomView, steps: readonly Step[], { now }: Context): ActedFact[] {
  const head = headOf(view, steps);
  return isThere(head) && head.team.entryFallback ? fallbackFacts(head, now) : [];
}

function headOf(view: RoomView, steps: readonly Step[]): RoomView {
  return steps.at(-1)?.after ?? view;
}

/** Which rule decides what, in a room that exists. */
const RULES: Rules<Exclude<CommandType, "createRoom">> = {
  removeRoom: (_room, { by, reason }) =>
    accept([{ type: "room.removed", data: { reason }, actor: actorOf(by) }], { removed: true }),
  setRoomOptions({ options }, { by, ...wanted }) {
    const askBeforeNext = wanted.askBeforeNext ?? options.askBeforeNext;
    const models = wanted.models ?? options.models;
    const redactEmails = wanted.redactEmails ?? options.redactEmails;
    const lockBoundaries = wanted.lockBoundaries ?? options.lockBoundaries;
    const lockWrites = wanted.lockWrites ?? options.lockWrites;
    const pipelinesAtOnce = wanted.pipelinesAtOnce ?? options.pipelinesAtOnce;
    const data = {
      askBeforeNext,
      ...(models ? { models } : {}),
      ...(redactEmails ? { redactEmails } : {}),
      ...(lockBoundaries ? { lockBoundaries } : {}),
      ...(lockWrites ? { lockWrites } : {}),
      ...(pipelinesAtOnce === undefined ? {} : { pipelinesAtOnce }),
    };
    const isSame = JSON.stringify(data) === JSON.stringify(options);
    const set = { type: "room.options_set" as const, data };
    return accept(isSame ? [] : [{ ...set, actor: actorOf(by) }], data);
  },
  pauseRoom: decidePauseRoom,
  resumeRoom: decideResumeRoom,
  changeTeam: decideChangeTeam,
  join: decideJoin,
  leaveRoom: decideLeave,
  dismiss: decideDismiss,
  returnOnline: decideReturn,
  claim: decideClaim,
  release: decideRelease,
  progress: decideProgress,
  complete: decideCompletion,
  fail: decideFail,
  handOff: decideHandOff,
  handOn: decideHandOn,
  createTasks: decideCreateTasks,
  cancelTask: decideCancel,
  putBackTask: decidePutBack,
  retryTask: decideRetry,
  closeBlocker: decideCloseBlocker,
  allowPaths: decideAllowPaths,
  moveTaskToFront: decideMoveToFront,
  sendUserMessage: decideUserMessage,
  editMessage: decideEditMessage,
  withdrawMessage: decideWithdrawMessage,
  moveMessageToFront: decideMessageToFront,
  sendAgentMessage: decideAgentMessage,
  answerDecision: decideAnswer,
  undoDecision: decideUndo,
  askIntervention: decideIntervention,
  tick: (room, _command, context) => decideTick(room, context),
  saveScout: decideSaveScout,
  changePolicy: decideChangePolicy,
  revokeGrant: decideRevokeGrant,
  askPermission: (room, command, context) => decidePermission(room, command, context, redactBy(room.options)),
  ...runRules,
  ...branchRules,
  ...fanoutRules,
  ...routingRules,
  ...commentRules,
  ...wisdomRules,
  ...lockRules,
  ...errorRules,
  ...interchangeRules,
  ...retentionRules,
  ...budgetRules,
  ...sessionRules,
  ...backlogRules,
};

function rule(view: RoomView, command: Command, context: Context): RoomRuling {
  if (command.type === "createRoom") return createRoom(view, command);
  if (!isThere(view)) {
    return refused("room_unknown", "This room does not exist, or was removed.", {
      roomId: view.roomId,
    });
  }
  const copied = refusePlaceholder(command);
  if (copied) return copied;
  // The table's type pairs each command with its own rule, which TypeScript cannot follow through a union.
  const decideIt = RULES[command.type] as (room: Room, of: Command, context: Context) => RoomRuling;
  return decideIt(view, command, context);
}

function createRoom(view: RoomView, command: CommandOf<"createRoom">): RulingOn<"createRoom"> {
  if (view.team !== null) return refused("name_taken", "This room exists already.", { roomId: view.roomId });
  const { by, name, team, demo, models, known = [] } = command;
  const actor = actorOf(by);
  const { askBeforeNext } = view.options;
  const set = { type: "room.options_set" as const, data: { askBeforeNext, models }, actor };
  return accept(
    [
      { type: "room.created", data: { name, team, demo }, actor },
      ...(models ? [set as ActedFact] : []),
      ...knownAtFirst(known, actor),
    ],
    { roomId: view.roomId },
  );
}
