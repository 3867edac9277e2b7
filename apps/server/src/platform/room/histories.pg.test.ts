import type { AgentCaller } from "@squadroom/core/kernel/actor";
import type { Command } from "@squadroom/core/kernel/command";
import type { Fence, RoomId, TaskId } from "@squadroom/core/kernel/ids";
import { emptyView } from "@squadroom/core/log/view";
import { faultsOf } from "@squadroom/core/testing/log-check.fixture";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";
import type { Fault } from "./faulty-connection.fixture.ts";
import {
  aCaller,
  aKey,
  aRoom,
  creating,
  joining,
  LEAD,
  logOf,
  outcomeOf,
  type RoomProcess,
  roomProcess,
  saying,
  verified,
} from "./room-process.fixture.ts";
import { fold } from "./store.ts";

const ROLES = ["planner", "builder", "builder", "reviewer"];
/** A tick of the first process gives up everyone who was not renewed; the second is patient. */
const IMPATIENT = { managed: 0, hooked: 0, manual: 0 };
const RUNS = 12;

let db: TestDatabase;
let processes: [RoomProcess, RoomProcess];

beforeAll(async () => {
  db = await testDatabase();
  processes = [
    await roomProcess(db.url, { leaseS: IMPATIENT, settleMs: 1_000 }),
    await roomProcess(db.url, { settleMs: 1_000, cacheBytes: 5_000 }),
  ];
});
afterAll(async () => {
  await Promise.all(processes.map((process) => process.close()));
  await db.drop();
});

const KINDS = [
  "join",
  "leave",
  "claim",
  "claim",
  "progress",
  "complete",
  "fail",
  "handOff",
  "release",
  "mail",
  "say",
  "create",
  "cancel",
  "retry",
  "front",
  "tick",
  "renew",
] as const;

/** Answered by the room's state however often they are asked. */
const KEYLESS: readonly string[] = ["claim", "tick"];

interface Step {
  kind: (typeof KINDS)[number];
  process: 0 | 1;
  agent: number;
  /** Which of the claims that the agent ever made it speaks of; 0 is the latest. */
  claim: number;
  /** Also sent to the other process, under the same key. */
  twice: boolean;
  fault: Fault | null;
}

const bit = fc.integer({ min: 0, max: 1 }) as fc.Arbitrary<0 | 1>;
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...KINDS),
  process: bit,
  agent: fc.nat({ max: ROLES.length - 1 }),
  claim: fc.nat({ max: 2 }),
  twice: fc.boolean(),
  fault: fc.oneof(
    { weight: 6, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom<Fault>("dies_before", "dies_after", "orphaned") },
  ),
});
/** Steps of one group run side by side. */
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), {
  minLength: 4,
  maxLength: 10,
});

class History {
  readonly agents: AgentCaller[] = ROLES.map((role) => aCaller(role));
  readonly claims: { taskId: TaskId; fence: Fence }[][] = ROLES.map(() => []);
  /** What the user's messages were answered, by their text. */
  readonly said = new Map<string, string[]>();
  private count = 0;

  constructor(readonly room: RoomId) {}

  async run(groups: Step[][]): Promise<void> {
    for (const [i] of this.agents.entries()) await this.take({ kind: "join", agent: i } as Step, processes[0]);
    for (const group of groups) {
      for (const { process, fault } of group) if (fault) processes[process].faults.next(fault);
      await Promise.all(group.map((one) => this.send(one)));
      for (const { faults } of processes) {
        faults.clear();
        await faults.executeOrphans();
      }
    }
  }

  /** Sends it once, or twice at the same time; answers under one key are alike. */
  private async send(one: Step): Promise<void> {
    if (one.kind === "renew") {
      const agent = this.agents[one.agent] as AgentCaller;
      await processes[one.process].observations.renew(this.room, agent.id);
      return;
    }
    const other = one.twice && !KEYLESS.includes(one.kind) ? processes[1 - one.process] : undefined;
    const answers = await this.take(one, processes[one.process], other);
    const settled = answers.filter((code) => code !== "outcome_unknown" && code !== "unavailable");
    expect(new Set(settled).size).toBeLessThan(2);
  }

  private async take(one: Step, ...to: (RoomProcess | undefined)[]): Promise<string[]> {
    const command = this.commandOf(one);
    const key = aKey(this.agents[one.agent]?.id);
    const answers = await Promise.all(
      to.filter((process) => process !== undefined).map((process) => this.sendTo(process, one, command, key)),
    );
    if (command.type === "sendUserMessage") this.said.set(command.body, answers);
    return answers;
  }

  private async sendTo(process: RoomProcess, one: Step, command: Command, key: ReturnType<typeof aKey>) {
    const how = KEYLESS.includes(one.kind) ? {} : { key };
    const answer = process.rooms.execute(this.room, command, how);
    const code = await outcomeOf(answer);
    if (command.type === "claim" && code === "ok") {
      const { taskId, fence } = ((await answer) as { reply: Record<string, unknown> }).reply;
      const claim = { taskId: taskId as TaskId, fence: fence as Fence };
      if (taskId !== null) this.claims[one.agent]?.unshift(claim);
    }
    return code;
  }

  private commandOf({ kind, agent, claim }: Step): Command {
    const by = this.agents[agent] as AgentCaller;
    const claims = this.claims[agent] ?? [];
    const at = claims[claim] ?? claims[0] ?? { taskId: "DEV-001" as TaskId, fence: 1 as Fence };
    const text = `${kind} ${++this.count}`;
    const result = { summary: text };
    switch (kind) {
      case "join":
        return joining(by);
      case "leave":
        return { type: "leaveRoom", by, reason: "" };
      case "claim":
        return { type: "claim", by };
      case "progress":
        return { type: "progress", by, ...at, progress: { action: text } };
      case "complete":
        return { type: "complete", by, ...at, result, next: claim > 0 };
      case "fail":
        return { type: "fail", by, ...at, reason: text };
      case "release":
        return { type: "release", ...at, reason: text };
      case "handOff": {
        const to = (["builder", "reviewer", "planner"] as const)[claim] as never;
        return {
          type: "handOff",
          by,
          ...at,
          handoff: { to, intent: "work", message: text, result },
          next: true,
        };
      }
      case "mail":
        return {
          type: "sendAgentMessage",
          by,
          to: { kind: "role", role: "builder" as never },
          body: text,
          repliesTo: null,
        };
      case "create":
        return creating(["planner", "builder", "reviewer"][claim] ?? "builder", text);
      case "cancel":
        return { type: "cancelTask", by: LEAD, taskId: at.taskId, cascade: true, reason: text };
      case "retry":
        return { type: "retryTask", by: LEAD, taskId: at.taskId };
      case "front":
        return { type: "moveTaskToFront", by: LEAD, taskId: at.taskId };
      case "tick":
      case "renew":
        return { type: "tick" };
      default:
        return saying(text);
    }
  }

  /** What must be true of the log, the tables, the answers and what viewers were told. */
  async check(): Promise<void> {
    const log = await logOf(processes[0], this.room);
    expect(faultsOf(log)).toEqual([]);
    expect(await verified(processes[0], this.room)).toMatchObject({ ok: true, differences: [] });
    for (const process of processes) {
      await process.rooms.read(this.room, log.length);
      expect(process.rooms.stats().queuedBytes).toBe(0);
      const told = process.told(this.room);
      expect(told).toEqual([...new Set(told)].sort((a, b) => a - b));
    }
    const folded = fold(emptyView(this.room), log);
    expect((await processes[0].rooms.read(this.room, log.length))?.view).toEqual(folded);
    const bodies = log.flatMap((e) => (e.type === "message.sent" ? [e.data.message.body] : []));
    for (const [body, answers] of this.said) {
      const times = bodies.filter((other) => other === body).length;
      if (answers.includes("ok")) expect([body, times]).toEqual([body, 1]);
      else if (answers.every((code) => code !== "outcome_unknown")) expect([body, times]).toEqual([body, 0]);
      else expect(times).toBeLessThan(2);
    }
  }
}

test("after any history in two processes, with connections that die, the log is sound and the tables say the same", async () => {
  await fc.assert(
    fc.asyncProperty(history, async (groups) => {
      const one = new History(await aRoom(processes[1]));
      await one.run(groups);
      await one.check();
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
