import type { RoleName, TaskId } from "../kernel/ids.ts";
import type { EventType, RoomEvent } from "../log/event.ts";
import type { Step } from "../log/step.ts";
import type { RoomView } from "../log/view.ts";
import { liveTask } from "../task/order.ts";
import type { NewTask } from "../task/task.ts";

/** Of what the room asks, and of what it no longer asks, only this can have changed. */
export interface Touched {
  /** Anything: who is there, what waits for what. */
  all: boolean;
  tasks: Set<TaskId>;
  roles: Set<RoleName>;
  /** What sessions ask is derived from them, and there is one of them that runs. */
  sessions: boolean;
}

/** Derived from the events alone, so that those that change nothing here cost no look at the tasks. */
export function touchedBy(steps: readonly Step[]): Touched {
  const touched: Touched = {
    all: false,
    tasks: new Set(),
    roles: new Set(),
    sessions: false,
  };
  for (const step of steps) {
    const { touches } = effectOf(step.event);
    if (typeof touches === "function") touches(touched, step as never);
    else if (touches !== null) touched[touches] = true;
  }
  return touched;
}

/** Whether the room may now ask what it did not ask before. */
export function mayAsk(event: RoomEvent): boolean {
  const { asks } = effectOf(event);
  return typeof asks === "function" ? asks(event as never) : asks;
}

/** Whether it may leave nobody who may revise what was rejected; asked only where the team locks anybody out. */
export function mayLockOut({ event, after }: Step): boolean {
  switch (event.type) {
    case "handoff.delivered":
      return isRejected(event.data.task);
    case "session.reworked":
      return event.data.tasks.some(({ task }) => isRejected(task));
    case "task.returned":
    case "task.retried":
    case "task.released":
    case "task.attempt_ended":
      return isRejected(liveTask(after, event.data.taskId));
    case "agent.left":
    case "agent.came_online":
    case "agent.went_offline":
      return after.tasks.some(isRejected);
    default:
      return false;
  }
}

function isRejected(task: Pick<NewTask, "rejections"> | null | undefined): boolean {
  return (task?.rejections ?? []).length > 0;
}

type StepOf<T extends EventType> = Step & { event: Extract<RoomEvent, { type: T }> };

/** What an event means for what the room asks. */
interface EffectOf<T extends EventType> {
  /** The room may ask afterwards what it did not ask before. */
  asks: boolean | ((event: StepOf<T>["event"]) => boolean);
  /** Of what is asked, only this can have changed; `null`: nothing. */
  touches: "all" | "sessions" | null | ((touched: Touched, step: StepOf<T>) => void);
}

type AnyEffect = {
  asks: boolean | ((event: never) => boolean);
  touches: "all" | "sessions" | null | ((touched: Touched, step: never) => void);
};

function effectOf({ type }: RoomEvent): AnyEffect {
  return (EFFECTS as Record<EventType, AnyEffect>)[type];
}

/** An event about one task, with the room after it. */
type OfTask = { event: { data: { taskId: TaskId } }; after: RoomView };

const NOTHING = { asks: false, touches: null } as const;
/** Another role may take over, or nobody may; what waited is held up by something else, or by nothing. */
const ANYTHING = { asks: false, touches: "all" } as const;
const SESSIONS = { asks: false, touches: "sessions" } as const;
const ASKED_OF_SESSIONS = { asks: true, touches: "sessions" } as const;

const ONE_TASK = {
  asks: false,
  touches: (touched: Touched, { event, after }: OfTask) =>
    touchTask(touched, event.data.taskId, after),
};
const PARKED = {
  asks: true,
  touches: (touched: Touched, { event }: StepOf<"task.parked" | "task.told_to_wait">) => {
    for (const id of event.data.taskIds) touched.tasks.add(id);
    touched.roles.add(event.data.role);
  },
};
/** A scout that fails beside a checkpoint changes what is said there. */
const TRIED = (touched: Touched, { event, after }: OfTask) => {
  touched.sessions ||= isOfSession(after, event.data.taskId);
  touchTask(touched, event.data.taskId, after);
};
const REVIEWED = (touched: Touched, { event, after }: OfTask) => {
  touched.sessions = true;
  touchTask(touched, event.data.taskId, after);
};
const NEW_WORK = (touched: Touched, { event }: StepOf<"session.asked" | "session.rescouted">) => {
  touched.sessions = true;
  touched.roles.add(event.data.task.role);
};
const NEW_TASKS = (
  touched: Touched,
  { event }: StepOf<"session.plan_approved" | "session.reworked">,
) => {
  touched.sessions = true;
  for (const { task } of event.data.tasks) {
    touched.roles.add(task.role);
    if (task.waitsFor.length > 0) touched.all = true;
  }
};
const ONE_TASK_MORE = {
  asks: false,
  touches: (touched: Touched, { event }: StepOf<"message.sent" | "backlog.picked">) => {
    if (event.data.task) touched.roles.add(event.data.task.role);
  },
};

/** Every event says what it means for what is asked: one that does not is no event. */
const EFFECTS: { readonly [T in EventType]: EffectOf<T> } = {
  "room.created": NOTHING,
  "room.removed": NOTHING,
  "room.options_set": SESSIONS,
  "room.gate_preset_set": NOTHING,
  "team.changed": { asks: true, touches: "all" },
  // Whatever was left unasked by an earlier release is asked when somebody joins.
  "agent.joined": { asks: true, touches: "all" },
  "agent.left": ANYTHING,
  "agent.came_online": ANYTHING,
  "agent.went_offline": ANYTHING,
  "message.sent": ONE_TASK_MORE,
  "message.edited": ONE_TASK,
  // Nothing waits for a message that is taken back.
  "message.withdrawn": {
    asks: false,
    touches: (touched, { event, before }) => touchTask(touched, event.data.taskId, before),
  },
  "message.delivered": NOTHING,
  "task.created": {
    asks: false,
    touches: (touched, { event }) => {
      for (const { role, waitsFor } of event.data.tasks) {
        touched.roles.add(role);
        if (waitsFor.length > 0) touched.all = true;
      }
      if (event.data.blocks) touched.all = true;
    },
  },
  "task.claimed": ONE_TASK,
  "task.resumed": NOTHING,
  "task.started": NOTHING,
  "task.progressed": NOTHING,
  "task.completed": ANYTHING,
  "task.released": ONE_TASK,
  "task.attempt_ended": { asks: ({ data }) => data.final, touches: TRIED },
  "task.retried": { asks: false, touches: TRIED },
  "task.cancelled": ANYTHING,
  "task.moved_to_front": ONE_TASK,
  "task.boundary_lifted": ONE_TASK,
  "task.parked": PARKED,
  "task.reassigned": {
    asks: true,
    touches: (touched, { event }) => {
      touched.roles.add(event.data.from).add(event.data.to);
      for (const { taskId } of event.data.tasks) touched.tasks.add(taskId);
    },
  },
  "task.told_to_wait": PARKED,
  "task.retry_withdrawn": { asks: true, touches: TRIED },
  "task.submitted": {
    asks: false,
    touches: (touched, { event, after }) => {
      touched.sessions = true;
      for (const { role } of event.data.reviews) touched.roles.add(role);
      touchTask(touched, event.data.taskId, after);
    },
  },
  "task.reviewed": { asks: true, touches: REVIEWED },
  "task.passed": ANYTHING,
  "task.returned": { asks: false, touches: REVIEWED },
  "handoff.delivered": {
    asks: false,
    touches: (touched, { event, before }) => {
      const { fromTaskId, task } = event.data;
      const from = liveTask(before, fromTaskId);
      // Who waited for it waits for the task in its place, which itself waits for nothing.
      if (task === null || (from?.waitsFor.length ?? 0) > 0) touched.all = true;
      else touched.roles.add(task.role);
      if (task) touched.tasks.add(task.id);
      touchTask(touched, fromTaskId, before);
    },
  },
  "handoff.rerouted": NOTHING,
  "decision.opened": ANYTHING,
  "decision.revised": NOTHING,
  "decision.answered": ANYTHING,
  "decision.withdrawn": ANYTHING,
  "decision.superseded": { asks: true, touches: "all" },
  "backlog.added": NOTHING,
  "backlog.edited": NOTHING,
  "backlog.moved": NOTHING,
  "backlog.picked": ONE_TASK_MORE,
  "backlog.deferred": NOTHING,
  "backlog.finished": NOTHING,
  "backlog.returned": NOTHING,
  "backlog.closed": NOTHING,
  "backlog.dropped": NOTHING,
  "backlog.reopened": NOTHING,
  "backlog.mode_changed": NOTHING,
  "backlog.clearing_paused": NOTHING,
  "backlog.clearing_resumed": NOTHING,
  "session.created": SESSIONS,
  "session.edited": SESSIONS,
  // Whoever is asked what comes next is asked about the first of the queue.
  "session.moved": ASKED_OF_SESSIONS,
  "session.started": SESSIONS,
  "session.next_held": SESSIONS,
  "session.asked": { asks: false, touches: NEW_WORK },
  "session.proposed": ASKED_OF_SESSIONS,
  "session.reply_refused": SESSIONS,
  "session.remarked": ASKED_OF_SESSIONS,
  "session.question_answered": SESSIONS,
  "session.level_set": ASKED_OF_SESSIONS,
  "session.batches_set": ASKED_OF_SESSIONS,
  "session.splits_set": ASKED_OF_SESSIONS,
  "session.approach_chosen": SESSIONS,
  "session.section_approved": ASKED_OF_SESSIONS,
  "session.section_shown": ASKED_OF_SESSIONS,
  "session.section_reopened": ASKED_OF_SESSIONS,
  "session.scope_reopened": ASKED_OF_SESSIONS,
  "session.step_entered": ASKED_OF_SESSIONS,
  "session.plan_approved": { asks: false, touches: NEW_TASKS },
  "session.reworked": { asks: false, touches: NEW_TASKS },
  "session.review_overridden": ASKED_OF_SESSIONS,
  "session.gate_overridden": ASKED_OF_SESSIONS,
  "session.batch_ended": SESSIONS,
  "session.rescouted": { asks: false, touches: NEW_WORK },
  "session.batches_adjusted": SESSIONS,
  // One thing is asked of a paused one: what becomes of a budget that is used.
  "session.paused": ASKED_OF_SESSIONS,
  "session.resumed": ASKED_OF_SESSIONS,
  "session.parked": ASKED_OF_SESSIONS,
  "session.ended": ASKED_OF_SESSIONS,
  "scout.saved": NOTHING,
  "usage.reported": ASKED_OF_SESSIONS,
  "budget.set": ASKED_OF_SESSIONS,
  "budget.warned": SESSIONS,
};

function isOfSession(view: RoomView, id: TaskId): boolean {
  return (liveTask(view, id)?.sessionId ?? null) !== null;
}

function touchTask(touched: Touched, id: TaskId, view: RoomView): void {
  touched.tasks.add(id);
  const task = liveTask(view, id);
  if (task) touched.roles.add(task.role);
}
