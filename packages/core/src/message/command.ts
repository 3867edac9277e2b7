import type { Attachment } from "../attachment/attachment.ts";
import type { AgentCaller, PersonCaller } from "../kernel/actor.ts";
import type { AgentId, MessageId, RoleName, TaskId } from "../kernel/ids.ts";
import type { Spent } from "../routing/status.ts";
import type { Priority } from "../task/task.ts";
import type { LogLine, Message, MessageAbout, MessageKind } from "./message.ts";

/** Who may change a waiting message: its sender, or a lead of the room. */
export interface MessageKeeper extends PersonCaller {
  isLead: boolean;
}

export interface Placed {
  messageId: MessageId;
  taskId: TaskId;
  /** Tasks of the entry point that come before it. */
  ahead: number;
}

declare module "../kernel/command.ts" {
  interface Commands {
    sendUserMessage: {
      /** The model for the runs that it causes. */
      model?: string | undefined;
      by: PersonCaller;
      body: string;
      repliesTo: MessageId | null;
      priority: Priority;
      /** Goes to the front; the entry point's agents at work are told about it. */
      interrupt?: boolean;
      /** Stored before, and still there. */
      attachments?: readonly Attachment[];
      /** If it asks for that. */
      spent?: Spent | undefined;
    };
    editMessage: { by: MessageKeeper; taskId: TaskId; body: string };
    withdrawMessage: { by: MessageKeeper; taskId: TaskId };
    moveMessageToFront: { by: MessageKeeper; taskId: TaskId };
    sendAgentMessage: {
      by: AgentCaller;
      to: { kind: "user" } | { kind: "role"; role: RoleName } | { kind: "agent"; agentId: AgentId };
      body: string;
      repliesTo: MessageId | null;
      /** `critical` and `high` come before the rest of the receiver's mail. */
      priority?: Priority | undefined;
      kind?: MessageKind | undefined;
      subject?: string | undefined;
      about?: MessageAbout | undefined;
      /** Seconds within which an answer is needed; left out: it needs none. */
      responseS?: number | undefined;
      /** The task in hand waits for the answer. */
      waits?: boolean | undefined;
      /** A line of its role's log: it goes to the entry point, and nobody is told about it. */
      log?: LogLine | undefined;
      attachments?: readonly Attachment[];
    };
  }

  interface Replies {
    sendUserMessage: Omit<Placed, "taskId"> & {
      /** `null`: the room answered it itself. */
      taskId: TaskId | null;
      answer: string | null;
      to: RoleName | "room";
      available: boolean;
      told: string[];
      /** If several were named: each has a task of its own, and this one joins their results. */
      branches: { taskId: TaskId; role: RoleName; available: boolean }[];
    };
    editMessage: Placed;
    withdrawMessage: Omit<Placed, "ahead">;
    moveMessageToFront: Placed;
    sendAgentMessage: {
      messageId: MessageId;
      message: Message;
      deliversTo: number;
      mail: MessageId[];
    };
  }
}
