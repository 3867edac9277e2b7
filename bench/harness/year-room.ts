import { createUuidv7 } from "@squadroom/client/uuidv7";
import { type RoleName, type RoomId, roleName } from "@squadroom/core/kernel/ids";
import { emptyView } from "@squadroom/core/log/view";
import { DEFAULT_PERIODS, type KeptSession, PERIOD_MAX_S } from "@squadroom/core/retention/periods";
import { presetTeam } from "@squadroom/core/team/presets";
import type { Intent, Target } from "@squadroom/core/team/team";
import type { ReportedUsage } from "@squadroom/core/usage/usage";
import { FullRoom } from "./many-sessions.ts";

const ROLES = ["planner", "builder", "reviewer"] as const;
type Role = (typeof ROLES)[number];
/** Between two commands of one piece of work. */
const STEP_MS = 15_000;
/** Agents that give no sign of life are given up by then. */
const SILENCE_MS = 3_600_000;
const MODELS = ["large", "medium", "small"];
const WORDS = 12_000;
const SYLLABLES =
  "ba be bi bo da de di do fa fe ga go ka ke ki la le li lo ma me mi mo na ne no pa pe ra re ri ro sa se si so ta te ti to va ve vi vo".split(
    " ",
  );
/** In every other text. */
export const COMMON_WORD = "session";

export interface Year {
  seed: number;
  name: string;
  from: number;
  to: number;
  events: number;
  sessions: number;
}

/**
 * A room as a team leaves it after a year: people ask, work goes from role to role and comes back at times, attempts fail,
 * agents write to each other and report what they used, items stand in the backlog, sessions go from idea to done and are archived.
 * Every event is core's own ruling. The last session waits for a person.
 */
export class YearRoom extends FullRoom {
  private random: number;
  private units = 0;

  constructor(private readonly year: Year) {
    super(emptyView(createUuidv7()() as RoomId), []);
    this.random = year.seed + 1;
    this.now = year.from;
  }

  play(): this {
    const { year, lead } = this;
    this.run({
      type: "createRoom",
      by: lead,
      name: year.name,
      team: presetTeam("squad"),
      demo: false,
    });
    const period = { ...DEFAULT_PERIODS.completed, deleteAfterS: PERIOD_MAX_S };
    this.run({ type: "setRetention", by: lead, completed: period, failed: period });
    for (const role of ROLES) this.join(role);
    let sessions = 0;
    while (this.events.length < year.events) {
      const done = this.events.length / year.events;
      this.now = Math.max(this.now, Math.round(year.from + done * (year.to - year.from)));
      this.archive();
      if (sessions < done * (year.sessions - 1)) this.wholeSession(++sessions);
      else this.work();
    }
    this.archive();
    this.create(sessions + 1);
    this.present("scout");
    this.present("triage");
    this.now = Math.max(this.now, year.to) + SILENCE_MS;
    this.run({ type: "tick" });
    return this;
  }

  private join(role: Role): void {
    const id = this.newId();
    const by = { id: id as never, name: `${role} 1`, roles: [roleName(role)], connection: null };
    this.agents[role] = by;
    this.run({ type: "join", by, role: roleName(role), class: "managed", harness: "bench" });
  }

  /** What a person asked for, until it is delivered. */
  private work(): void {
    const n = this.units++;
    this.step({
      type: "sendUserMessage",
      by: this.lead,
      body: this.text(40),
      repliesTo: null,
      priority: n % 9 === 0 ? "high" : "medium",
    });
    this.hand("planner", "builder", "work");
    if (n % 6 === 0) this.fail("builder");
    this.hand("builder", "reviewer", "work");
    if (n % 5 === 0) {
      this.hand("reviewer", "builder", "findings");
      this.hand("builder", "reviewer", "work");
    }
    this.hand("reviewer", "planner", "work");
    this.hand("planner", "user", "deliver");
    if (n % 10 === 0) this.item(n / 10);
  }

  private item(n: number): void {
    const items = [{ title: this.text(6), body: this.text(60) }];
    this.step({ type: "addItems", by: this.lead, items });
    if (n > 0) this.step({ type: "closeItem", by: this.lead, itemId: n as never, reason: this.text(5) });
  }

  private fail(role: Role): void {
    const { by, ...held } = this.take(role);
    this.step({ type: "fail", by, ...held, reason: this.text(25) });
  }

  private hand(from: Role, to: Exclude<Role, "planner"> | "planner" | "user", intent: Intent): void {
    const { by, ...held } = this.take(from);
    const progress = { percent: 50, action: this.text(6), completed: [this.text(5)] };
    this.step({ type: "progress", by, ...held, progress });
    if (this.units % 4 === 0)
      this.step({
        type: "sendAgentMessage",
        by,
        to: { kind: "user" },
        repliesTo: null,
        body: this.text(30),
      });
    const artifacts = [{ status: "modified" as const, path: `src/${this.word()}/${this.word()}.ts` }];
    const result = { summary: this.text(35), artifacts };
    const target = (to === "user" ? to : (roleName(to) as RoleName)) as Target;
    const handoff = { to: target, intent, message: this.text(50), result };
    const usage = this.upTo(3) === 0 ? this.usage() : undefined;
    this.step({ type: "handOff", by, ...held, handoff, next: false, usage });
  }

  private take(role: Role) {
    const by = this.agents[role];
    if (!by) throw new Error(`nobody is the ${role}`);
    this.step({ type: "claim", by });
    const task = this.view.tasks.find(({ lease }) => lease?.agentId === by.id);
    if (!task?.lease) throw new Error(`the ${role} has no task`);
    return { by, taskId: task.id, fence: task.lease.fence };
  }

  /** What ended more than a day ago. */
  private archive(): void {
    const rows = [...(this.rows.get("sessionArchive")?.values() ?? [])];
    const due = this.now - 1_000 * DEFAULT_PERIODS.completed.archiveAfterS;
    const kept = rows
      .filter(({ state, at }) => state === "kept" && (at as number) < due)
      .map((row): KeptSession => {
        const stateAt = row.at as number;
        const of = { sessionId: row.sessionId as never, end: "completed" as const };
        return { ...of, endedAt: stateAt, state: "kept", stateAt, held: null };
      });
    if (kept.length > 0) this.run({ type: "retainSessions", kept, seenSeq: this.view.seq });
  }

  private step(command: Parameters<FullRoom["run"]>[0]): void {
    this.run(command);
    this.now = this.view.at + STEP_MS;
  }

  private usage(): ReportedUsage {
    const inputTokens = 2_000 + this.upTo(30_000);
    return {
      inputTokens,
      outputTokens: this.upTo(3_000),
      cacheReadTokens: this.upTo(90_000),
      cacheWriteTokens: this.upTo(9_000),
      costUsdMicros: inputTokens * 3,
      runs: 1,
      model: MODELS[this.upTo(MODELS.length)] ?? null,
      basis: "billed",
      runId: `run-${this.units}`,
    };
  }

  /** So many words, about. */
  private text(words: number): string {
    const all = Array.from({ length: words + this.upTo(words) }, () => this.word());
    if (this.upTo(2) === 0) all[0] = COMMON_WORD;
    return all.join(" ");
  }

  /** Few words are frequent, most are rare. */
  private word(): string {
    const rank = Math.floor(WORDS ** (this.upTo(1_000_000) / 1_000_000));
    let word = "";
    for (let rest = rank * 7 + 3; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
      word += SYLLABLES[rest % SYLLABLES.length];
    return word;
  }

  private upTo(limit: number): number {
    this.random = (this.random * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((this.random / 2_147_483_648) * limit);
  }
}
