import type { Attachment } from "../attachment/attachment.ts";
import { type Actor, type Author, BY_SERVER } from "../kernel/actor.ts";
import type { Fence, MessageId, RoleName, SessionId, TaskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import { titleOf } from "../kernel/title.ts";
import type { Message } from "../message/message.ts";
import { limitsFor } from "../routing/limits.ts";
import { newTask, numberTasks } from "../task/create.ts";
import type { NewTask, Priority } from "../task/task.ts";
import type { Tier } from "../team/tiers.ts";
import type { BranchDraft } from "./command.ts";

type Opened = Extract<ActedFact, { type: "fanout.opened" }>;

/** A request to several agents, each with a task of its own that says nothing about the others. */
export function openFanout(
  room: Room,
  asked: {
    actor: Actor;
    messageId: MessageId | null;
    title: string;
    tier: Tier | null;
    branchS: number;
    /** It already has a number, though the room may not know it yet. */
    joinTaskId: TaskId;
    fence: Fence | null;
    priority: Priority;
    branches: readonly (BranchDraft & { prefix?: string })[];
    sessionId?: SessionId;
    attachments?: readonly Attachment[] | undefined;
  },
  now: number,
): Opened {
  const {
    actor,
    messageId,
    title,
    tier,
    branchS,
    joinTaskId,
    fence,
    priority,
    branches,
    sessionId = null,
    attachments,
  } = asked;
  const fanoutId = room.fanouts.number + 1;
  const ids = numberTasks(room, branches, joinTaskId);
  const { kind, id, name } = actor.kind === "server" ? BY_SERVER : actor;
  const role = actor.kind === "agent" ? { role: actor.role } : {};
  const tasks = branches.map(
    (branch, i): NewTask => ({
      ...newTask(
        {
          role: branch.role,
          title: branch.title ?? titleOf(branch.instruction),
          instruction: branch.instruction,
          priority,
          timeoutS: branchS,
          ...(branch.agentId === undefined ? {} : { agentId: branch.agentId }),
        },
        ids[i] as TaskId,
        now,
      ),
      createdBy: { kind, id, name, ...role },
      // The message is the joining task's to answer.
      origin: { kind: "task", messageId: null },
      branchOf: fanoutId,
      ...(sessionId === null ? {} : { sessionId }),
    }),
  );
  const data = {
    fanoutId,
    messageId,
    title,
    tier,
    branchS,
    joinTaskId,
    fence,
    tasks,
    ...(attachments ? { attachments } : {}),
  };
  return { type: "fanout.opened", data, actor };
}

/** What a user's message asks several roles at once; its own task joins their results. */
export function openOfMessage(
  room: Room,
  of: {
    actor: Author;
    message: Pick<Message, "id" | "body" | "attachments">;
    task: Pick<NewTask, "id" | "title" | "priority">;
    roles: readonly RoleName[];
    tier: Tier | null;
    now: number;
  },
): Opened[] {
  const { actor, message, task, roles, tier, now } = of;
  if (roles.length === 0) return [];
  const { branchS } = limitsFor(room.team, tier);
  const asked = {
    actor,
    messageId: message.id,
    title: task.title,
    tier,
    branchS,
    fence: null,
    joinTaskId: task.id,
    priority: task.priority,
    attachments: message.attachments,
    branches: roles.map((role) => ({ role, instruction: message.body })),
  };
  return [openFanout(room, asked, now)];
}
