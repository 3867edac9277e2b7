import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { Fence, RoleName, TaskId } from "@squadroom/core/kernel/ids";
import { Discussions } from "@squadroom/core/testing/discussion.fixture";
import { tokensOf } from "@squadroom/core/usage/usage";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { appendEvents, emptyFeed, type Feed, prependEvents, trimFeed } from "./feed.ts";
import type { FoldItem } from "./feed-item.ts";
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
const folds = ({ items }: Feed): FoldItem[] => items.filter((item) => item.kind === "fold");
const eventsIn = ({ items, loose }: Feed): number[] =>
  [
    ...items.flatMap((item) => {
      if (item.kind === "day") return [];
      if (item.kind !== "fold") return item.events;
      return [...item.lines.flatMap(({ events }) => events), ...item.reports];
    }),
    ...loose,
  ].map(({ seq }) => seq);

/** A feed as far as it is read. */
const plain = ({ items }: Feed) =>
  items.map((item) =>
    item.kind === "fold"
      ? [item.taskId, item.lines.map(({ fromSeq, seq }) => [fromSeq, seq]), item.usage, item.end]
      : item.kind,
  );

describe("lines of one task", () => {
  it("are one row, although several agents work at once", () => {
    const room = working(4, 40);
    for (let n = 0; n < 10; n++) round(room, 4);
    const feed = feedOf(room.events);
    const done = folds(feed).filter(({ lines }) => lines.some(({ event }) => event.type === "task.completed"));
    expect(done).toHaveLength(40);
    expect(feed.items.length).toBeLessThan(60);
    expect(done[0]?.lines.map(({ event }) => event.type)).toEqual([
      "task.claimed",
      "task.progressed",
      "task.completed",
      "message.sent",
    ]);
  });

  it("tell the end of a branch once, with its result or with why there is none", () => {
    const room = new PlayRoom("checkout", "squad", NOON);
    for (const role of ["planner", "builder", "reviewer"]) room.join(role, role);
    room.message("Is it ready?");
    room.claim("planner");
    const task = room.view.tasks.find(({ lease }) => lease);
    const asked = { taskId: task?.id as TaskId, fence: task?.lease?.fence as Fence };
    const branches = ["builder", "reviewer"].map((role) => ({
      role: role as RoleName,
      instruction: "Is it?",
    }));
    room.run({ type: "fanOut", by: room.caller("planner"), ...asked, branches });
    for (const name of ["builder", "reviewer"]) room.claim(name);
    room.later(1).fail("builder", "No database here.").done("reviewer", "It is.");
    const feed = feedOf(room.events);
    expect(folds(feed).map(({ lines }) => lines.map(({ event }) => event.type))).toEqual([
      ["task.claimed", "fanout.branch_ended"],
      ["task.claimed", "task.completed"],
    ]);
    expect(feed.items.at(-1)?.kind).toBe("fold");
    expect(new Set(eventsIn(feed)).size).toBe(room.events.length);
  });

  it("have what was reported in their row, which is no line", () => {
    const room = working(1, 1);
    room.claim("B1");
    reported(room, "B1", 400);
    reported(room, "B1", 500).done("B1", "Done.");
    const feed = feedOf(room.events);
    const fold = folds(feed).at(-1);
    expect(fold?.usage && tokensOf(fold.usage)).toBe(900);
    expect(fold?.reports).toHaveLength(2);
    expect(JSON.stringify(feed.items.map((item) => "event" in item && item.event.type))).not.toMatch(/usage/);
  });

  it("are two rows where somebody said something between them", () => {
    const room = working(1, 2);
    room.claim("B1");
    room.message("Stop!");
    reported(room, "B1", 500).done("B1", "Done.");
    const kinds = feedOf(room.events).items.slice(-3);
    expect(kinds.map(({ kind }) => kind)).toEqual(["line", "message", "fold"]);
    const last = folds(feedOf(room.events)).at(-1);
    expect(last?.usage && tokensOf(last.usage)).toBe(500);
  });

  it("hold what the room tells others of the task by itself, unless it is critical", () => {
    const room = working(1, 1);
    room.claim("B1");
    room.done("B1", "Done.");
    const told = room.events.filter(({ type, actor }) => type === "message.sent" && actor.kind === "server");
    expect(told).toHaveLength(1);
    const { items } = feedOf(room.events);
    expect(items.at(-1)).toMatchObject({ kind: "fold" });
    expect(
      folds({ items } as Feed)
        .at(-1)
        ?.lines.map(({ event }) => event.type),
    ).toContain("message.sent");
  });

  it("say that their agent handed the result on, which is a row of its own", () => {
    const room = working(1, 1);
    room.claim("B1");
    room.later(4).hand("B1", "planner", "There it is.");
    const { items } = feedOf(room.events);
    expect(items.slice(-2)).toMatchObject([
      { kind: "fold", end: { at: room.at, by: "B1" } },
      { kind: "line", event: { type: "handoff.delivered" } },
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
    const last = feedOf(room.events).items.at(-1);
    const lines = [{ event: { type: "task.completed" } }, { event: { type: "message.sent" } }];
    expect(last).toMatchObject({ kind: "fold", lines });
  });

  const histories = fc.array(fc.nat({ max: 5 }), { maxLength: 30 });
  /** Parallel work with a word now and then. */
  function played(acts: readonly number[]): RoomEvent[] {
    const room = working(3, 30);
    for (const act of acts) {
      if (act === 4) room.message("How is it?");
      else if (act === 3) for (const name of builders(3)) room.claim(name);
      else if (act === 5 && room.holds("B1")) room.hand("B1", "planner", "There it is.");
      else if (act === 5) room.claim("B1");
      else if (room.holds(`B${act + 1}`))
        reported(room, `B${act + 1}`, 10)
          .later(1)
          .done(`B${act + 1}`, "Done.");
      else room.claim(`B${act + 1}`);
    }
    return room.events;
  }

  it("are the same rows event by event and in pieces, and none is lost or told twice", () => {
    fc.assert(
      fc.property(histories, (acts) => {
        const events = played(acts);
        const whole = feedOf(events);
        const one = events.reduce((feed, event) => appendEvents(feed, [event]), emptyFeed);
        expect(one).toEqual(whole);
        expect(eventsIn(whole).sort((a, b) => a - b)).toEqual(events.map(({ seq }) => seq));
      }),
    );
  });

  it("are the same rows when older pages come later", () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 3, max: 25 }), (acts, page) => {
        const events = played(acts);
        let feed = feedOf(events.slice(-page));
        for (let to = events.length - page; to > 0; to -= page)
          feed = prependEvents(feed, events.slice(Math.max(0, to - page), to));
        expect(plain(feed)).toEqual(plain(feedOf(events)));
      }),
    );
  });

  it("come whole again where old rows were let go of", () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 1, max: 20 }), (acts, keep) => {
        const events = played(acts);
        const cut = trimFeed(feedOf(events), keep, keep);
        const again = prependEvents(
          cut,
          events.filter(({ seq }) => seq < cut.firstSeq),
        );
        expect([...new Set(eventsIn(again))].sort((a, b) => a - b)).toEqual(events.map(({ seq }) => seq));
        expect(eventsIn(again)).toHaveLength(events.length);
      }),
    );
  });

  it("keep rows in the order in which they began", () => {
    fc.assert(
      fc.property(histories, (acts) => {
        const began = feedOf(played(acts)).items.flatMap((item) => (item.kind === "day" ? [] : [item.at]));
        expect(began).toEqual([...began].sort((a, b) => a - b));
      }),
    );
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

  it("is told once: a round, a point of view, a step that is done, a start", () => {
    const events = specified();
    const { items } = feedOf(events);
    const rows = items.flatMap((item) => {
      if (item.kind === "day") return [];
      return item.kind === "fold" ? [item.taskId] : [item.event.type as string];
    });
    const begun = rows.slice(rows.indexOf("session.created"));
    expect(begun.slice(0, 9)).toEqual([
      "session.created",
      "session.advanced",
      "RESEARCH-001",
      "VIEW-001",
      "VIEW-002",
      "VIEW-003",
      "VIEW-004",
      "VIEW-005",
      "session.discussed",
    ]);
    expect(rows.filter((one) => one === "RESEARCH-001" || one === "VIEW-002")).toHaveLength(2);
    expect(rows.filter((one) => /perspective|ruled|discussion_o|started|checkpoint_p/.test(one))).toEqual([]);
    const seqs = eventsIn({ items, loose: [] } as never).sort((a, b) => a - b);
    expect(seqs).toEqual(events.map(({ seq }) => seq));
  });

  it("comes out the same read in pages", () => {
    const events = specified();
    const whole = plain(feedOf(events));
    for (const page of [7, 13, 40])
      for (let from = events.length - page, feed = feedOf(events.slice(from)); ; ) {
        if (from <= 0) {
          expect(plain(feed)).toEqual(whole);
          break;
        }
        const next = Math.max(0, from - page);
        feed = prependEvents(feed, events.slice(next, from));
        from = next;
      }
  });
});
