import { followUp } from "../asking/follow-up.ts";
import type { Decision, DecisionKind } from "../decision/decision.ts";
import { DeliveryFacts } from "../delivery/facts.ts";
import { type AgentCaller, actorOf } from "../kernel/actor.ts";
import type { CommandOf } from "../kernel/command.ts";
import type { SessionId } from "../kernel/ids.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import { fold } from "../log/fold.ts";
import { allowedHandoffs, type HeldTask } from "../prompt/deliver.ts";
import { deliveryText } from "../prompt/delivery.ts";
import { factsOf } from "../prompt/facts.ts";
import type { BrainstormSession } from "../session/record/session.ts";
import { requireFlow } from "../session/record/set.ts";
import { draftOf, teamOf } from "../team/draft.ts";
import type { Lockout } from "../team/lockout.ts";
import type { Team } from "../team/team.ts";
import { LEAD } from "./builders.fixture.ts";
import { Driver } from "./driver.fixture.ts";
import { earlierIn, reportedIn, saidIn, workIn } from "./earlier.fixture.ts";
import { REPLIES, type ReplyName } from "./replies.fixture.ts";

/** A room in which sessions are driven: with a squad, with a team like it, or with one agent that is all of it. */
export class SessionDriver extends Driver {
  readonly planner: AgentCaller;
  readonly builder: AgentCaller;
  readonly reviewer: AgentCaller;

  constructor(
    team: "squad" | "solo" | Team = "squad",
    [planner, builder, reviewer]: readonly [string, string, string] = ["planner", "builder", "reviewer"],
  ) {
    super();
    const { view, log } = Driver.room(team);
    this.view = view;
    this.log.push(...log);
    if (team === "solo") {
      this.planner = this.builder = this.reviewer = this.join("Sol", "solo");
      return;
    }
    this.planner = this.join("Pia", planner);
    this.builder = this.join("Bo", builder);
    this.reviewer = this.join("Rex", reviewer);
  }

  /** The team, as it is, locks out whose work was rejected; or nobody. */
  lockOut(lockout: Lockout | undefined): void {
    const { team, problems } = teamOf({ ...draftOf(this.room.team), lockout });
    if (!team) throw new Error(problems.map(({ message }) => message).join(" "));
    const version = this.view.teamVersion;
    this.run({ type: "changeTeam", by: LEAD, team, version, remap: {} });
  }

  start(title = "One store", description = "Put both stores into one."): SessionId {
    const command = { type: "createSession" as const, by: LEAD, title, description, itemId: null };
    return this.run(command).sessionId as SessionId;
  }

  session(id: SessionId = 1): BrainstormSession {
    const session = this.view.sessions.live.find((one) => one.id === id);
    if (!session) throw new Error(`session ${id} is not live`);
    return requireFlow(session, "brainstorm");
  }

  /** The agent takes its next task and answers it. */
  reply(value: unknown, by: AgentCaller = this.planner): Record<string, unknown> {
    return this.run(this.completion(value, by));
  }

  completion(value: unknown, by: AgentCaller = this.planner): CommandOf<"complete"> {
    const { id, lease } = this.claim(by);
    return {
      type: "complete",
      by,
      taskId: id,
      fence: lease.fence,
      result: { summary: "as asked" },
      reply: typeof value === "string" ? value : JSON.stringify(value),
      next: false,
    };
  }

  /** The agent presents the step at which the session stands. */
  present(name: ReplyName, more: Record<string, unknown> = {}): void {
    const by = name === "review" ? this.reviewer : this.planner;
    const reply = this.reply({ ...REPLIES[name], ...more }, by);
    if (reply.state !== "completed") throw new Error(`${name}: ${reply.message}`);
  }

  choose(kind: DecisionKind, optionId: string, more: Partial<CommandOf<"answerDecision">> = {}): Decision {
    const decision = this.decision(kind);
    this.run(this.answer(decision, optionId, more));
    return decision;
  }

  /** In a log of an earlier release: the level is answered by itself, and its scope is asked beside it. */
  answerLevelAlone(level: "straightforward" | "exploration" = "exploration"): void {
    const { id } = this.decision("triage");
    const by = { id: LEAD.id, name: LEAD.name };
    const to = level === "straightforward" ? "design" : "questions";
    const undo = { kind: "session", sessionId: 1, from: "triage", to } as const;
    const answer = { optionId: "agree", label: `Agree: ${level}`, note: "", by, undo };
    const actor = actorOf(LEAD);
    const facts: ActedFact[] = [
      { type: "decision.answered", data: { decisionId: id, answer }, actor },
      { type: "session.level_set", data: { sessionId: 1, level, how: "agreed" }, actor },
    ];
    const steps = fold(this.view, facts, this.now);
    const asked = followUp(this.view, steps, this.context());
    for (const { event, after } of fold(this.view, [...facts, ...asked], this.now)) {
      this.log.push(event);
      this.view = after;
    }
  }

  /** As far as the questions, with the level that is proposed. */
  toQuestions(): void {
    this.start();
    this.present("scout");
    this.present("triage");
    this.choose("triage", "agree");
    this.present("questions");
  }

  toApproaches(): void {
    this.toQuestions();
    this.choose("questions", "done", { detail: { answers: { q1: { option: "Postgres" } } } });
    this.present("approaches");
  }

  toDesign(): void {
    this.toApproaches();
    this.choose("approach", "choose:a2");
    this.present("design");
  }

  toPlan(): void {
    this.toDesign();
    for (let i = 0; i < 3; i++) this.choose("design_section", "approve");
    this.present("plan");
  }

  /** The first of so many batches is reviewed; the scout that looks again has not begun. */
  toCheckpoint(titles = ["One", "Two"]): void {
    const batches = titles.map((title) => ({ title, description: `${title}, all of it.` }));
    this.start();
    this.present("scout");
    this.present("triage", { level: "straightforward", batches });
    this.choose("triage", "agree");
    this.present("design", { sections: REPLIES.design.sections.slice(0, 1) });
    this.choose("design_section", "approve");
    this.present("plan");
    this.choose("plan", "approve");
    this.work();
    this.present("review");
  }

  /** The id of the task that this agent gets, if any. */
  claimed(by: AgentCaller): string | null {
    return this.run({ type: "claim", by }).taskId as string | null;
  }

  /** What the agent reads with a task that it has taken. */
  delivered(task: HeldTask, by: AgentCaller): string {
    const { now } = this;
    const keys = { handoff: "a", done: "b", fail: "c" };
    return deliveryText({ ...this.deliveryOf(task, by), messages: [], now, keys });
  }

  /** What a program reads with it. */
  facts(task: HeldTask, by: AgentCaller): DeliveryFacts {
    return DeliveryFacts.parse(factsOf(this.deliveryOf(task, by)));
  }

  private deliveryOf(task: HeldTask, { id }: AgentCaller) {
    const { room } = this;
    const agent = room.agents[id];
    if (!agent) throw new Error(`${id} is no agent of the room`);
    const handoffs = allowedHandoffs(room, task, agent);
    const earlier = earlierIn(this.log, task);
    const work = workIn(this.log, room, task);
    const said = saidIn(this.log, task.sessionId);
    const reported = task.sessionId === null ? [] : reportedIn(this.log, task.sessionId);
    const sent = { origin: null, earlier, work, said, reported, recent: [] };
    return { room, task, agent, handoffs, ...sent };
  }

  /** The builder is done with its next task of the plan. */
  submit(summary = "done"): Record<string, unknown> {
    const { id, lease } = this.claim(this.builder);
    const by = this.builder;
    const done = { by, taskId: id, fence: lease.fence, result: { summary } };
    return this.run({ type: "complete", ...done, next: false });
  }

  /** The reviewer gives its word about what was submitted. */
  judge(more: Record<string, unknown> = {}, by: AgentCaller = this.reviewer): void {
    const reply = this.reply({ ...REPLIES.review, ...more }, by);
    if (reply.state !== "completed") throw new Error(`review: ${reply.message}`);
  }

  /** Every task of the plan is done and passes its review, in order. */
  work(): void {
    while (this.session().execution?.open.length) {
      const state = this.submit().state;
      if (state === "in_review") this.judge();
    }
  }

  pendingKinds(): string[] {
    return Object.values(this.view.decisions)
      .map(({ kind }) => kind)
      .sort();
  }
}
