import { pipelinesIn } from "../flow/sessions.ts";
import type { AgentCaller } from "../kernel/actor.ts";
import type { PerspectiveReply } from "../reply/shapes.ts";
import type { Discussion } from "../session/record/discussion.ts";
import type { PipelineSession } from "../session/record/session.ts";
import { draftOf, teamOf } from "../team/draft.ts";
import { presetTeam } from "../team/presets.ts";
import type { Team } from "../team/team.ts";
import { LEAD } from "./builders.fixture.ts";
import { Driver } from "./driver.fixture.ts";

/** The lifecycle team without rounds: what is about the way alone. @param change of a role's spec */
export function undiscussed(change: (name: string, spec: string) => string = (_, spec) => spec): Team {
  const draft = draftOf(presetTeam("lifecycle"));
  const roles = draft.roles.map((role) => {
    const spec = role.spec?.replace(/^discuss_rounds: .*$/m, "discuss_rounds: []");
    return spec === undefined ? role : { ...role, spec: change(role.name, spec) };
  });
  const { team } = teamOf({ ...draft, roles });
  if (!team) throw new Error("no team");
  return team;
}

export type Point = Partial<Omit<PerspectiveReply, "type">>;

/** What agents answer where nothing else is said. */
export function pointOfView(more: Point = {}): string {
  return JSON.stringify({ type: "perspective", rating: 4, summary: "It will do.", ...more });
}

/** A lifecycle team on a specification: analyst and writer work, everybody else discusses it. */
export class Discussions extends Driver {
  readonly analyst: AgentCaller;
  readonly writer: AgentCaller;
  readonly judges: AgentCaller[];

  constructor(judges: readonly string[] = ["reviewer", "architect", "planner"], pipeline = "spec-only") {
    super();
    const { view, log } = Driver.room("lifecycle");
    this.view = view;
    this.log.push(...log);
    this.analyst = this.join("Ann", "analyst");
    this.writer = this.join("Wim", "writer");
    this.judges = judges.map((role) => this.join(`One ${role}`, role));
    const words = { title: "Refunds", description: "Money back.", itemId: null };
    this.run({ type: "createSession", by: LEAD, ...words, pipeline });
  }

  get session(): PipelineSession {
    const [session] = pipelinesIn(this.view.sessions);
    if (!session) throw new Error("no session is live");
    return session;
  }

  get round(): Discussion {
    const round = this.session.discussions?.at(-1);
    if (!round) throw new Error("nothing was discussed");
    return round;
  }

  /** Ends the next task of the agent. */
  finish(by: AgentCaller, more: { reply?: string; files?: string[]; summary?: string; workMs?: number } = {}): string {
    const { id: taskId, lease } = this.claim(by);
    this.pass(more.workMs ?? 0);
    const artifacts = (more.files ?? []).map((path) => ({ path, status: "created" as const }));
    const verdict = more.summary === undefined ? { verdict: "passed" as const } : {};
    const result = { summary: more.summary ?? "as asked", artifacts, ...verdict };
    const done = { taskId, fence: lease.fence, result, reply: more.reply ?? null, next: false };
    this.run({ type: "complete", by, ...done });
    return taskId;
  }

  /** Everybody who can gives a point of view, in order; those beyond the list as they do by default. */
  judge(points: readonly Point[] = []): void {
    // Its end may be the session's.
    const isOver = () => this.view.sessions.live.length === 0 || this.round.verdict !== null;
    for (let i = 0; i < 40; i++) {
      if (isOver() || this.round.perspectives.every(({ reply }) => reply !== null)) return;
      for (const by of [this.analyst, this.writer, ...this.judges]) {
        if (isOver()) return;
        if (by.id === this.round.by.agentId) continue;
        const { taskId, fence } = this.run({ type: "claim", by });
        const at = this.round.perspectives.findIndex((one) => one.taskId === taskId);
        if (at < 0) continue;
        const reply = pointOfView(points[at]);
        const done = { taskId, fence, result: { summary: "" }, reply, next: false } as never;
        this.run({ type: "complete", by, ...(done as object) } as never);
      }
    }
    throw new Error("the round does not end");
  }
}
