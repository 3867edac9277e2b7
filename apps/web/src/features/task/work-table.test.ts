import { pipelinesIn } from "@squadroom/core/flow/sessions";
import { Discussions } from "@squadroom/core/testing/discussion.fixture";
import { PipelineDriver } from "@squadroom/core/testing/pipeline-driver.fixture";
import { shareOf } from "@squadroom/core/testing/property-runs.fixture";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { namesOf } from "../../live/names.ts";
import { PlayRoom } from "../../live/room.fixture.ts";
import { filterOf, isFiltered } from "./work-filter.ts";
import { type ListOptions, linesOf, sectionsOf } from "./work-sections.ts";
import { openRows, type TableRow } from "./work-table.ts";

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
const ids = (rows: readonly TableRow[]) => rows.map(({ id }) => id);

describe("the tasks of a room as a table", () => {
  it("are each in one group by how they stand", () => {
    const groups = openRows(room().view, {});
    expect([ids(groups.blocked), ids(groups.unmanned), ids(groups.failed)]).toEqual([["DEV-002"], ["REVIEW-001"], []]);
    expect(ids(groups.inHand)).toEqual(["PLAN-001"]);
    expect(ids(groups.ready)).toEqual(["DEV-001"]);
    const { view } = room();
    expect(Object.values(openRows(view, {})).flat()).toHaveLength(view.tasks.length);
  });

  it("have users' messages that wait among them", () => {
    const { view } = room().message("And this.");
    expect(ids(openRows(view, {}).ready)).toContain("PLAN-002");
  });

  it("begin with what a person has to settle, and end with what waits for other work", () => {
    const play = room();
    for (let n = 0; n < 3; n++) {
      play.later(1).claim("Builder");
      play.fail("Builder", "no");
    }
    const sections = sectionsOf(openRows(play.view, {}));
    expect(Object.entries(sections).map(([name, rows]) => [name, ids(rows)])).toEqual([
      ["needsYou", ["DEV-001"]],
      ["inWork", ["PLAN-001"]],
      ["ready", []],
      ["unmanned", ["REVIEW-001"]],
      ["blocked", ["DEV-002"]],
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
    expect(ids(Object.values(openRows(room().view, filter)).flat())).toEqual(found);
  });

  it("are narrowed by who holds them, or held them last", () => {
    const play = room();
    const planner = Object.values(play.view.agents).find(({ name }) => name === "Planner");
    expect(ids(Object.values(openRows(play.view, { agent: planner?.id })).flat())).toEqual(["PLAN-001"]);
  });
});

/** What a list with nothing opened, ordered or chosen says. */
function lines(view: Parameters<typeof openRows>[0], more: Partial<ListOptions> = {}) {
  const names = namesOf(new Map(), view.team, new Map());
  const plain = { names, isNarrowed: false, opened: new Map<string, boolean>(), endedCount: "0" };
  return linesOf(openRows(view, {}), [], { ...plain, ...more });
}
const said = (all: ReturnType<typeof lines>) =>
  all.map((line) =>
    line.kind === "row"
      ? line.row.id
      : line.kind === "head"
        ? `# ${line.title} ${line.count}`
        : `- ${line.text} ${line.count}`,
  );

describe("a pipeline in the list", () => {
  it("has its planned steps after the checkpoint that they wait for", () => {
    const driver = new PipelineDriver();
    driver.begin("full-lifecycle");
    driver.work();
    expect(said(lines(driver.view))).toEqual([
      "# After the checkpoint “Start the implementation” 4",
      ...["PLAN-001", "IMPL-001", "TEST-001", "REVIEW-001"].map((id) => `1 ${id}`),
    ]);
    expect(lines(driver.view)[0]).toMatchObject({ note: "waiting for your answer, no estimate for 4 steps" });
    driver.choose("resume");
    expect(openRows(driver.view, {}).planned).toEqual([]);
  });

  it("has those who judge a step's work in that step's row, unless they are looked for", () => {
    const driver = new Discussions();
    driver.finish(driver.analyst);
    const { perspectives, taskId } = driver.round;
    const all = openRows(driver.view, {});
    expect(ids(all.inHand)).toEqual([taskId]);
    expect(all.inHand[0]?.round).toMatchObject({ given: 0, all: perspectives.length });
    const key = `round ${taskId}`;
    const opened = lines(driver.view, { opened: new Map([[key, true]]) });
    const own = opened.filter((line) => line.kind === "row" && line.isUnder).map(({ key: id }) => id);
    expect(own.sort()).toEqual(perspectives.map((one) => one.taskId).sort());
    expect(said(lines(driver.view))).toContain(`- 0 of ${perspectives.length} perspectives are given `);
    const found = Object.values(openRows(driver.view, { text: "VIEW-" })).flat();
    expect(found).toHaveLength(perspectives.length);
  });

  it("has each step once, as a row that is planned, live or ended, however far it is", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(4), { maxLength: 12 }), (acts) => {
        const driver = new Discussions(undefined, "full-lifecycle");
        for (const act of acts) {
          const asked = Object.values(driver.view.decisions).find(({ kind }) => kind === "pipeline_checkpoint");
          if (asked && act === 0) driver.run(driver.answer(asked, "resume"));
          const by = act % 2 === 0 ? driver.analyst : driver.writer;
          const isFree = driver.view.tasks.some(
            ({ role, state, waitsFor }) => by.roles.includes(role) && state === "pending" && waitsFor.length === 0,
          );
          if (isFree) driver.finish(by);
          if (act > 1 && (driver.session.discussions ?? []).some(({ verdict }) => verdict === null)) driver.judge();
        }
        const rows = Object.values(openRows(driver.view, {})).flat();
        for (const session of pipelinesIn(driver.view.sessions))
          for (const { id, isCheckpoint } of session.pipeline.steps) {
            if (isCheckpoint) continue;
            const taskId = session.execution?.tasks[id];
            const isLive = driver.view.tasks.some((task) => task.id === taskId);
            const found = rows.filter((row) => row.id === (taskId ?? `${session.id} ${id}`));
            expect(found.length + (taskId && !isLive ? 1 : 0), id).toBe(1);
          }
        expect(new Set(ids(rows)).size).toBe(rows.length);
      }),
      { numRuns: shareOf(20) },
    );
  });
});

describe("many tasks with one cause", () => {
  const many = (count: number) => {
    const play = new PlayRoom("ledger", "squad", Date.UTC(2026, 10, 21, 12)).join("Planner", "planner").message("Go.");
    play.claim("Planner");
    for (let n = 0; n < count; n += 50)
      play.tasks(
        "Planner",
        Array.from({ length: 50 }, (_, i) => ({ role: "builder", title: `Table ${n + i}` })),
      );
    return play;
  };

  it("say it once, in a group that stays open where it is the only one", () => {
    const { view } = many(1_000);
    const all = lines({ ...view, tasks: view.tasks.filter(({ role }) => role === "builder") });
    expect(said(all).slice(0, 2)).toEqual(["# Waiting for an agent 1,000", "- No Builder is connected. 1,000"]);
    expect(all).toHaveLength(1_002);
    expect(all.at(-1)).toMatchObject({ isWhySaid: true });
  });

  it("are folded behind it where there is other work, until somebody opens them", () => {
    const { view } = many(50);
    expect(said(lines(view))).toEqual([
      "# In progress 1",
      "PLAN-001",
      "# Waiting for an agent 50",
      "- No Builder is connected. 50",
    ]);
    expect(lines(view, { opened: new Map([["cause No Builder is connected.", true]]) })).toHaveLength(54);
    expect(lines(view, { isNarrowed: true })).toHaveLength(54);
  });
});

describe("an order", () => {
  it("holds within each section, both ways, and what isn't known comes last", () => {
    const play = room();
    const shownIn = (sort: ListOptions["sort"]) =>
      said(lines(play.view, { sort, group: "session" })).filter((line) => !line.startsWith("#"));
    expect(shownIn("title")).toEqual(["PLAN-001", "DEV-002", "DEV-001", "REVIEW-001"]);
    expect(shownIn("-title")).toEqual(["REVIEW-001", "DEV-001", "DEV-002", "PLAN-001"]);
    expect(shownIn("who").at(-1)).toBe("REVIEW-001");
    expect(shownIn("takes")).toEqual(shownIn(undefined));
  });
});

describe("a filter in an address", () => {
  it("is what it names, and nothing else", () => {
    const all = { standing: "ready", role: "builder", agent: "a", priority: "high", text: "x" };
    const way = { view: "board", sort: "-who", group: "session" };
    expect(filterOf({ ...all, ...way, session: "2", other: "y" })).toEqual({ ...all, ...way, session: 2 });
    expect(isFiltered(filterOf({ standing: "odd", priority: 7, text: "", session: "x", sort: "odd" }))).toBe(false);
    expect(isFiltered({ view: "graph", sort: "title", group: "session" })).toBe(false);
  });
});
