import { decideJoin, decideLeave, decideReturn } from "../agent/decide.ts";
import { decideAnswer, decideIntervention, decideUndo } from "../decision/decide.ts";
import type { DecisionId } from "../decision/decision.ts";
import { reconcileDecisions } from "../decision/reconcile.ts";
import { decideHandOff, decideHandOn } from "../handoff/decide.ts";
import { accept, refused } from "../kernel/ruling.ts";
import { unreachable } from "../kernel/unreachable.ts";
import type { RoomEvent } from "../log/event.ts";
import { apply } from "../log/apply.ts";
import type { RoomView } from "../log/view.ts";
import { decideAgentMessage, decideUserMessage } from "../message/decide.ts";
import { decideClaim, decideRelease } from "../task/claim.ts";
import { decideCreateTasks } from "../task/create.ts";
import { decideComplete, decideFail, decideProgress } from "../task/work.ts";
import { decideCancel, decideMoveToFront, decideRetry } from "../task/steer.ts";
import type { Command, Context } from "./command.ts";
import type { ActedFact, RoomRuling } from "./ruling.ts";
import { decideTick } from "./tick.ts";

/** Rules on a command at this state of the room. Pure: no clock, no ids of its own, no I/O. */
export function decide(view: RoomView, command: Command, context: Context): RoomRuling {
  const ruling = rule(view, command, context);
  if (!ruling.ok || !ruling.events.some((event) => MOVES_DECISIONS.has(event.type))) return ruling;
  return { ...ruling, events: [...ruling.events, ...followUp(view, ruling.events, context)] };
}

/** Events after which the room may ask something, or no longer. */
const MOVES_DECISIONS = new Set<ActedFact["type"]>([
  "task.attempt_ended",
  "task.parked",
  "task.claimed",
  "task.released",
  "task.completed",
  "task.retried",
  "task.cancelled",
  "task.reassigned",
  "task.told_to_wait",
  "task.retry_withdrawn",
  "handoff.delivered",
  "agent.joined",
  "agent.came_online",
]);

/** The room's own decisions, opened and withdrawn in the commit of what caused it. */
function followUp(view: RoomView, facts: ActedFact[], context: Context): ActedFact[] {
  if (Object.keys(view.decisions).length === 0 && !facts.some(mayOpen)) return [];
  const after = facts.reduce((before, fact) => {
    const event = { ...fact, roomId: before.roomId, seq: before.seq + 1, v: 1, at: Math.max(before.at, context.now) };
    return apply(before, event as RoomEvent);
  }, view);
  if (after.team === null) return [];
  const { open, withdraw } = reconcileDecisions({ ...after, team: after.team });
  const actor = { kind: "server" as const };
  return [
    ...withdraw.map((w): ActedFact => ({
      type: "decision.withdrawn",
      data: { decisionId: w.id, reason: w.reason },
      actor,
    })),
    ...open.map((decision): ActedFact => ({
      type: "decision.opened",
      data: { decision: { ...decision, id: context.newId() as DecisionId } },
      actor,
    })),
  ];
}

function mayOpen(fact: ActedFact): boolean {
  if (fact.type === "task.attempt_ended") return fact.data.final;
  return fact.type === "task.parked" || fact.type === "task.told_to_wait" || fact.type === "task.retry_withdrawn" || fact.type === "task.reassigned";
}

function rule(view: RoomView, command: Command, context: Context): RoomRuling {
  if (command.type === "createRoom") return createRoom(view, command);
  if (view.team === null || view.removedAt !== null) {
    return refused("room_unknown", "This room does not exist, or was removed.", { roomId: view.roomId });
  }
  const room = { ...view, team: view.team };
  switch (command.type) {
    case "removeRoom": {
      const { id, name } = command.by;
      const fact = { type: "room.removed" as const, data: { reason: command.reason } };
      return accept([{ ...fact, actor: { kind: "person", id, name } }], { removed: true });
    }
    case "join":
      return decideJoin(room, command, context);
    case "leave":
      return decideLeave(room, command);
    case "returnOnline":
      return decideReturn(room, command);
    case "claim":
      return decideClaim(room, command, context);
    case "release":
      return decideRelease(room, command);
    case "progress":
      return decideProgress(room, command, context);
    case "complete":
      return decideComplete(room, command, context);
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
    case "retryTask":
      return decideRetry(room, command);
    case "moveToFront":
      return decideMoveToFront(room, command);
    case "sendUserMessage":
      return decideUserMessage(room, command, context);
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
    default:
      return unreachable(command);
  }
}

function createRoom(view: RoomView, command: Extract<Command, { type: "createRoom" }>): RoomRuling {
  if (view.team !== null) return refused("name_taken", "This room exists already.", { roomId: view.roomId });
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
