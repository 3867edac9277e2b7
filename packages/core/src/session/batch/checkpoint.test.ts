import fc from "fast-check";
import { expect, it, vi } from "vitest";
import type { AgentCaller } from "../../kernel/actor.ts";
import type { RoomEvent } from "../../kernel/event.ts";
import type { TaskId } from "../../kernel/ids.ts";
import { LEAD } from "../../testing/builders.fixture.ts";
import { REPLIES } from "../../testing/replies.fixture.ts";
import { SessionDriver } from "../../testing/session-driver.fixture.ts";
import { tokensOf, type Usage } from "../../usage/usage.ts";
import { learnedIn } from "../review/learned.ts";
import { batchCosts } from "./costs.ts";
import { heldUp } from "./held-up.ts";

// Properties take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** What becomes of one task of a plan. */
interface Fate {
  how: "passes" | "rejected once" | "skipped" | "asks";
  role: "builder" | "planner";
  /** Told with each run: a price in micro-dollars, that nobody knows it, or nothing at all. */
  prices: (number | "unknown" | "silent")[];
  /** A person's word, where one is asked for; it may say nothing. */
  note: string;
}

interface Journey {
  batches: Fate[][];
  /** Findings that the reviews of the whole pass with. */
  findings: string[];
  /** Sessions behind it. */
  queued: number;
}

const fate: fc.Arbitrary<Fate> = fc.record({
  how: fc.constantFrom<Fate["how"]>("passes", "passes", "rejected once", "skipped", "asks"),
  role: fc.constantFrom<Fate["role"]>("builder", "builder", "planner"),
  prices: fc.array(fc.oneof(fc.nat(1_000_000), fc.constantFrom<Fate["prices"][number]>("unknown", "silent")), {
    minLength: 1,
    maxLength: 4,
  }),
  note: fc.constantFrom("", "  ", "So be it.", "Known."),
});
const journey: fc.Arbitrary<Journey> = fc.record({
  batches: fc.array(fc.array(fate, { minLength: 1, maxLength: 2 }), { minLength: 2, maxLength: 3 }),
  findings: fc.subarray(["No cap.", "A name."]),
  queued: fc.nat(2),
});

const FOUND = { passed: false, mustFix: ["Not so."] };
const OPTIONS = [{ id: "first", label: "The first", consequence: "It is kept." }];

/** Goes through all batches; `look` sees each checkpoint at which another batch is in front of the session. */
function travel({ batches, findings, queued }: Journey, look: (room: SessionDriver) => void): void {
  const room = new SessionDriver();
  const parts = batches.map((_, i) => ({ title: `Batch ${i}`, description: "Its part." }));
  room.start();
  for (let n = 0; n < queued; n++) room.start(`Behind ${n}`);
  room.present("scout");
  room.present("triage", { level: "straightforward", batches: parts });
  room.choose("triage", "skip");
  for (const [at, fates] of batches.entries()) {
    room.present("plan", {
      tasks: fates.map(({ role }, i) => ({ ...REPLIES.plan.tasks[0], id: `t${i}`, role })),
    });
    room.choose("plan", "approve");
    for (const one of fates) meet(room, one);
    if (room.pendingKinds().includes("gate_failed")) room.choose("gate_failed", "override", { note: "Enough." });
    const found = findings.map((issue) => ({ severity: "low", file: "a.ts", issue }));
    room.present("review", { findings: found });
    if (at === batches.length - 1) return;
    look(room);
    room.pass(1_000);
    room.choose("batch_checkpoint", "continue");
    room.present("scout");
  }
}

/** The next task of its role comes to this end. */
function meet(room: SessionDriver, { how, role, prices, note }: Fate): void {
  const by = role === "builder" ? room.builder : room.planner;
  let run = 0;
  const complete = (who: AgentCaller, reply?: object) => {
    const { id, lease } = room.claim(who);
    const price = prices[run++ % prices.length];
    const tokens = { inputTokens: 7, outputTokens: 5, cacheReadTokens: 3, cacheWriteTokens: 2 };
    const costUsdMicros = typeof price === "number" ? price : null;
    const usage = { ...tokens, costUsdMicros, model: null, runs: 1 };
    const at = { by: who, taskId: id, fence: lease.fence };
    if (how === "asks" && !reply) {
      const asked = { question: "Which?", reason: "", suggestedRole: null, options: OPTIONS };
      room.run({ type: "askIntervention", ...at, ...asked, urgency: "medium" });
      room.choose("intervention", "first", { note });
    }
    const said = reply ? { reply: JSON.stringify(reply) } : {};
    const told = price === "silent" ? {} : { usage };
    const result = { summary: "done" };
    room.run({ type: "complete", ...at, result, next: false, ...said, ...told });
  };
  const judge = (more: object) => complete(room.reviewer, { ...REPLIES.review, ...more });
  const rejections = how === "skipped" ? 3 : how === "rejected once" ? 1 : 0;
  for (let round = 0; round < rejections; round++) {
    complete(by);
    judge(FOUND);
  }
  if (how === "skipped") room.choose("review_failed", "skip", { note: note.trim() === "" ? "Because." : note });
  else {
    complete(by);
    judge({});
  }
}

/** The batches of a log, each with its events since the one before was over. */
function byBatch(log: readonly RoomEvent[]): RoomEvent[][] {
  const batches: RoomEvent[][] = [[]];
  for (const event of log) {
    batches.at(-1)?.push(event);
    if (event.type === "session.batch_ended") batches.push([]);
  }
  return batches;
}

/** Tasks of plans and their reviews, by the log alone. */
function workIn(log: readonly RoomEvent[]): Set<TaskId> {
  return new Set(
    log.flatMap(({ type, data }) => {
      if (type === "session.plan_approved") return data.tasks.map(({ task }) => task.id);
      return type === "task.submitted" ? data.reviews.map(({ task }) => task.id) : [];
    }),
  );
}

const PRICED = ["costUsdMicros", "unpricedTokens", "tokens"] as const;
type Sum = Record<(typeof PRICED)[number], number>;

/** What was told of these tasks, added up by hand; without `of` of all. */
function told(log: readonly RoomEvent[], of?: ReadonlySet<TaskId>): Sum {
  const sum: Sum = { costUsdMicros: 0, unpricedTokens: 0, tokens: 0 };
  for (const { type, data } of log) {
    if (type !== "usage.reported" || (of && !of.has(data.taskId))) continue;
    const tokens = tokensOf(data.usage);
    sum.tokens += tokens;
    if (data.usage.costUsdMicros === null) sum.unpricedTokens += tokens;
    else sum.costUsdMicros += data.usage.costUsdMicros;
  }
  return sum;
}

const sumOf = (usages: readonly Usage[]): Sum => ({
  costUsdMicros: usages.reduce((sum, usage) => sum + usage.costUsdMicros, 0),
  unpricedTokens: usages.reduce((sum, usage) => sum + usage.unpricedTokens, 0),
  tokens: usages.reduce((sum, usage) => sum + tokensOf(usage), 0),
});

it("what batches cost is all that was told of their tasks, each in its own; an unknown price is no number (property)", () => {
  let estimated = 0;
  let unknown = 0;
  fc.assert(
    fc.property(journey, (way) =>
      travel(way, (room) => {
        const { log, view } = room;
        const costs = batchCosts(view, room.session());
        const parts = byBatch(log);
        for (const [i, { usage, place, estimate, overUsdMicros, tasks }] of costs.entries()) {
          const part = parts[i] ?? [];
          expect(sumOf([usage])).toEqual(told(part, workIn(part)));
          expect(place).toBe(i < parts.length - 1 ? "over" : i < parts.length ? "now" : "to_come");
          if (place !== "to_come") expect(tasks).toBe(way.batches[i]?.length);
          // What lies above is never more than what was paid, and nothing is above the unknown.
          expect(overUsdMicros).toBe(estimate ? Math.max(0, usage.costUsdMicros - estimate.mid) : 0);
          if (estimate) {
            expect([estimate.low, estimate.mid, estimate.high]).toEqual(
              [estimate.low, estimate.mid, estimate.high].sort((a, b) => a - b),
            );
            estimated += 1;
          }
        }
        // Nothing else reports here: together they are the session's.
        expect(sumOf(costs.map(({ usage }) => usage))).toEqual(told(log));
        expect(sumOf([room.session().usage])).toEqual(told(log));
        const { taken } = view.sessions;
        const isPriced = taken.some(({ costUsdMicros }) => costUsdMicros !== null);
        if (!isPriced) {
          expect(costs.map(({ estimate }) => estimate)).toEqual(costs.map(() => null));
          unknown += 1;
        }
        for (const { taskId, costUsdMicros } of taken) {
          const reviews = log.flatMap(({ type, data }) =>
            type === "task.submitted" && data.taskId === taskId ? data.reviews.map(({ task }) => task.id) : [],
          );
          const { unpricedTokens, tokens } = told(log, new Set([taskId, ...reviews]));
          expect(costUsdMicros === null).toBe(unpricedTokens > 0 || tokens === 0);
        }
      }),
    ),
    { numRuns: 20 },
  );
  expect(estimated).toBeGreaterThan(10);
  expect(unknown).toBeGreaterThan(0);
});

it("what was learned is what the batch under way left, and nothing of those before it (property)", () => {
  const counts = { answer: 0, finding: 0, unpassed: 0 };
  fc.assert(
    fc.property(journey, (way) =>
      travel(way, (room) => {
        const { log, view } = room;
        const events = byBatch(log).at(-1) ?? [];
        const begun = log.find(({ type }) => type === "session.batches_set")?.seq ?? 0;
        const learned = learnedIn(view, room.session());
        const skipped = events.flatMap(({ type, data }) =>
          type === "task.passed" && (data.why === "skipped" || data.unreviewed) ? [data.taskId] : [],
        );
        const decisions = new Map(
          log.flatMap(({ type, data }) =>
            type === "decision.opened" ? [[data.decision.id, data.decision.kind] as const] : [],
          ),
        );
        const said = events.flatMap(({ type, data, seq }) => {
          if (type !== "decision.answered" || seq < begun) return [];
          const kind = decisions.get(data.decisionId);
          const note = data.answer.note.trim();
          if (kind === "intervention")
            return [{ id: data.decisionId, text: note ? `The first: ${note}` : "The first" }];
          const says = kind === "review_failed" || kind === "gate_failed";
          return says && note !== "" ? [{ id: data.decisionId, text: note }] : [];
        });
        const of = <K extends (typeof learned)[number]["kind"]>(kind: K) =>
          learned.filter((one): one is Extract<typeof one, { kind: K }> => one.kind === kind);
        const ofWhole = of("finding").filter(({ taskId }) => taskId === null);
        const ofTasks = of("finding").flatMap(({ taskId }) => taskId ?? []);
        expect(ofWhole.map(({ issue }) => issue)).toEqual(way.findings);
        expect(ofTasks).toEqual(skipped.filter((id) => ofTasks.includes(id)));
        expect(of("unpassed").map(({ taskId }) => taskId)).toEqual(skipped);
        expect(of("answer").map(({ decisionId, answer }) => [decisionId, answer])).toEqual(
          said.toReversed().map(({ id, text }) => [id, text]),
        );
        for (const { kind } of learned) counts[kind] += 1;
      }),
    ),
    { numRuns: 20 },
  );
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(5);
});

/** The same room, to go another way from here. */
function fork(room: SessionDriver): SessionDriver {
  const other: SessionDriver = Object.assign(Object.create(SessionDriver.prototype) as SessionDriver, room);
  Object.assign(other, {
    log: [...room.log],
    seenAt: { ...room.seenAt },
    ended: { ...room.ended },
  });
  return other;
}

it("what a checkpoint holds up is what its answers start, and nothing of it starts before (property)", () => {
  let behind = 0;
  fc.assert(
    fc.property(journey, fc.boolean(), fc.subarray(["Bo", "Cleo"]), (way, parks, gone) =>
      travel(way, (room) => {
        const at = fork(room);
        const cleo = at.join("Cleo", "builder");
        for (const by of [at.builder, cleo]) if (gone.includes(by.name)) at.run({ type: "leaveRoom", by, reason: "" });
        const held = heldUp(at.view, at.session(), at.now);
        if (!held) throw new Error("a checkpoint holds nothing up");
        const { batch } = at.session();

        // Whoever asks meanwhile gets the scout that looks again, or nothing.
        const idle = fork(at);
        const seats = Object.values(idle.view.agents).filter(({ online }) => online);
        for (const { id, name, role } of seats) {
          const by = { id, name, roles: [role], connection: null };
          const taskId = idle.claimed(by);
          if (taskId !== null) expect(idle.session().rescout?.work.taskId).toBe(taskId);
        }
        expect(idle.session()).toMatchObject({ batch, step: "review" });
        expect(idle.view.sessions.live.filter(({ state }) => state === "running")).toHaveLength(1);

        const goes = fork(at);
        goes.choose("batch_checkpoint", "continue");
        expect(goes.session()).toMatchObject({ batch: held.next.at, step: "plan" });
        expect(goes.session().batches?.[held.next.at]?.title).toBe(held.next.title);
        expect(heldUp(goes.view, goes.session(), goes.now)).toBeNull();

        // Those who may plan it or work on it, were its tasks of the same roles; nobody else.
        const roles = new Set(["planner", ...(way.batches[batch ?? 0] ?? []).map(({ role }) => role)]);
        const names = seats.filter(({ role }) => roles.has(role)).map(({ name }) => name);
        expect(held.agents.map(({ name }) => name).sort()).toEqual(names.sort());
        expect(held.agents.every(({ state }) => state === "free")).toBe(true);

        const ends = fork(at);
        if (parks) {
          // Who lets others run holds none of them up.
          const command = { type: "pauseSession", by: LEAD, sessionId: 1, reason: "", park: true };
          ends.run(command as never);
          expect(heldUp(ends.view, ends.session(), ends.now)?.queued).toBeNull();
        } else ends.choose("batch_checkpoint", "stop");
        const [started] = ends.view.sessions.live.filter(({ state }) => state === "running");
        expect(held.queued?.id).toBe(started?.id);
        const left = ends.view.sessions.live.filter(({ state }) => state === "queued").length;
        if (held.queued) expect(held.queued.behind).toBe(left);
        behind += left;
      }),
    ),
    { numRuns: 12 },
  );
  expect(behind).toBeGreaterThan(0);
});
