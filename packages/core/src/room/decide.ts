import { decideAnswer } from "../asking/answer.ts";
import { decideIntervention } from "../asking/ask.ts";
import { followUp } from "../asking/follow-up.ts";
import { decideUndo } from "../asking/undo.ts";
import { decideBacklog } from "../backlog/decide.ts";
import { followBacklog } from "../backlog/follow-up.ts";
import { decideHandOff, decideHandOn } from "../handoff/decide.ts";
import { actorOf } from "../kernel/actor.ts";
import { isThere } from "../kernel/room.ts";
import { accept, refused } from "../kernel/ruling.ts";
import { fold } from "../log/fold.ts";
import type { Step } from "../log/step.ts";
import type { RoomView } from "../log/view.ts";
import { decideAgentMessage, decideUserMessage } from "../message/decide.ts";
import {
  decideEditMessage,
  decideMessageToFront,
  decideWithdrawMessage,
} from "../message/queue.ts";
import { decideSession } from "../session/decide.ts";
import { followSessions } from "../session/follow-up.ts";
import { decideSaveScout } from "../session/scout/save.ts";
import { decideClaim, decideRelease } from "../task/claim.ts";
import { decideCreateTasks } from "../task/create.ts";
import { refuseCrowding } from "../task/crowd.ts";
import { fallbackFacts } from "../task/entry-fallback.ts";
import { decideAllowPaths } from "../task/limits.ts";
import { decidePutBack } from "../task/put-back.ts";
import { decideCancel, decideMoveToFront, decideRetry } from "../task/steer.ts";
import { decideFail, decideProgress } from "../task/work.ts";
import { decideChangeTeam } from "./change-team.ts";
import type { Command, Context, Given } from "./command.ts";
import { decideCompletion } from "./complete.ts";
import { decideDismiss, decideJoin, decideLeave, decideReturn } from "./join.ts";
import { refusePlaceholder } from "./placeholder.ts";
import type { ActedFact, Decided, RoomRuling } from "./ruling.ts";
import { decideTick } from "./tick.ts";

/** A fact of the room's own, in the commit of what caused it. */
type Reaction = (view: RoomView, steps: readonly Step[], context: Context) => ActedFact[];

/**
 * What the room makes of what was decided, each seeing all that the ones before it made:
 * who takes the entry point's messages comes first, since sessions and questions go by whose task it is;
 * sessions go on before anything is asked, since what they ask follows from the step they come to;
 * the backlog hands out last, when it is known whether somebody has to decide first.
 */
const REACTIONS: readonly Reaction[] = [followEntryPoint, followSessions, followUp, followBacklog];

/** Rules on a command at this state of the room. Pure: no clock, no ids of its own, no I/O. */
export function decide(view: RoomView, command: Command, given: Given): Decided {
  const ahead: Context["fold"] = (from, facts) => fold(from, facts, given.now);
  // Never spread: who was seen when is only put together for those who look.
  const context: Context = Object.create(given, { fold: { value: ahead } });
  const ruling = rule(view, command, context);
  if (!ruling.ok) return ruling;
  const { events, reply } = ruling;
  const steps = [...(ruling.steps ?? [])];
  const add = (facts: readonly ActedFact[]) => {
    if (facts.length > 0) steps.push(...context.fold(headOf(view, steps), facts));
  };
  add(events.slice(steps.length));
  if (steps.length === 0) return { ok: true, steps, reply };
  // Time is not refused; what the room does by itself then has its own look at how full it is.
  const crowded = command.type === "tick" ? null : refuseCrowding(view, headOf(view, steps));
  if (crowded) return crowded;
  for (const react of REACTIONS) add(react(view, steps, context));
  return { ok: true, steps, reply };
}

/** A message that comes while the entry point is long away goes to who acts as it, in the same commit. */
function followEntryPoint(view: RoomView, steps: readonly Step[], { now }: Context): ActedFact[] {
  const head = headOf(view, steps);
  return isThere(head) && head.team.entryFallback ? fallbackFacts(head, now) : [];
}

function headOf(view: RoomView, steps: readonly Step[]): RoomView {
  return steps.at(-1)?.after ?? view;
}

function rule(view: RoomView, command: Command, context: Context): RoomRuling {
  if (command.type === "createRoom") return createRoom(view, command);
  if (!isThere(view)) {
    return refused("room_unknown", "This room does not exist, or was removed.", {
      roomId: view.roomId,
    });
  }
  const room = view;
  const copied = refusePlaceholder(command);
  if (copied) return copied;
  switch (command.type) {
    case "removeRoom": {
      const { id, name } = command.by;
      const fact = { type: "room.removed" as const, data: { reason: command.reason } };
      return accept([{ ...fact, actor: { kind: "person", id, name } }], { removed: true });
    }
    case "setOptions": {
      const { askBeforeNext } = command;
      const isSame = askBeforeNext === view.options.askBeforeNext;
      const fact = { type: "room.options_set" as const, data: { askBeforeNext } };
      return accept<ActedFact, unknown>(isSame ? [] : [{ ...fact, actor: actorOf(command.by) }], {
        askBeforeNext,
      });
    }
    case "changeTeam":
      return decideChangeTeam(room, command);
    case "join":
      return decideJoin(room, command, context);
    case "leave":
      return decideLeave(room, command);
    case "dismiss":
      return decideDismiss(room, command);
    case "returnOnline":
      return decideReturn(room, command);
    case "claim":
      return decideClaim(room, command, context);
    case "release":
      return decideRelease(room, command);
    case "progress":
      return decideProgress(room, command, context);
    case "complete":
      return decideCompletion(room, command, context);
    case "fail":
      return decideFail(room, command, context);
    case "handOff":
      return decideHandOff(room, command, context);
    case "handOn":
      return decideHandOn(room, command, context);
    case "createTasks":
      return decideCreateTasks(room, command, context);
    case "cancelTask":
      return decideCancel(room, command);
    case "putBack":
      return decidePutBack(room, command);
    case "retryTask":
      return decideRetry(room, command);
    case "allowPaths":
      return decideAllowPaths(room, command);
    case "moveToFront":
      return decideMoveToFront(room, command);
    case "sendUserMessage":
      return decideUserMessage(room, command, context);
    case "editMessage":
      return decideEditMessage(room, command, context);
    case "withdrawMessage":
      return decideWithdrawMessage(room, command);
    case "moveMessageToFront":
      return decideMessageToFront(room, command, context);
    case "sendAgentMessage":
      return decideAgentMessage(room, command, context);
    case "answerDecision":
      return decideAnswer(room, command, context);
    case "undoDecision":
      return decideUndo(room, command, context);
    case "askIntervention":
      return decideIntervention(room, command, context);
    case "tick":
      return decideTick(room, context);
    case "createSession":
    case "editSession":
    case "moveSession":
    case "answerQuestions":
    case "pauseSession":
    case "startSession":
    case "resumeSession":
    case "setBudget":
    case "stopSession":
    case "overrideGate":
    case "setGatePreset":
    case "renewScout":
      return decideSession(room, command, context);
    case "saveScout":
      return decideSaveScout(room, command);
    default:
      return decideBacklog(room, command, context);
  }
}

function createRoom(view: RoomView, command: Extract<Command, { type: "createRoom" }>): RoomRuling {
  if (view.team !== null)
    return refused("name_taken", "This room exists already.", { roomId: view.roomId });
  const { id, name } = command.by;
  return accept(
    [
      {
        type: "room.created",
        data: { name: command.name, team: command.team, demo: command.demo },
        actor: { kind: "person", id, name },
      },
    ],
    { roomId: view.roomId },
  );
}
