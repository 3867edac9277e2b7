import { decideDismiss, decideJoin, decideLeave, decideReturn } from "../agent/decide.ts";
import { decideBacklog } from "../backlog/decide.ts";
import { followBacklog } from "../backlog/follow-up.ts";
import { decideAnswer } from "../decision/answer.ts";
import { decideIntervention } from "../decision/ask.ts";
import { followUp } from "../decision/follow-up.ts";
import { decideUndo } from "../decision/undo.ts";
import { decideCompletion } from "../handoff/completion.ts";
import { decideHandOff, decideHandOn } from "../handoff/decide.ts";
import { accept, refused } from "../kernel/ruling.ts";
import { fold, type Step } from "../log/fold.ts";
import type { RoomView } from "../log/view.ts";
import { decideAgentMessage, decideUserMessage } from "../message/decide.ts";
import {
  decideEditMessage,
  decideMessageToFront,
  decideWithdrawMessage,
} from "../message/queue.ts";
import { refusePlaceholder } from "../prompt/placeholder.ts";
import { decideSaveScout } from "../scout/decide.ts";
import { decideSession } from "../session/decide.ts";
import { followSessions } from "../session/follow-up.ts";
import { decideClaim, decideRelease } from "../task/claim.ts";
import { decideCreateTasks } from "../task/create.ts";
import { refuseCrowding } from "../task/crowd.ts";
import { decideAllowPaths } from "../task/limits.ts";
import { decidePutBack } from "../task/put-back.ts";
import { decideCancel, decideMoveToFront, decideRetry } from "../task/steer.ts";
import { decideFail, decideProgress } from "../task/work.ts";
import { decideChangeTeam } from "../team/change.ts";
import { fallbackFacts } from "../team/entry-fallback.ts";
import { actorOf, type Command, type Context } from "./command.ts";
import { isThere } from "./room.ts";
import type { ActedFact, RoomRuling } from "./ruling.ts";
import { decideTick } from "./tick.ts";

/** Rules on a command at this state of the room. Pure: no clock, no ids of its own, no I/O. */
export function decide(view: RoomView, command: Command, context: Context): RoomRuling {
  const ruling = rule(view, command, context);
  if (!ruling.ok || ruling.events.length === 0) return ruling;
  const known = ruling.steps ?? [];
  const others = ruling.events.slice(known.length);
  const steps = [...known, ...fold(headOf(view, known), others, context.now)];
  // Time is not refused; what the room does by itself then has its own look at how full it is.
  const crowded = command.type === "tick" ? null : refuseCrowding(view, headOf(view, steps));
  if (crowded) return crowded;
  const more = (facts: readonly ActedFact[]) => {
    if (facts.length > 0) steps.push(...fold(headOf(view, steps), facts, context.now));
    return facts;
  };
  const events = [
    ...ruling.events,
    ...more(followEntryPoint(headOf(view, steps), context)),
    ...more(followSessions(view, steps, context)),
    ...more(followUp(view, steps, context)),
    ...followBacklog(view, steps, context),
  ];
  return { ...ruling, events, steps };
}

/** A message that comes while the entry point is long away goes to who acts as it, in the same commit. */
function followEntryPoint(head: RoomView, { now }: Context): ActedFact[] {
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
