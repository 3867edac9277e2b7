import type { RoomEvent } from "../kernel/event.ts";
import { PipelineReading } from "./pipeline-check.fixture.ts";

type SessionEvent = Extract<RoomEvent, { type: `session.${string}` }>;

interface Known {
  pipeline: PipelineReading | null;
  state: "queued" | "running" | "paused" | "ended";
  isParked: boolean;
  step: string;
  /** The task that an agent was asked for, and what it presented. */
  asked: string | null;
  /** The task of the scout beside the step. */
  scouting: string | null;
  versions: Record<string, number>;
}

/**
 * What no log may say about sessions, by a reading that shares nothing with the reducer: two that run, a
 * proposal that nobody was asked for, a step that is entered while its session is not running, an end twice.
 */
export class SessionReading {
  private readonly sessions = new Map<number, Known>();
  private readonly scouts = new Map<string, Known>();
  /** Tasks that end when their reply cannot be used. */
  readonly asked = new Set<string>();
  private readonly ended = new Set<string>();
  /** The last round about each task, whose word each turn is, and rounds that are over. */
  private readonly rounds = new Map<string, number>();
  private readonly turns = new Map<string, number>();
  private readonly over = new Set<number>();
  /** Steps that a discussion alone had revised. */
  private readonly revised = new Set<string>();

  isDiscussed(taskId: string): boolean {
    const round = this.rounds.get(taskId);
    return round !== undefined && this.over.has(round);
  }

  faultsOf(event: SessionEvent, create: (taskId: string) => void): string[] {
    if (event.type === "session.created")
      return event.data.sessions.flatMap(({ id, pipeline }) => {
        const expected = this.sessions.size + 1;
        this.sessions.set(id, {
          state: "queued",
          isParked: false,
          step: pipeline ? "execute" : "scout",
          pipeline: pipeline ? new PipelineReading(pipeline.steps, this.ended) : null,
          asked: null,
          scouting: null,
          versions: {},
        });
        return id === expected ? [] : [`session ${id} follows ${expected - 1}`];
      });
    const session = this.sessions.get(event.data.sessionId);
    if (!session) return [`session ${event.data.sessionId} is not there`];
    return session.state === "ended"
      ? [`session ${event.data.sessionId} has ended`]
      : this.change(session, event, create);
  }

  /** What becomes of tasks decides whether a scout is still awaited. */
  followTask(event: Extract<RoomEvent, { type: `task.${string}` }>): void {
    if (event.type === "task.completed" || event.type === "task.passed") this.ended.add(event.data.taskId);
    if (event.type === "task.cancelled")
      for (const id of [event.data.taskId, ...event.data.cascade]) this.ended.add(id);
    if (event.type === "task.cancelled")
      for (const id of [event.data.taskId, ...event.data.cascade]) this.setScouting(id, false);
    if (event.type === "task.attempt_ended" && event.data.final) this.setScouting(event.data.taskId, false);
    if (event.type === "task.retry_withdrawn") this.setScouting(event.data.taskId, false);
    if (event.type === "task.retried") this.setScouting(event.data.taskId, true);
  }

  /** The coordinator has not let it go. */
  isHeld(taskId: string): boolean {
    return [...this.sessions.values()].some(({ pipeline }) => pipeline?.held.has(taskId));
  }

  /** Its agent handed it on: what was to be done is another task. */
  handedOn(taskId: string): void {
    this.ended.add(taskId);
  }

  private setScouting(taskId: string, isOpen: boolean): void {
    const session = this.scouts.get(taskId);
    if (!session) return;
    if (isOpen) session.scouting = taskId;
    else if (session.scouting === taskId) session.scouting = null;
  }

  private change(
    session: Known,
    event: Exclude<SessionEvent, { type: "session.created" }>,
    create: (taskId: string) => void,
  ): string[] {
    switch (event.type) {
      case "session.started":
      case "session.resumed": {
        const from = event.type === "session.started" ? "queued" : "paused";
        const faults = [
          ...(session.state === from ? [] : [`it is ${session.state}`]),
          ...([...this.sessions.values()].some(
            (other) =>
              other !== session &&
              !other.pipeline &&
              !session.pipeline &&
              other.state !== "queued" &&
              this.holds(other),
          )
            ? ["another one runs"]
            : []),
        ];
        Object.assign(session, { state: "running", isParked: false });
        return faults;
      }
      case "session.paused": {
        const faults = session.state === "running" ? [] : [`it is ${session.state}`];
        session.state = "paused";
        return faults;
      }
      case "session.parked":
        session.isParked = event.data.isParked;
        return session.state === "paused" ? [] : [`it is ${session.state}`];
      case "session.ended":
        session.state = "ended";
        return event.data.end === "completed" ? (session.pipeline?.completed() ?? []) : [];
      case "session.advanced":
        for (const { task } of event.data.tasks) create(task.id);
        return [
          ...(session.state === "running" ? [] : [`it is ${session.state}`]),
          ...(session.pipeline?.advanced(event.data) ?? ["it has no pipeline"]),
        ];
      case "session.ruled":
        return [
          ...(event.actor.kind === "server" ? [] : ["only the server rules"]),
          ...(session.pipeline?.ruled(event.data) ?? ["it has no pipeline"]),
        ];
      case "session.dispatched":
        return session.pipeline?.dispatched(event.data) ?? ["it has no pipeline"];
      case "session.checkpoint_passed":
        return [
          ...(event.actor.kind === "person" ? [] : ["only people pass a checkpoint"]),
          ...(session.pipeline?.checkpointPassed(event.data) ?? ["it has no pipeline"]),
        ];
      case "session.discussion_opened": {
        const { taskId, id, perspectives } = event.data.discussion;
        const before = this.rounds.get(taskId);
        this.rounds.set(taskId, id);
        for (const turn of perspectives) {
          this.turns.set(turn.taskId, id);
          this.asked.add(turn.taskId);
        }
        return before !== undefined && !this.over.has(before) ? ["a round is under way"] : [];
      }
      case "session.perspective_given": {
        const { taskId, discussionId } = event.data;
        const isAsked = this.turns.get(taskId) === discussionId;
        this.turns.delete(taskId);
        return isAsked ? [] : ["nobody was asked for it, or it was given before"];
      }
      case "session.discussed": {
        const { discussionId, verdict, step, sessionId } = event.data;
        const first = `${sessionId} ${step.replace(/-R\d+$/, "")}`;
        if (verdict.next === "revise" && this.revised.has(first)) return ["a discussion had it revised before"];
        if (verdict.next === "revise") this.revised.add(first);
        if (this.over.has(discussionId)) return ["the round is over already"];
        this.over.add(discussionId);
        return [];
      }
      case "session.revised":
        return session.pipeline?.revised(event.data) ?? ["it has no pipeline"];
      case "session.asked": {
        const { task, step } = event.data;
        create(task.id);
        this.asked.add(task.id);
        session.asked = task.id;
        return [
          ...(session.state === "running" ? [] : [`it is ${session.state}`]),
          ...(step === session.step ? [] : [`${step} is asked for at ${session.step}`]),
          ...(step === "plan" && session.scouting !== null ? ["a plan is asked for while the scout looks"] : []),
        ];
      }
      case "session.proposed": {
        const { step, proposal } = event.data;
        const before = session.versions[step] ?? 0;
        session.versions[step] = proposal.version;
        const faults = [
          ...(session.asked === proposal.taskId ||
          session.scouting === proposal.taskId ||
          (proposal.servedFrom &&
            session.step === "scout" &&
            // Whoever was asked before may have been cancelled.
            (session.asked === null || this.ended.has(session.asked)))
            ? []
            : ["nobody was asked for it"]),
          ...(proposal.version === before + 1 || proposal.version === 1
            ? []
            : [`version ${proposal.version} follows ${before}`]),
        ];
        if (session.scouting === proposal.taskId) session.scouting = null;
        else session.asked = null;
        return faults;
      }
      case "session.rescouted": {
        const { task } = event.data;
        create(task.id);
        this.asked.add(task.id);
        session.scouting = task.id;
        this.scouts.set(task.id, session);
        return [
          ...(session.state === "running" ? [] : [`it is ${session.state}`]),
          ...(session.step === "review" ? [] : [`a scout looks again at ${session.step}`]),
        ];
      }
      case "session.remarked":
      case "session.reply_refused": {
        const { taskId } = event.data;
        const isAsked = session.asked === taskId || session.scouting === taskId;
        // Reviewers of single tasks reply too.
        if (event.type === "session.reply_refused" && !isAsked && session.asked === null) return [];
        if (event.type === "session.remarked") session.asked = null;
        return isAsked ? [] : ["nobody was asked for it"];
      }
      case "session.step_entered":
        session.step = event.data.step;
        session.asked = null;
        // An answer may be taken back while it is paused; nothing follows before it goes on.
        return session.state === "running" || event.data.why === "undone" ? [] : [`it is ${session.state}`];
      case "session.plan_approved":
      case "session.reworked":
        for (const { task } of event.data.tasks) create(task.id);
        return [
          ...(event.actor.kind === "person" ? [] : ["only people approve"]),
          ...(event.type === "session.reworked" ? (session.pipeline?.reworked(event.data) ?? []) : []),
        ];
      default:
        return [];
    }
  }

  private holds({ state, isParked }: Known): boolean {
    return state !== "ended" && !isParked;
  }
}
