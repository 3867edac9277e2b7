import { heldIn } from "../flow/dispatch.ts";
import { pipelinesIn } from "../flow/sessions.ts";
import { type AgentCaller, SERVER } from "../kernel/actor.ts";
import type { TaskId } from "../kernel/ids.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import { fold } from "../log/fold.ts";
import type { Pipeline, PipelineStep } from "../pipeline/pipeline.ts";
import type { NewSession, PipelineSession } from "../session/record/session.ts";
import { presetTeam } from "../team/presets.ts";
import { LEAD } from "./builders.fixture.ts";
import { undiscussed } from "./discussion.fixture.ts";
import { Driver } from "./driver.fixture.ts";

const ROLES = presetTeam("lifecycle").roles.map(({ name }) => name);
interface Begun {
  driver: Driver;
  agents: Record<string, AgentCaller>;
}

/** By the roles that are taken: a team's specs are read, and its agents join, once. */
const begun = new Map<string, Begun>();

function beginWith(roles: readonly string[]): Begun {
  const key = roles.join(" ");
  const known = begun.get(key);
  if (known) return known;
  const driver = Driver.room(undiscussed());
  const made = { driver, agents: Object.fromEntries(roles.map((role) => [role, driver.join(`One ${role}`, role)])) };
  begun.set(key, made);
  return made;
}

/** A lifecycle team with an agent in each role, or in those that are named, which goes through pipelines. */
export class PipelineDriver extends Driver {
  readonly agents: Record<string, AgentCaller> = {};
  /** How long each task takes. */
  taskMs = 0;

  constructor(roles: readonly string[] = ROLES) {
    super();
    const { driver, agents } = beginWith(roles);
    this.startWhere(driver);
    Object.assign(this.agents, agents);
  }

  begin(pipeline: string, title = "Refunds"): void {
    const words = { title, description: "Customers can get their money back.", itemId: null };
    this.run({ type: "createSession", by: LEAD, ...words, pipeline });
  }

  get session(): PipelineSession {
    const [session] = pipelinesIn(this.view.sessions);
    if (!session) throw new Error("no session is live");
    return session;
  }

  /** Whoever has a ready task ends it, as often as `max` says; what was ended, in order. */
  work(pick: (n: number) => number = () => 0, max = 200): string[] {
    const done: string[] = [];
    for (let i = 0; i < 400; i++) {
      if (done.length === max) return done;
      const names = Object.keys(this.agents);
      const from = pick(names.length);
      const turn = [...names.slice(from), ...names.slice(0, from)];
      let id: string | null = null;
      for (const role of turn) {
        id = this.endNext(role);
        if (id !== null) break;
      }
      if (id === null && this.letGo()) continue;
      if (id === null) return done;
      done.push(id);
    }
    throw new Error("it never comes to rest");
  }

  /** The coordinator lets all go that wait for it; whether any did. */
  private letGo(): boolean {
    const by = this.agents.coordinator;
    const session = this.view.sessions.live.find((one) => heldIn(one).length > 0);
    if (!by || !session) return false;
    const { dispatched } = this.run({
      type: "dispatch",
      by,
      sessionId: session.id,
      taskIds: [],
      inOrder: false,
    });
    return (dispatched as string[]).length > 0;
  }

  /** An agent falls silent until the room notices; all others are heard. */
  silent(by: AgentCaller): void {
    this.pass(this.leaseS.manual * 1000);
    for (const one of Object.values(this.agents)) if (one.id !== by.id) this.seenAt[one.id] = this.now;
    this.tick();
  }

  /** A pipeline of these steps, each `ID` or `ID<REQUIRED,REQUIRED`. */
  beginWith(...steps: string[]): void {
    const parsed = steps.map((text): PipelineStep => {
      const [id = "", requires = ""] = text.split("<");
      const more = id.startsWith("CHECKPOINT") ? { isCheckpoint: true } : {};
      return { id, title: id, requires: requires.split(",").filter(Boolean), ...more };
    });
    const pipeline: Pipeline = { name: "own", title: "Own", about: "", steps: parsed };
    const { sessions } = this.view;
    const session: NewSession = {
      id: sessions.number + 1,
      title: "Own",
      description: "Money back.",
      splitOf: null,
      createdBy: { kind: "person", id: LEAD.id, name: LEAD.name },
      itemId: null,
      position: String(sessions.number),
      pipeline,
    };
    const created: ActedFact = {
      type: "session.created",
      data: { sessions: [session] },
      actor: SERVER,
    };
    const made = fold(this.view, [created], this.now);
    this.view = made.at(-1)?.after ?? this.view;
    this.log.push(...made.map(({ event }) => event));
    this.run({ type: "startSession", by: LEAD, sessionId: session.id });
  }

  /** Ends the next task of a role; the step, or `null` where there is none. */
  endNext(role: string): string | null {
    const by = this.agents[role] as AgentCaller;
    const { taskId, fence } = this.run({ type: "claim", by });
    if (typeof taskId !== "string") return null;
    this.pass(this.taskMs);
    const [session] = this.view.sessions.live;
    const step = Object.entries(session?.execution?.tasks ?? {}).find(([, id]) => id === taskId);
    const result = { summary: "as asked", verdict: "passed" };
    const ended = { taskId: taskId as never, fence: fence as never, result, next: false };
    this.run({ type: "complete", by, ...ended, reply: null } as never);
    return step?.[0] ?? taskId;
  }

  /** With what waits for it. */
  cancel(taskId: string): void {
    const of = { taskId: taskId as TaskId, cascade: true, reason: "Not needed." };
    this.run({ type: "cancelTask", by: LEAD, ...of });
  }

  choose(option: string, note = ""): void {
    this.run(this.answer(this.decision("pipeline_checkpoint"), option, { note }));
  }
}
