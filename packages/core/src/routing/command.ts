import type { PersonCaller } from "../kernel/actor.ts";
import type { MessageId, RoleName, TaskId } from "../kernel/ids.ts";
import type { Message } from "../message/message.ts";
import type { CorrectedHow } from "./correction.ts";
import type { RouteDecision } from "./route-decision.ts";

/** A message that was routed, as the log has it. */
export interface RoutedMessage {
  message: Message;
  /** Where in the log it was sent. */
  seq: number;
  decision: RouteDecision;
}

declare module "../kernel/command.ts" {
  interface Commands {
    correctRoute: { by: PersonCaller; sent: RoutedMessage; to: RoleName };
  }

  interface Replies {
    correctRoute: {
      messageId: MessageId;
      taskId: TaskId | null;
      from: RoleName | null;
      to: RoleName;
      /** `same`: it was there already. */
      how: CorrectedHow | "same";
      available: boolean;
    };
  }
}
