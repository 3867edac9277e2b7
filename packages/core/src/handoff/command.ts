import type { AgentCaller, PersonCaller } from "../kernel/actor.ts";
import type { Fence, HandoffId, RoleName, TaskId } from "../kernel/ids.ts";
import type { Claim, ResultDraft, TaskDraft } from "../task/command.ts";
import type { Intent, Target } from "../team/team.ts";
import type { ReportedUsage } from "../usage/usage.ts";
import type { WisdomDraft } from "../wisdom/wisdom.ts";

export interface HandoffDraft {
  to: Target;
  intent: Intent;
  message: string;
  result: ResultDraft;
  /** How the next role's task differs from the default (title from the message, the sender's priority). */
  task?: Partial<
    Pick<TaskDraft, "agentId" | "title" | "priority" | "timeoutS" | "boundaries" | "outputs" | "successCriteria">
  >;
}

export interface HandedOn {
  /** `null`: nothing was passed. A task of a plan keeps its place there, or it was handed back too often. */
  handoffId: HandoffId | null;
  to: Target;
  intent: Intent;
  taskId: TaskId | null;
  variant: string;
  unreviewed: boolean;
  rerouted: { wanted: RoleName; reason: string } | null;
  queuedAnyway: boolean;
}

export interface HandedOff extends HandedOn {
  stillOpen: TaskId[];
  warnings: string[];
  next: Claim | null;
}

declare module "../kernel/command.ts" {
  interface Commands {
    handOff: {
      by: AgentCaller;
      taskId: TaskId;
      fence: Fence;
      handoff: HandoffDraft;
      /** Take the next ready task in the same commit. */
      next: boolean;
      wisdom?: WisdomDraft[] | undefined;
      usage?: ReportedUsage | undefined;
    };
    handOn: {
      by: PersonCaller;
      taskId: TaskId;
      handoff: Omit<HandoffDraft, "result">;
      queueAnyway: boolean;
    };
  }

  interface Replies {
    handOff: HandedOff;
    handOn: HandedOn;
  }
}
