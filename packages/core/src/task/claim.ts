import type { Agent } from "../agent/agent.ts";
import { refuseBroken } from "../agent/refuse-stopped.ts";
import { seat } from "../agent/seat.ts";
import { questionOf } from "../decision/asking.ts";
import { type Actor, SERVER } from "../kernel/actor.ts";
import type { CommandOf, Context, RulingOn } from "../kernel/command.ts";
import { type MessageId, nextFence, type RoleName } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, refused } from "../kernel/ruling.ts";
import { availableRoles } from "../team/availability.ts";
import { handoffTargets } from "../team/targets.ts";
import { endUnread } from "./attempt.ts";
import { awaited } from "./blockers.ts";
import type { Claim, Claimed } from "./command.ts";
import { heldTask, liveTask, nextTask } from "./order.ts";
import type { HeldTask } from "./task.ts";

/**
 * The task that the agent holds, otherwise the next ready one of its role, otherwise none. While the held one waits for
 * a person's answer there is none, until the answer comes as mail.
 */
export function decideClaim(room: Room, command: CommandOf<"claim">, context: Context): RulingOn<"claim"> {
  const seated = seat(room, command.by);
  if (!seated.ok) return seated;
  const broken = refuseBroken(room, seated.agent.role);
  if (broken) return broken;
  const held = heldTask(room, seated.agent.id);
  const mail = deliverMail(seated.agent, seated.actor);
  const isWaiting = held?.lease && (questionOf(room, seated.agent.id) || awaited(held));
  if (isWaiting && seated.agent.mail.length === 0) {
    return accept<ActedFact, Claimed>(seated.events, {
      taskId: null,
      fence: null,
      again: false,
      mail: [],
    });
  }
  if (held?.lease) {
    const reply: Claimed = {
      taskId: held.id,
      fence: held.lease.fence,
      again: true,
      mail: seated.agent.mail,
    };
    return accept([...seated.events, ...mail], reply);
  }
  const claim = claimNext(room, seated.agent, seated.actor, availableWith(room, seated.agent.role), context);
  if (!claim)
    return accept<ActedFact, Claimed>([...seated.events, ...mail], {
      taskId: null,
      fence: null,
      again: false,
      mail: seated.agent.mail,
    });
  const origin = liveTask(room, claim.fact.data.taskId)?.origin.messageId;
  const others = seated.agent.mail.filter((id) => id !== origin);
  return accept([...seated.events, claim.fact, ...deliverMail(seated.agent, seated.actor, others)], {
    ...claim.reply,
    mail: others,
  });
}

/**
 * The claim of the next ready task in `room`; for a handoff that also takes the next task, the caller passes the room
 * as it will be.
 */
export function claimNext(
  room: Room,
  agent: Agent,
  actor: Actor,
  available: RoleName[],
  context: Context,
): { fact: Extract<ActedFact, { type: "task.claimed" }>; reply: Claim } | null {
  const task = nextTask(room, agent.id, agent.role);
  if (!task) return null;
  const fence = nextFence(room.fence);
  const { variant, targets } = handoffTargets(room.team, agent.role, null, available);
  return {
    fact: {
      type: "task.claimed",
      data: {
        taskId: task.id,
        agentId: agent.id,
        fence,
        ttlS: context.leaseS[agent.class],
        variant,
        targets: targets.map((target) => target.to),
        available,
      },
      actor,
    },
    reply: { taskId: task.id, fence, again: false, mail: [] },
  };
}

/** The available roles, counting the caller, who just gave a sign of life. */
export function availableWith(room: Room, role: RoleName): RoleName[] {
  const available = availableRoles(room);
  if (available.includes(role)) return available;
  return room.team.roles.map((r) => r.name).filter((name) => name === role || available.includes(name));
}

/** The answer to an agent's call carries its mail. */
export function deliverMail(agent: Agent, actor: Actor, messageIds: MessageId[] = agent.mail): ActedFact[] {
  if (messageIds.length === 0) return [];
  return [{ type: "message.delivered", data: { agentId: agent.id, messageIds }, actor }];
}

/** The answer with the claim reached nobody. */
export function decideRelease(room: Room, command: CommandOf<"release">): RulingOn<"release"> {
  const task = liveTask(room, command.taskId);
  if (task?.lease?.fence !== command.fence || task.state !== "claimed") {
    return refused("lease_lost", "The claim ended before it could be released.", {
      taskId: command.taskId,
    });
  }
  const ended = endUnread(task as HeldTask, command.reason);
  return accept(
    ended.map((fact) => ({ ...fact, actor: SERVER })),
    {},
  );
}
