import type { Complexity, ProposalStep } from "../flow/steps.ts";
import { roleName, type TaskId } from "../kernel/ids.ts";
import type { DecisionAct } from "./act.ts";
import type { Decision, DecisionKind, DecisionOption, WrittenOption } from "./decision.ts";

type Asked = Pick<Decision, "kind" | "subject">;

/** Options as they are now; those that were written without their act get it by what their id meant then. */
export function optionsOf(asked: Asked, options: readonly WrittenOption[]): DecisionOption[] {
  if (options.every(isWhole)) return options as DecisionOption[];
  return options.map(({ paths = [], act, ...option }) => ({
    ...option,
    act: act ?? actOf(asked, option.id, paths),
  }));
}

function isWhole({ act }: WrittenOption): boolean {
  return act !== undefined;
}

/** An id is `verb` or `verb:object`. New decisions never come here. */
function actOf({ kind, subject }: Asked, id: string, paths: string[]): DecisionAct {
  const [verb = "", object = ""] = id.split(/:(.*)/s);
  const meant = Object.hasOwn(MEANT[kind], verb) ? MEANT[kind][verb] : undefined;
  if (meant === undefined) return kind === "intervention" ? { kind: "tell" } : { kind: "unknown" };
  return typeof meant === "function" ? meant({ object, subject, paths }) : meant;
}

interface Said {
  object: string;
  subject: Decision["subject"];
  paths: string[];
}
type Meant = DecisionAct | ((said: Said) => DecisionAct);

const handOn: Meant = ({ object }) => ({ kind: "hand_on", role: roleName(object) });
const letGoOn: Meant = ({ subject }) => ({ kind: "let_go_on", taskId: taskOf(subject) });
const proposal: Record<string, Meant> = {
  discuss: { kind: "discuss" },
  revise: { kind: "revise" },
  renew: { kind: "renew" },
  back: ({ object }) => ({ kind: "back", step: object as ProposalStep }),
};
const keepWhole: Meant = ({ subject }) => ({ kind: "keep_whole", part: scopeOf(subject) });

const MEANT: Record<DecisionKind, Record<string, Meant>> = {
  task_failed: {
    retry: { kind: "retry" },
    cancel: { kind: "cancel" },
    abort: { kind: "abort" },
    hand_on: handOn,
  },
  // What else an agent offers is told to it.
  intervention: {
    cancel: { kind: "cancel" },
    reassign: handOn,
    allow: ({ paths }) => (paths.length > 0 ? { kind: "allow", paths } : { kind: "tell" }),
  },
  lockout: {
    retry: { kind: "lift_lockout", of: "others" },
    author: { kind: "lift_lockout", of: "last" },
    skip: letGoOn,
    cancel: { kind: "cancel" },
    abort: { kind: "abort" },
    hand_on: handOn,
  },
  role_unavailable: {
    anyone: { kind: "set_free" },
    wait: { kind: "wait" },
    reroute: ({ object }) => ({ kind: "reroute", role: roleName(object) }),
  },
  triage: {
    ...proposal,
    agree: { kind: "agree" },
    skip: { kind: "skip_to_plan" },
    override: ({ object }) => ({ kind: "override_level", level: object as Complexity }),
  },
  scope: {
    ...proposal,
    accept: ({ subject }) => ({ kind: "accept_scope", part: scopeOf(subject) }),
    one_piece: keepWhole,
    keep: keepWhole,
  },
  questions: { ...proposal, done: { kind: "send_answers" } },
  approach: {
    ...proposal,
    choose: ({ object }) => ({ kind: "choose", approachId: object }),
    skip: { kind: "choose", approachId: null },
  },
  design_section: {
    ...proposal,
    approve: { kind: "approve_section" },
    previous: { kind: "previous_section" },
  },
  plan: { ...proposal, approve: { kind: "approve_plan" } },
  review_failed: {
    retry: ({ subject }) =>
      isOfTask(subject)
        ? { kind: "another_round", taskId: taskOf(subject) }
        : { kind: "fix_findings" },
    roll_back: ({ subject }) => ({ kind: "roll_back", taskId: taskOf(subject) }),
    skip: letGoOn,
    override: { kind: "let_stand" },
    abort: { kind: "abort" },
  },
  batch_checkpoint: {
    continue: { kind: "next_batch" },
    adjust: { kind: "adjust_batches" },
    stop: { kind: "stop" },
  },
  pipeline_checkpoint: {
    resume: { kind: "pass_checkpoint" },
    improve: { kind: "improve_checkpoint" },
    revise: ({ object }) => ({ kind: "revise_step", step: object }),
    recheck: { kind: "recheck_checkpoint" },
    feedback: { kind: "feedback_checkpoint" },
    stop: { kind: "stop" },
  },
  discussion_blocked: {
    revise: { kind: "revise_discussed" },
    proceed: { kind: "proceed_discussed" },
    stop: { kind: "stop" },
  },
  budget: {
    raise: { kind: "raise_budget" },
    unlimited: { kind: "lift_budget" },
    stop: { kind: "stop_at_budget" },
  },
  next_session: {
    start: ({ object, subject }) => ({
      kind: "start",
      sessionId: object === "" && subject.kind === "session" ? subject.sessionId : Number(object),
    }),
    hold: { kind: "hold" },
  },
  permission: {
    once: { kind: "permit", scope: "once" },
    task: { kind: "permit", scope: "task" },
    role: { kind: "permit", scope: "role" },
    deny: { kind: "deny_call" },
  },
  // It came after answers began to say what they do.
  merge_failed: {},
  deadlock: {},
  message_overdue: {},
  message_loop: {},
  gate_failed: {
    redo: { kind: "redo" },
    override: { kind: "override_gate" },
    stop: { kind: "stop" },
  },
};

function isOfTask(subject: Decision["subject"]): boolean {
  return subject.kind === "session" && subject.step === "execute";
}

function taskOf(subject: Decision["subject"]): TaskId {
  if (subject.kind === "task") return subject.taskId;
  return (subject.kind === "session" ? subject.part : null) as TaskId;
}

function scopeOf(subject: Decision["subject"]): "batches" | "splits" {
  return subject.kind === "session" && subject.part === "splits" ? "splits" : "batches";
}
