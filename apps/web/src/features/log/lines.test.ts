import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { Fence, TaskId } from "@squadroom/core/kernel/ids";
import { Discussions } from "@squadroom/core/testing/discussion.fixture";
import { playGolden } from "@squadroom/core/testing/golden.fixture";
import { histories, play, sessionHistories } from "@squadroom/core/testing/history.fixture";
import { shareOf } from "@squadroom/core/testing/property-runs.fixture";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { appendEvents, collectTitles, emptyFeed } from "../../live/feed.ts";
import { namesOf } from "../../live/names.ts";
import { PlayRoom } from "../../live/room.fixture.ts";
import { isFact, rowsOf } from "./folded.ts";
import { filterFeed } from "./line.ts";
import { linesOf } from "./lines.ts";
import { checkedText, discussedIn, rowLine } from "./row-line.ts";

const EVERY = new Set<string>();

describe("what is shown of a log", () => {
  const anyLog: fc.Arbitrary<readonly RoomEvent[]> = fc.oneof(
    fc.constantFrom(...Object.values(playGolden().logs)),
    histories(80).map((history) => play(history).log),
    sessionHistories(80).map((history) => play(history).log),
  );

  it("is all of it: each event is in one row of All or of Machinery, behind one of its lines", () => {
    fc.assert(
      fc.property(anyLog, (events) => {
        const { items } = appendEvents(emptyFeed, events);
        const all = filterFeed(items, "all");
        const shown = [...all, ...filterFeed(items, "machinery")];
        expect(new Set(shown.filter(isFact)).size).toBe(items.filter(isFact).length);
        const seqs = shown.flatMap((item) => {
          if (item.kind === "day") return [];
          const facts = item.kind === "message" ? item.events : linesOf(item).flatMap((line) => line.events);
          return facts.map(({ seq }) => seq);
        });
        expect(seqs.toSorted((a, b) => a - b)).toEqual(events.map(({ seq }) => seq));
        for (const filter of ["messages", "handoffs", "tasks"] as const)
          for (const item of filterFeed(items, filter)) expect(item.kind === "day" || all.includes(item)).toBe(true);
      }),
      { numRuns: shareOf(60) },
    );
  });

  it("has the new below one mark, whatever was seen before", () => {
    fc.assert(
      fc.property(anyLog, fc.nat(), (events, at) => {
        const items = filterFeed(appendEvents(emptyFeed, events).items, "all");
        const looked = at % (events.length + 1);
        const rows = rowsOf(items, EVERY, looked);
        const marks = rows.flatMap((row, index) => (row.kind === "mark" ? [index] : []));
        const isNew = (row: (typeof rows)[number]) => isFact(row) && row.seq > looked;
        expect(marks.length).toBeLessThanOrEqual(1);
        const [mark] = marks;
        if (mark === undefined) {
          const facts = items.filter(isFact);
          expect(looked === 0 || !facts.some(isNew) || isNew(facts[0] as never)).toBe(true);
          return;
        }
        expect(rows.slice(0, mark).some(isNew)).toBe(false);
        expect(rows.slice(0, mark).some(isFact)).toBe(true);
        expect(isNew(rows[mark + 1] as never)).toBe(true);
      }),
      { numRuns: shareOf(60) },
    );
  });
});

describe("a row", () => {
  function rowsFor(room: Discussions): string[] {
    const titles = new Map<string, string>();
    collectTitles(titles, room.log);
    const agents = new Map<string, string>(Object.values(room.view.agents).map(({ id, name }) => [id, name]));
    const names = namesOf(agents, room.view.team, titles);
    return filterFeed(appendEvents(emptyFeed, room.log).items, "all").flatMap((item) => {
      if (item.kind !== "row") return [];
      const { sentence, values } = rowLine(item, names);
      const said = sentence
        .replaceAll(/<\/?b>/g, "")
        .replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? "?");
      return [[said, ...discussedIn(item)].join(" · ")];
    });
  }

  it("says who did a step, what its discussion came to, and how many judged it", () => {
    const room = new Discussions(undefined, "full-lifecycle");
    room.finish(room.analyst, { workMs: 2_000 });
    expect(rowsFor(room).at(-1)).toMatch(/^Ann handed in RESEARCH-001 .* · 0 of \d perspectives$/);
    room.judge();
    expect(rowsFor(room).slice(1)).toEqual([
      expect.stringMatching(/^Ann, Wim, One reviewer and 2 more joined$/),
      expect.stringMatching(/opened session 1 Refunds$/),
      expect.stringMatching(/^RESEARCH-001 Research, done by Ann in 2 s · agreed, 4\.0 of 5 · \d perspectives$/),
    ]);
  });

  it("is green only where somebody checked the work, and says what nobody did", () => {
    const said = (result: object) => {
      const room = new PlayRoom("shop", "solo", 0).join("Sol", "solo").message("Build it.");
      const taskId = room.claim("Sol") as TaskId;
      const fence = room.view.tasks[0]?.lease?.fence as Fence;
      const done = { summary: "Built.", ...result };
      room.run({ type: "complete", by: room.caller("Sol"), taskId, fence, result: done, next: false });
      const row = appendEvents(emptyFeed, room.events).items.findLast((item) => item.kind === "row");
      const names = namesOf(new Map(), room.view.team, new Map());
      return row ? [rowLine(row, names).tone, ...checkedText(row, names)] : [];
    };
    const tests = { name: "tests", passed: true };
    expect(said({})).toEqual(["plain", "no check reported"]);
    expect(said({ checks: [tests] })).toEqual(["ok"]);
    expect(said({ checks: [tests, { name: "build", passed: false }] })).toEqual(["bad", "not passed"]);
  });

  it("says with its answer what was asked", () => {
    const room = new Discussions(undefined, "full-lifecycle");
    for (const by of [room.analyst, ...Array.from({ length: 4 }, () => room.writer)]) {
      room.finish(by);
      room.judge();
    }
    room.finish(room.judges[0] as never);
    room.judge();
    room.pass(1_000);
    room.run(room.answer(room.decision("pipeline_checkpoint"), "resume"));
    expect(rowsFor(room).at(-1)).toMatch(/^Start the implementation of “Refunds”\? \S.* decided: Continue$/);
  });
});
