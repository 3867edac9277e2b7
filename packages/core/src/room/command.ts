import type { ConnectionClass, Door } from "../agent/agent.ts";
import type { Attachment } from "../attachment/attachment.ts";
import type { BacklogCommand } from "../backlog/command.ts";
import type { BranchCommand } from "../branch/command.ts";
import type { BudgetCommand } from "../budget/command.ts";
import type { CommentCommand } from "../comment/command.ts";
import type { DecisionId, Urgency } from "../decision/decision.ts";
import type { ErrorCommand } from "../error/command.ts";
import type { FanoutCommand } from "../fanout/command.ts";
import type { InterchangeCommand } from "../interchange/command.ts";
import type { AgentCaller, PersonCaller } from "../kernel/actor.ts";
import type { Signs } from "../kernel/deadline.ts";
import type { AgentId, Fence, MessageId, NewId, RoleName, TaskId } from "../kernel/ids.ts";
import type { LockCommand } from "../lock/command.ts";
import type { Step } from "../log/step.ts";
import type { RoomView } from "../log/view.ts";
import type { LogLine, MessageAbout, MessageKind } from "../message/message.ts";
import type { PolicyCommand } from "../policy/command.ts";
import type { WorkVerdict } from "../reply/verdict.ts";
import type { RetentionCommand } from "../retention/command.ts";
import type { RoutingCommand } from "../routing/command.ts";
import type { Spent } from "../routing/status.ts";
import type { RunCommand } from "../run/command.ts";
import type { RoomModels } from "../run/model.ts";
import type { ScoutCommand } from "../scout/command.ts";
import type { AnswerDetail, SessionCommand } from "../session/record/command.ts";
import type { BlockerDraft } from "../task/blockers.ts";
import type { Boundaries } from "../task/boundaries.ts";
import type { DiffCount } from "../task/diff-lines.ts";
import type { EarlierTask } from "../task/earlier.ts";
import type { Output } from "../task/outputs.ts";
import type { Artifact, CheckReport, CriterionAnswer } from "../task/result.ts";
import type { FoundState } from "../task/resume.ts";
import type { Priority, ProgressCheck, SubagentAtWork } from "../task/task.ts";
import type { Intent, Target, Team } from "../team/team.ts";
import type { ReportedUsage } from "../usage/usage.ts";
import type { WisdomCommand } from "../wisdom/command.ts";
import type { WisdomDraft, WisdomSource } from "../wisdom/wisdom.ts";
import type { ActedFact } from "./ruling.ts";

/** Who changes a message that waits: its sender, or a lead of the room. */
export interface MessageKeeper extends PersonCaller {
  isLead: boolean;
}

/** A task as its creator describes it. */
export interface TaskDraft {
  /** The creator's name for it inside one call; other drafts require it as `ref:NAME`. */
  ref?: string;
  /** Whose it is; left out: whoever has the prefix. */
  role?: RoleName;
  /** What its id begins with; left out: the role's own. */
  prefix?: string;
  agentId?: AgentId;
  title: string;
  instruction: string;
  priority?: Priority;
  timeoutS?: number;
  /** Ids of the room's tasks, or `ref:NAME`. */
  requires?: string[];
  /** Tasks that wait for this one, named in the same way: the same edge, said from its other end. */
  blocks?: string[];
  boundaries?: Boundaries;
  outputs?: Output[];
  successCriteria?: string[];
}

export interface ResultDraft {
  summary: string;
  /** Each named by its text, or by its number from 1. */
  criteria?: (Omit<CriterionAnswer, "criterion"> & { criterion: string | number })[];
  keyDecisions?: string[];
  artifacts?: Artifact[];
  warnings?: string[];
  diff?: Attachment;
  changes?: DiffCount;
  /** Every path that the diff touches. */
  touched?: readonly string[];
  checks?: CheckReport[];
  verdict?: Exclude<WorkVerdict, "unclear">;
}

export interface HandoffDraft {
  to: Target;
  intent: Intent;
  message: string;
  result: ResultDraft;
  /** How the next role's task differs from the default (title from the message, the sender's priority). */
  task?: Partial<
    Pick<
      TaskDraft,
      "agentId" | "title" | "priority" | "timeoutS" | "boundaries" | "outputs" | "successCriteria"
    >
  >;
}

export type Command =
  | {
      type: "createRoom";
      by: PersonCaller;
      name: string;
      team: Team;
      demo: boolean;
      /** What it says about models from its beginning. */
      models?: RoomModels | undefined;
      /** What its team knows from its beginning. */
      known?: (WisdomDraft & { source?: WisdomSource })[] | undefined;
    }
  | { type: "removeRoom"; by: PersonCaller; reason: string }
  | {
      type: "setOptions";
      by: PersonCaller;
      askBeforeNext?: boolean | undefined;
      models?: RoomModels | undefined;
      redactEmails?: boolean | undefined;
      lockBoundaries?: boolean | undefined;
      lockWrites?: boolean | undefined;
      pipelinesAtOnce?: number | undefined;
    }
  | {
      type: "changeTeam";
      by: PersonCaller;
      team: Team;
      /** The version of the team that the person saw. */
      version: number;
      /** Who takes what was a gone role's; by default the entry point. */
      remap: Readonly<Record<string, string>>;
    }
  | {
      type: "join";
      by: AgentCaller;
      role: RoleName;
      class: ConnectionClass;
      harness: string | null;
      door?: Door;
      /** Only if it is not there as this role. */
      ifAbsent?: boolean;
    }
  | { type: "leave"; by: AgentCaller; reason: string }
  | { type: "dismiss"; by: PersonCaller; agentId: AgentId; reason: string }
  | { type: "claim"; by: AgentCaller }
  | { type: "returnOnline"; by: AgentCaller }
  | { type: "release"; taskId: TaskId; fence: Fence; reason: string }
  | {
      type: "progress";
      by: AgentCaller;
      taskId: TaskId;
      fence: Fence;
      progress: ProgressDraft;
      usage?: ReportedUsage | undefined;
    }
  | {
      type: "complete";
      by: AgentCaller;
      taskId: TaskId;
      fence: Fence;
      result: ResultDraft;
      /** For a task that a session waits for: what it asked for, as JSON or as text with JSON in it. */
      reply?: string | null;
      /** An attempt before was cut short: what of it is there. The room says whether that is all. */
      found?: FoundState | undefined;
      next: boolean;
      /** What the team should know of it. */
      wisdom?: WisdomDraft[] | undefined;
      usage?: ReportedUsage | undefined;
    }
  | {
      type: "fail";
      by: AgentCaller;
      taskId: TaskId;
      fence: Fence;
      reason: string;
      usage?: ReportedUsage | undefined;
    }
  | {
      type: "handOff";
      by: AgentCaller;
      taskId: TaskId;
      fence: Fence;
      handoff: HandoffDraft;
      /** Take the next ready task in the same commit. */
      next: boolean;
      wisdom?: WisdomDraft[] | undefined;
      usage?: ReportedUsage | undefined;
    }
  | {
      type: "handOn";
      by: PersonCaller;
      taskId: TaskId;
      handoff: Omit<HandoffDraft, "result">;
      queueAnyway: boolean;
    }
  | { type: "createTasks"; by: AgentCaller | PersonCaller; fence: Fence | null; tasks: TaskDraft[] }
  | { type: "cancelTask"; by: PersonCaller; taskId: TaskId; cascade: boolean; reason: string }
  | {
      type: "putBack";
      by: AgentCaller | PersonCaller;
      taskId: TaskId;
      /** Of the agent's own claim; people need none. */
      fence: Fence | null;
      reason: string;
    }
  | {
      type: "closeBlocker";
      by: AgentCaller | PersonCaller;
      taskId: TaskId;
      blockerId: number;
      note: string;
      /** The log has it as a blocker of this task, open or closed. */
      wasReported: boolean;
    }
  | { type: "retryTask"; by: PersonCaller; taskId: TaskId }
  | { type: "allowPaths"; by: PersonCaller; taskId: TaskId; paths: string[]; reason: string }
  | { type: "moveToFront"; by: PersonCaller; taskId: TaskId }
  | {
      type: "sendUserMessage";
      /** For the runs that it causes. */
      model?: string | undefined;
      by: PersonCaller;
      body: string;
      repliesTo: MessageId | null;
      priority: Priority;
      /** Goes to the front, and whoever of the entry point is at work is told of it. */
      interrupt?: boolean;
      /** Stored before, and still there. */
      attachments?: readonly Attachment[];
      /** Where it asks for that. */
      spent?: Spent | undefined;
    }
  | { type: "editMessage"; by: MessageKeeper; taskId: TaskId; body: string }
  | { type: "withdrawMessage"; by: MessageKeeper; taskId: TaskId }
  | { type: "moveMessageToFront"; by: MessageKeeper; taskId: TaskId }
  | {
      type: "sendAgentMessage";
      by: AgentCaller;
      to: { kind: "user" } | { kind: "role"; role: RoleName } | { kind: "agent"; agentId: AgentId };
      body: string;
      repliesTo: MessageId | null;
      /** `critical` and `high` stand before the rest of the receiver's mail. */
      priority?: Priority | undefined;
      kind?: MessageKind | undefined;
      subject?: string | undefined;
      about?: MessageAbout | undefined;
      /** Seconds in which an answer is needed; left out: it needs none. */
      responseS?: number | undefined;
      /** The task in hand waits for the answer. */
      waits?: boolean | undefined;
      /** A line of its log: it goes to the entry point, and nobody is told of it. */
      log?: LogLine | undefined;
      attachments?: readonly Attachment[];
    }
  | {
      type: "answerDecision";
      by: PersonCaller;
      decisionId: DecisionId;
      optionId: string;
      note: string;
      /** The version that the person saw; `null` answers whatever it asks now. */
      version: number | null;
      /** What the answer says besides: answers to questions, edited batches. */
      detail?: AnswerDetail;
      /** One of many that are answered at once. */
      together?: boolean;
    }
  | { type: "undoDecision"; by: PersonCaller; decisionId: DecisionId }
  | {
      type: "askIntervention";
      by: AgentCaller;
      taskId: TaskId;
      fence: Fence;
      question: string;
      reason: string;
      /** Answers that the agent offers; a free answer and cancelling are always possible. */
      options: { id?: string; label: string; consequence: string }[];
      suggestedRole: RoleName | null;
      urgency: Urgency;
      /** Files outside of the task's boundaries that it asks to change. */
      outside?: string[];
    }
  | PolicyCommand
  | BacklogCommand
  | SessionCommand
  | ScoutCommand
  | RunCommand
  | BranchCommand
  | CommentCommand
  | FanoutCommand
  | RoutingCommand
  | WisdomCommand
  | LockCommand
  | ErrorCommand
  | InterchangeCommand
  | RetentionCommand
  | BudgetCommand
  | { type: "tick" };

export interface ProgressDraft {
  percent?: number;
  action?: string;
  completed?: string[];
  remaining?: string[];
  artifacts?: Artifact[];
  checks?: ProgressCheck[];
  /** All that are open now. */
  blockers?: BlockerDraft[];
  /** A subagent that was called. */
  subagent?: string | undefined;
  /** Why it failed. */
  failed?: string | undefined;
  /** Those that begin or end to work now. */
  atWork?: (SubagentAtWork & { works: boolean })[];
}

/** What the room is told with a command; signs of life only with ticks. */
export interface Given extends Signs {
  /** The database's clock, epoch milliseconds. */
  now: number;
  newId: NewId;
  /** Requirements that are not live any more, as the tables have them. */
  ended: Record<TaskId, "completed" | "cancelled">;
  /** What came before the task in hand, the newest first, as the tables have it; only for handoffs. */
  earlier?: readonly EarlierTask[];
}

/** What a ruling may know besides the room and the command. */
export interface Context extends Given {
  /** The room's next events, made of these facts at `now`, each with what it changes. */
  fold: (view: RoomView, facts: readonly ActedFact[]) => Step[];
}
