import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { Fence, RoleName, TaskId } from "@squadroom/core/kernel/ids";
import { LEAD } from "@squadroom/core/testing/builders.fixture";
import { Discussions } from "@squadroom/core/testing/discussion.fixture";
import { playGolden } from "@squadroom/core/testing/golden.fixture";
import { histories, play, sessionHistories } from "@squadroom/core/testing/history.fixture";
import { shareOf } from "@squadroom/core/testing/property-runs.fixture";
import { SessionDriver } from "@squadroom/core/testing/session-driver.fixture";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { appendEvents, emptyFeed, eventsOf, type Feed, prependEvents, trimFeed } from "./feed.ts";
import type { RowItem } from "./feed-item.ts";
import { FOLD_REACH } from "./fold.ts";
import { PlayRoom } from "./room.fixture.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const EMPTY = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

const builders = (count: number): string[] => Array.from({ length: count }, (_, n) => `B${n + 1}`);

/** A room in which so many builders have joined, and as many tasks wait as are wanted. */
function working(count: number, tasks: number): PlayRoom {
  const room = new PlayRoom("checkout", "squad", NOON).join("Planner", "planner");
  for (const name of builders(count)) room.join(name, "builder");
  room.message("Build it.").claim("Planner");
  return room.tasks(
    "Planner",
    Array.from({ length: tasks }, (_, n) => ({ role: "builder", title: `Part ${n + 1}` })),
  );
}

/** All builders at once: each takes a task, says how far it is, reports and is done. */
function round(room: PlayRoom, count: number): void {
  for (const name of builders(count)) room.claim(name);
  for (const percent of [20, 60]) for (const name of builders(count)) room.later(1).progress(name, percent, "writes");
  for (const name of builders(count)) reported(room, name, 100).done(name, "Done.");
}

/** A report as the server writes it: in front of the act. */
function reported(room: PlayRoom, name: string, inputTokens: number): PlayRoom {
  room.reports(name, { ...EMPTY, inputTokens });
  return room;
}

const feedOf = (events: readonly RoomEvent[]): Feed => appendEvents(emptyFeed, events);
const rowsIn = ({ items }: Feed): RowItem[] => items.filter((item) => item.kind === "row");
const typesIn = (row: RowItem | undefined): string[] => row?.events.map(({ type }) => type) ?? [];
const seqsIn = (items: Feed["items"]): number[] => eventsOf(items).map(({ seq }) => seq);
/** A feed as it is read: every row by its events. */
const plain = ({ items }: Feed) =>
  items.map((item) => (item.kind === "day" ? item.kind : [item.kind, item.events.map(({ seq }) => seq).join()]));
/** What is shown unless somebody asks for the machinery, each row by its first event. */
const shown = (events: readonly RoomEvent[]): string[] =>
  rowsIn(feedOf(events)).flatMap((row) => (row.isMachinery ? [] : [`${row.cause ?? row.events[0]?.type}`]));

describe("events of one task", () => {
  it("are one row, although several agents work at once", () => {
    const room = working(4, 40);
    for (let n = 0; n < 10; n++) round(room, 4);
    const feed = feedOf(room.events);
    const done = rowsIn(feed).filter((row) => typesIn(row).includes("task.completed"));
    expect(done).toHaveLength(40);
    expect(feed.items.length).toBeLessThan(60);
    expect(new Set(typesIn(done[0]))).toEqual(
      new Set(["task.claimed", "task.started", "task.progressed", "usage.reported", "task.completed", "message.sent"]),
    );
  });

  it("are two rows where somebody said something between them, and its reports are in the second", () => {
    const room = working(1, 2);
    room.claim("B1");
    room.message("Stop!");
    reported(room, "B1", 500).done("B1", "Done.");
    const kinds = feedOf(room.events).items.slice(-3);
    expect(kinds.map(({ kind }) => kind)).toEqual(["row", "message", "row"]);
    expect(typesIn(rowsIn(feedOf(room.events)).at(-1))).toContain("usage.reported");
  });

  it("say that their agent handed the result on, which is a row of its own", () => {
    const room = working(1, 1);
    room.claim("B1");
    room.later(4).hand("B1", "planner", "There it is.");
    const { items } = feedOf(room.events);
    expect(items.slice(-2)).toMatchObject([
      { kind: "row", end: { at: room.at, by: "B1" } },
      { kind: "row", events: [{ type: "handoff.delivered" }] },
    ]);
  });

  it("are two rows where the first is far up", () => {
    const room = working(2, FOLD_REACH + 2);
    room.claim("B1");
    for (let n = 0; n < FOLD_REACH; n++) {
      room.claim("B2");
      room.done("B2", "Done.");
    }
    room.done("B1", "Done at last.");
    expect(typesIn(rowsIn(feedOf(room.events)).at(-1))).toEqual(["task.completed", "message.sent"]);
  });

  it("have their branch's end, and each branch of a request to several is a row", () => {
    const room = new PlayRoom("checkout", "squad", NOON);
    for (const role of ["planner", "builder", "reviewer"]) room.join(role, role);
    room.message("Is it ready?");
    room.claim("planner");
    const task = room.view.tasks.find(({ lease }) => lease);
    const asked = { taskId: task?.id as TaskId, fence: task?.lease?.fence as Fence };
    const branches = ["builder", "reviewer"].map((role) => ({ role: role as RoleName, instruction: "Is it?" }));
    room.run({ type: "fanOut", by: room.caller("planner"), ...asked, branches });
    for (const name of ["builder", "reviewer"]) room.claim(name);
    room.later(1).fail("builder", "No database here.").done("reviewer", "It is.");
    const ends = rowsIn(feedOf(room.events)).filter((row) => typesIn(row).includes("fanout.branch_ended"));
    expect(ends.map(({ causes }) => causes.length)).toEqual([1, 1]);
  });
});

describe("what has one cause", () => {
  /** A specification with its rounds, from its start to its checkpoint and the end behind it. */
  function specified(): RoomEvent[] {
    const room = new Discussions(undefined, "full-lifecycle");
    for (const by of [room.analyst, ...Array.from({ length: 4 }, () => room.writer)]) {
      room.pass(1_000);
      room.finish(by);
      room.pass(1_000);
      room.judge();
    }
    room.finish(room.judges[0] as never);
    room.judge();
    room.pass(1_000);
    room.run(room.answer(room.decision("pipeline_checkpoint"), "resume"));
    return room.log;
  }

  it("is one row: who joined, a start, a step with its rounds, a decision with what follows", () => {
    const events = specified();
    const steps = ["RESEARCH-001", "DRAFT-001", "DRAFT-002", "DRAFT-003", "DRAFT-004", "QUALITY-001"];
    expect(shown(events)).toEqual([
      "room.created",
      expect.stringMatching(/^agent /),
      "session.created",
      ...steps.map((id) => `task ${id}`),
      expect.stringMatching(/^decision /),
    ]);
    expect(events.length).toBeGreaterThan(100);
  });

  it("is one row for a failure, what is asked about it, the answer and what follows", () => {
    const room = working(1, 1);
    for (let n = 0; n < 3; n++) {
      room.claim("B1");
      room.later(1).fail("B1", "No database here.");
    }
    const decision = Object.values(room.view.decisions)[0];
    if (!decision) throw new Error("nothing is asked");
    const { id: decisionId, version } = decision;
    const before = rowsIn(feedOf(room.events)).length;
    room.run({ type: "answerDecision", by: LEAD, decisionId, version, optionId: "retry", note: "", detail: {} });
    const rows = rowsIn(feedOf(room.events));
    expect(rows).toHaveLength(before);
    expect(typesIn(rows.find(({ cause }) => cause === `task ${room.view.tasks.at(-1)?.id}`))).toEqual(
      expect.arrayContaining(["task.attempt_ended", "decision.opened", "decision.answered", "task.retried"]),
    );
  });

  it("is one row for a step of a session: who is asked, the work, and what is presented", () => {
    const room = new SessionDriver();
    room.start();
    room.present("scout");
    const row = rowsIn(feedOf(room.log)).at(-2);
    expect(typesIn(row)).toEqual(expect.arrayContaining(["session.asked", "task.claimed", "session.proposed"]));
  });
});

describe("the rows of any log", () => {
  const LOGS = playGolden().logs;
  const anyLog: fc.Arbitrary<readonly RoomEvent[]> = fc.oneof(
    fc.constantFrom(...Object.values(LOGS)),
    histories(80).map((history) => play(history).log),
    sessionHistories(80).map((history) => play(history).log),
  );
  const runs = { numRuns: shareOf(60) };

  it("have every event exactly once, in order, event by event as well as at once", () => {
    fc.assert(
      fc.property(anyLog, (events) => {
        const whole = feedOf(events);
        const one = events.reduce<Feed>((feed, event) => appendEvents(feed, [event]), emptyFeed);
        expect(plain(one)).toEqual(plain(whole));
        const seqs = whole.items.flatMap((item) => (item.kind === "day" ? [] : item.events.map(({ seq }) => seq)));
        expect(seqs.sort((a, b) => a - b)).toEqual(events.map(({ seq }) => seq));
        for (const item of whole.items)
          if (item.kind !== "day") {
            const own = item.events.map(({ seq }) => seq);
            expect([own[0], own.at(-1)]).toEqual([item.fromSeq, item.seq]);
            expect(own).toEqual(own.toSorted((a, b) => a - b));
          }
        const began = whole.items.flatMap((item) => (item.kind === "day" ? [] : [item.fromSeq]));
        expect(began).toEqual(began.toSorted((a, b) => a - b));
      }),
      runs,
    );
  });

  it("are the same when older pages come later, and rows that were there keep their keys", () => {
    fc.assert(
      fc.property(anyLog, fc.integer({ min: 3, max: 60 }), (events, page) => {
        let feed = feedOf(events.slice(-page));
        for (let to = events.length - page; to > 0; to -= page) {
          const before = new Set(feed.items.map(({ key }) => key));
          feed = prependEvents(feed, events.slice(Math.max(0, to - page), to));
          const keys = feed.items.map(({ key }) => key);
          expect(new Set(keys).size).toBe(keys.length);
          const last = feed.items.at(-1);
          if (last?.kind === "row") expect(before.has(last.key)).toBe(true);
        }
        expect(plain(feed)).toEqual(plain(feedOf(events)));
      }),
      runs,
    );
  });

  it("come whole again where old ones were let go of", () => {
    fc.assert(
      fc.property(anyLog, fc.integer({ min: 1, max: 40 }), (events, keep) => {
        const cut = trimFeed(feedOf(events), keep, keep);
        const again = prependEvents(
          cut,
          events.filter(({ seq }) => seq < cut.firstSeq),
        );
        expect(seqsIn(again.items)).toEqual(events.map(({ seq }) => seq));
        expect(plain(again)).toEqual(plain(feedOf(events)));
      }),
      runs,
    );
  });
});

it("takes ten thousand events one by one, and looks only at the newest rows", () => {
  const { log } = play({ preset: "squad", choices: [] });
  const [first] = log;
  if (!first) throw new Error("no log");
  const room = working(4, 40);
  for (let n = 0; n < 10; n++) round(room, 4);
  const cycle = room.events.slice(5);
  const events = Array.from({ length: 10_000 }, (_, n) => ({ ...cycle[n % cycle.length], seq: n + 1 }) as RoomEvent);
  let feed = feedOf(events.slice(0, 9_000));
  const touched = new Set<number>();
  for (const event of events.slice(9_000)) {
    const next = appendEvents(feed, [event]);
    const from = next.items.findIndex((item, at) => item !== feed.items[at]);
    touched.add(next.items.length - from);
    feed = next;
  }
  expect(feed.events).toBe(10_000);
  expect(Math.max(...touched)).toBeLessThanOrEqual(FOLD_REACH + 1);
});
