import { MAX_ATTEMPTS, PRIORITIES, type Priority } from "../task/task.ts";
import {
  type Answer,
  aModelTask,
  type Keeper,
  type ModelAgent,
  type ModelAnswer,
  type ModelDecision,
  type ModelTask,
  type Role,
} from "./model-task.fixture.ts";

/**
 * The task machine once more, as simple as it can be said: what a command must answer, and what is
 * true after it. Knows a duo's rules only, and nothing of events.
 */
export class TaskModel {
  now: number;
  fence = 0;
  readonly tasks = new Map<string, ModelTask>();
  readonly agents = new Map<string, ModelAgent>();
  private readonly numbers = { PLAN: 0, DEV: 0 };

  constructor(
    now: number,
    private readonly ttlS: number,
  ) {
    this.now = now;
  }

  join(name: string, role: Role): Answer {
    const held = this.heldBy(name);
    if (held && held.role !== role) {
      this.free(held);
      held.gaveBack = true;
    } else if (held) {
      this.fence += 1;
      held.fence = this.fence;
      held.fences.push(this.fence);
    }
    this.agents.set(name, { name, role, state: "online", seenAt: this.now });
    return "ok";
  }

  leave(name: string): Answer {
    return this.asAgent(name, (agent) => {
      const held = this.heldBy(name);
      if (held) {
        // Taken and given back unbegun, and the time before as well.
        if (held.state === "claimed" && held.gaveBack) this.endAttempt(held);
        else this.free(held);
        held.gaveBack = true;
      }
      agent.state = "left";
      return "ok";
    });
  }

  create(drafts: { role: Role; priority: Priority; timeoutS: number; requires: string[] }[]): Answer {
    const ids = drafts.map(({ role }) => this.newId(role));
    const known = (id: string) => this.tasks.has(id);
    for (const draft of drafts) {
      for (const id of draft.requires) {
        if (!known(id)) return this.uncount(drafts, "dependency_unknown");
        if (this.tasks.get(id)?.state === "cancelled") return this.uncount(drafts, "dependency_cancelled");
      }
    }
    for (const [i, draft] of drafts.entries()) {
      const waits = draft.requires.filter((id) => this.tasks.get(id)?.state !== "completed");
      this.add(ids[i] ?? "", draft.role, draft.priority, draft.timeoutS, waits);
    }
    return "ok";
  }

  claim(name: string): Answer {
    return this.asAgent(name, (agent) => {
      if (this.heldBy(name)) return "ok";
      const next = this.ready(agent.role).sort((a, b) => this.compare(a, b, name))[0];
      if (!next) return "ok";
      this.fence += 1;
      Object.assign(next, { state: "claimed", holder: name, lastHolder: name, front: 0 });
      Object.assign(next, { fence: this.fence, claimedAt: this.now, pausedMs: 0 });
      next.fences.push(this.fence);
      if (next.failure) next.failure.isOpenToUndo = false;
      if (next.question?.by !== name) this.makeMoot(next.question);
      return "ok";
    });
  }

  progress(name: string, id: string, fence: number): Answer {
    return this.asHolder(name, id, fence, (task) => {
      task.state = "in_progress";
      task.unread = 0;
      return "ok";
    });
  }

  complete(name: string, id: string, fence: number): Answer {
    return this.asHolder(name, id, fence, (task, agent) => {
      const isLast =
        task.origin !== null && this.live().every((other) => other === task || other.origin !== task.origin);
      if (isLast && agent.role !== "planner") return "answer_owed";
      return this.end(task, "completed");
    });
  }

  fail(name: string, id: string, fence: number): Answer {
    return this.asHolder(name, id, fence, (task) => this.endAttempt(task));
  }

  handOff(name: string, id: string, fence: number, to: Role | "user"): Answer {
    return this.asHolder(name, id, fence, (task, agent) => {
      if (to === "user") {
        if (agent.role !== "planner") return "target_not_allowed";
        return this.end(task, "completed");
      }
      if (to === agent.role) return "target_not_allowed";
      if (![...this.agents.values()].some((other) => other.role === to && other.state === "online")) {
        return "target_unavailable";
      }
      this.end(task, "completed");
      this.add(this.newId(to), to, task.priority, 3600, [], { origin: task.origin });
      return "ok";
    });
  }

  release(id: string, fence: number): Answer {
    const task = this.tasks.get(id);
    if (task?.state !== "claimed" || task.fence !== fence) return "lease_lost";
    if (task.unread >= 2) return this.endAttempt(task);
    this.free(task);
    task.unread += 1;
    return "ok";
  }

  cancel(id: string, cascade: boolean): Answer {
    return this.steer(id, ["pending", "claimed", "in_progress", "failed"], (task) => {
      const after = this.dependants(id);
      if (after.length > 0 && !cascade) return "has_dependants";
      for (const one of [task, ...after]) this.end(one, "cancelled");
      return "ok";
    });
  }

  retry(id: string): Answer {
    return this.steer(id, ["failed"], (task) => {
      task.state = "pending";
      task.attempts = 0;
      task.unread = 0;
      this.makeMoot(task.failure);
      return "ok";
    });
  }

  ask(name: string, id: string, fence: number): Answer {
    return this.asHolder(name, id, fence, (task) => {
      if (task.question?.state === "pending") return "decision_pending";
      task.state = "in_progress";
      task.unread = 0;
      task.question = { state: "pending", isOpenToUndo: false, by: name, at: this.now };
      return "ok";
    });
  }

  /** One person's answer to the latest decision about a task. */
  answer(id: string, about: "failure" | "question", choice: ModelAnswer): Answer {
    const task = this.tasks.get(id);
    const decision = task?.[about];
    if (!task || !decision) return "decision_unknown";
    if (decision.state !== "pending") return decision.state === "answered" ? "decision_answered" : "decision_moot";
    if (choice === (about === "failure" ? "answer" : "retry")) return "option_unknown";
    if (about === "question") this.resume(task);
    decision.state = "answered";
    if (choice === "cancel") for (const one of [task, ...this.dependants(id)]) this.end(one, "cancelled");
    if (choice === "retry") {
      Object.assign(task, { state: "pending", attempts: 0, unread: 0 });
      decision.isOpenToUndo = true;
    }
    return "ok";
  }

  /** Takes back the answer to the latest decision about a task's failure. */
  undo(id: string): Answer {
    const task = this.tasks.get(id);
    if (!task?.failure) return "decision_unknown";
    if (task.failure.state === "pending") return "decision_pending";
    if (task.failure.state === "moot") return "decision_moot";
    if (!task.failure.isOpenToUndo) return "undo_refused";
    Object.assign(task, { state: "failed", attempts: MAX_ATTEMPTS, front: 0 });
    task.failure = { state: "pending", isOpenToUndo: false };
    return "ok";
  }

  front(id: string): Answer {
    return this.steer(id, ["pending"], (task) => {
      task.front = this.now;
      return "ok";
    });
  }

  say(by: string, body: string, interrupt: boolean): Answer {
    const id = this.newId("planner");
    this.add(id, "planner", "medium", 3600, [], { said: { by, body }, origin: id });
    if (interrupt) Object.assign(this.tasks.get(id) ?? {}, { front: this.now });
    return "ok";
  }

  edit(by: Keeper, id: string, body: string): Answer {
    return this.keep(by, id, (task) => {
      if (task.said) task.said.body = body;
      return "ok";
    });
  }

  withdraw(by: Keeper, id: string): Answer {
    return this.keep(by, id, (task) => {
      if (this.dependants(id).length > 0) return "has_dependants";
      return this.end(task, "cancelled");
    });
  }

  messageToFront(by: Keeper, id: string): Answer {
    return this.keep(by, id, (task) => {
      task.front = this.now;
      return "ok";
    });
  }

  private keep(by: Keeper, id: string, act: (task: ModelTask) => Answer): Answer {
    const task = this.tasks.get(id);
    if (!task || task.state === "completed" || task.state === "cancelled") return "task_state";
    if (!task.said) return "message_unknown";
    if (!by.isLead && task.said.by !== by.name) return "forbidden";
    return task.state === "pending" ? act(task) : "task_state";
  }

  tick(graceUntil: number): Answer {
    if (this.now < graceUntil) return "ok";
    for (const agent of this.agents.values()) {
      if (agent.state !== "online" || this.now < agent.seenAt + this.ttlS * 1000) continue;
      agent.state = "silent";
      const held = this.heldBy(agent.name);
      if (!held) continue;
      const isWorking = held.state === "in_progress" || agent.seenAt > held.claimedAt || held.fellSilent;
      if (isWorking && !this.isAsking(held)) this.endAttempt(held);
      else this.free(held);
      held.fellSilent = true;
      held.gaveBack = true;
    }
    for (const task of this.tasks.values()) {
      const timeOutAt = task.claimedAt + task.pausedMs + task.timeoutS * 1000;
      if (task.holder && !this.isAsking(task) && this.now >= timeOutAt) this.endAttempt(task);
    }
    return "ok";
  }

  live(): ModelTask[] {
    return [...this.tasks.values()].filter((task) => task.state !== "completed" && task.state !== "cancelled");
  }

  private asAgent(name: string, act: (agent: ModelAgent) => Answer): Answer {
    const agent = this.agents.get(name);
    if (agent) agent.seenAt = this.now;
    if (!agent || agent.state === "left") return "not_joined";
    const answer = act(agent);
    if (answer === "ok" && agent.state === "silent") agent.state = "online";
    return answer;
  }

  private asHolder(
    name: string,
    id: string,
    fence: number,
    act: (task: ModelTask, agent: ModelAgent) => Answer,
  ): Answer {
    return this.asAgent(name, (agent) => {
      const task = this.tasks.get(id);
      if (!task) return "task_unknown";
      if (task.holder !== name || task.fence !== fence) return "lease_lost";
      return act(task, agent);
    });
  }

  private steer(id: string, from: ModelTask["state"][], act: (task: ModelTask) => Answer): Answer {
    const task = this.tasks.get(id);
    if (!task) return "task_unknown";
    return from.includes(task.state) ? act(task) : "task_state";
  }

  private heldBy(name: string): ModelTask | undefined {
    return [...this.tasks.values()].find((task) => task.holder === name);
  }

  private ready(role: Role): ModelTask[] {
    return [...this.tasks.values()].filter(
      (task) => task.role === role && task.state === "pending" && task.waits.size === 0,
    );
  }

  private compare(a: ModelTask, b: ModelTask, name: string): number {
    const before = Number(b.lastHolder === name) - Number(a.lastHolder === name);
    const front = b.front - a.front;
    const said = Number(b.said !== null) - Number(a.said !== null);
    const priority = PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority);
    return before || front || said || priority || Number(a.id.split("-")[1]) - Number(b.id.split("-")[1]);
  }

  private isAsking({ question, holder }: ModelTask): boolean {
    return question?.state === "pending" && holder === question.by;
  }

  /** Its clock goes on, where it stood still. */
  private resume(task: ModelTask): void {
    if (!task.question || !this.isAsking(task)) return;
    task.pausedMs += this.now - Math.max(task.question.at, task.claimedAt);
  }

  private makeMoot(decision: ModelDecision | null): void {
    if (decision?.state === "pending") decision.state = "moot";
  }

  private free(task: ModelTask): void {
    Object.assign(task, { state: "pending", holder: null, fence: null, fellSilent: false });
  }

  private endAttempt(task: ModelTask): Answer {
    this.free(task);
    task.gaveBack = false;
    task.attempts += 1;
    if (task.attempts < MAX_ATTEMPTS) return "ok";
    task.state = "failed";
    task.failure = { state: "pending", isOpenToUndo: false };
    this.makeMoot(task.question);
    return "ok";
  }

  private end(task: ModelTask, state: "completed" | "cancelled"): Answer {
    this.free(task);
    task.state = state;
    this.makeMoot(task.failure);
    this.makeMoot(task.question);
    if (task.failure) task.failure.isOpenToUndo = false;
    if (state === "completed") for (const other of this.tasks.values()) other.waits.delete(task.id);
    return "ok";
  }

  private dependants(id: string): ModelTask[] {
    const found = new Set<ModelTask>();
    const visit = (of: string) => {
      for (const task of this.live()) {
        if (!task.waits.has(of) || found.has(task)) continue;
        found.add(task);
        visit(task.id);
      }
    };
    visit(id);
    return [...found];
  }

  private newId(role: Role): string {
    const prefix = role === "planner" ? "PLAN" : "DEV";
    this.numbers[prefix] += 1;
    return `${prefix}-${String(this.numbers[prefix]).padStart(3, "0")}`;
  }

  private uncount(drafts: { role: Role }[], answer: Answer): Answer {
    for (const { role } of drafts) this.numbers[role === "planner" ? "PLAN" : "DEV"] -= 1;
    return answer;
  }

  private add(
    id: string,
    role: Role,
    priority: Priority,
    timeoutS: number,
    waits: string[],
    { said = null, origin = null }: Partial<Pick<ModelTask, "said" | "origin">> = {},
  ): void {
    this.tasks.set(id, aModelTask({ id, role, priority, timeoutS, waits, said, origin }));
  }
}
