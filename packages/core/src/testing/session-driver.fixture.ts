import type { Decision, DecisionKind } from "../decision/decision.ts";
import type { AgentCaller, Command } from "../room/command.ts";
import type { Session, SessionId } from "../session/session.ts";
import { LEAD } from "./builders.fixture.ts";
import { Driver } from "./driver.fixture.ts";
import { REPLIES, type ReplyName } from "./replies.fixture.ts";

/** A room with a squad in which sessions are driven. */
export class SessionDriver extends Driver {
  readonly planner: AgentCaller;
  readonly builder: AgentCaller;
  readonly reviewer: AgentCaller;

  constructor() {
    super();
    const { view, log } = Driver.room("squad");
    this.view = view;
    this.log.push(...log);
    this.planner = this.join("Pia", "planner");
    this.builder = this.join("Bo", "builder");
    this.reviewer = this.join("Rex", "reviewer");
  }

  start(title = "One store", description = "Put both stores into one."): SessionId {
    const command = { type: "createSession" as const, by: LEAD, title, description, itemId: null };
    return this.run(command).sessionId as SessionId;
  }

  session(id: SessionId = 1): Session {
    const session = this.view.sessions.live.find((one) => one.id === id);
    if (!session) throw new Error(`session ${id} is not live`);
    return session;
  }

  /** The agent takes its next task and answers it. */
  reply(value: unknown, by: AgentCaller = this.planner): Record<string, unknown> {
    return this.run(this.completion(value, by));
  }

  completion(
    value: unknown,
    by: AgentCaller = this.planner,
  ): Extract<Command, { type: "complete" }> {
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

  choose(
    kind: DecisionKind,
    optionId: string,
    more: Partial<Extract<Command, { type: "answerDecision" }>> = {},
  ): Decision {
    const decision = this.decision(kind);
    this.run(this.answer(decision, optionId, more));
    return decision;
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

  /** The id of the task that this agent gets, if any. */
  claimed(by: AgentCaller): string | null {
    return this.run({ type: "claim", by }).taskId as string | null;
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
