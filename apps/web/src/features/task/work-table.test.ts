import { describe, expect, it } from "vitest";
import { PlayRoom } from "../../live/room.fixture.ts";
import { filterOf, isFiltered } from "./work-filter.ts";
import { type LiveRow, liveRows, sectionsOf } from "./work-table.ts";

function room(): PlayRoom {
  const play = new PlayRoom("checkout", "squad", Date.UTC(2026, 10, 21, 12))
    .join("Planner", "planner")
    .join("Builder", "builder")
    .message("Go.");
  play.claim("Planner");
  play.tasks("Planner", [
    { ref: "a", role: "builder", title: "Payout key" },
    { role: "builder", title: "Key expiry", requires: ["ref:a"] },
    { role: "reviewer", title: "Review", priority: "high" },
  ]);
  return play;
}
const ids = (rows: readonly LiveRow[]) => rows.map(({ id }) => id);

describe("the tasks of a room as a table", () => {
  it("are each in one group by how they stand", () => {
    const groups = liveRows(room().view, {});
    expect({ ...groups, blocked: ids(groups.blocked) }).toMatchObject({
      blocked: ["REVIEW-001", "DEV-002"],
      failed: [],
    });
    expect(ids(groups.inHand)).toEqual(["PLAN-001"]);
    expect(ids(groups.ready)).toEqual(["DEV-001"]);
    const { view } = room();
    expect(Object.values(liveRows(view, {})).flat()).toHaveLength(view.tasks.length);
  });

  it("have users' messages that wait among them", () => {
    const { view } = room().message("And this.");
    expect(ids(liveRows(view, {}).ready)).toContain("PLAN-002");
  });

  it("begin with what a person has to settle, and end with what waits for other work", () => {
    const play = room();
    for (let n = 0; n < 3; n++) {
      play.later(1).claim("Builder");
      play.fail("Builder", "no");
    }
    const sections = sectionsOf(liveRows(play.view, {}));
    expect(Object.entries(sections).map(([name, rows]) => [name, ids(rows)])).toEqual([
      ["needsYou", ["DEV-001"]],
      ["inWork", ["PLAN-001"]],
      ["ready", []],
      ["blocked", ["REVIEW-001", "DEV-002"]],
    ]);
  });

  it.each([
    [{ text: "KEY" }, ["DEV-002", "DEV-001"]],
    [{ text: "dev-001" }, ["DEV-001"]],
    [{ role: "reviewer" }, ["REVIEW-001"]],
    [{ priority: "high" as const }, ["REVIEW-001"]],
    [{ standing: "ready" as const }, ["DEV-001"]],
    [{ standing: "ended" as const }, []],
    [{ role: "builder", text: "expiry" }, ["DEV-002"]],
  ])("are narrowed by %o", (filter, found) => {
    expect(ids(Object.values(liveRows(room().view, filter)).flat())).toEqual(found);
  });

  it("are narrowed by who holds them, or held them last", () => {
    const play = room();
    const planner = Object.values(play.view.agents).find(({ name }) => name === "Planner");
    expect(ids(Object.values(liveRows(play.view, { agent: planner?.id })).flat())).toEqual(["PLAN-001"]);
  });
});

describe("a filter in an address", () => {
  it("is what it names, and nothing else", () => {
    const all = { standing: "ready", role: "builder", agent: "a", priority: "high", text: "x" };
    expect(filterOf({ ...all, view: "board", other: "y" })).toEqual({ ...all, view: "board" });
    expect(isFiltered(filterOf({ standing: "odd", priority: 7, text: "", view: "graph" }))).toBe(false);
    expect(isFiltered({ view: "board" })).toBe(false);
  });
});
