import type { RouteId } from "@squadroom/core/contract/routes";
import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { StoodClock } from "../../clock/now.ts";
import { namesOf } from "../../live/names.ts";
import { PlayRoom } from "../../live/room.fixture.ts";
import { serve, show, stateIn } from "../../testing/page.fixture.tsx";
import { PlayMachine } from "./runner.fixture.ts";
import { RunnersSection } from "./runners-section.tsx";

const LEAD: RouteId[] = ["setRunner", "stopRuns", "forgetRunner", "orderRun", "startRun"];
const NOON = Date.UTC(2026, 10, 21, 12);

function aRoom(): { room: PlayRoom; studio: PlayMachine } {
  const room = new PlayRoom("checkout", "duo", NOON);
  return { room, studio: new PlayMachine(room, "studio", 1) };
}

function section(room: PlayRoom, allowed = LEAD) {
  const state = stateIn(room, allowed);
  const seats = Object.values(state.view.agents);
  const names = namesOf(new Map(seats.map(({ id, name }) => [id, name])), state.view.team, state.titles);
  return (
    <StoodClock value={room.at}>
      <RunnersSection state={state} names={names} />
    </StoodClock>
  );
}

const rowsOn = (list: string) =>
  within(screen.getByRole("list", { name: list }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

describe("a machine", () => {
  test("shows its slots, what runs there, and what waits because it is full", async () => {
    const { room, studio } = aRoom();
    studio.comes(["planner", "builder"], 1);
    room.message("Make refunds idempotent.");
    studio.takes(1).starts(1, "planner-1", "planner").works(1, "planner-1");
    room.tasks("planner-1", [{ role: "builder", title: "Refunds" }]);
    serve({});
    await show(section(room));

    expect(screen.getByText("1 of 1 slots in use, 1 waits for a slot")).toBeTruthy();
    expect(screen.getByRole("img", { name: "1 of 1 slots in use" })).toBeTruthy();
    expect(rowsOn("Roles that studio starts")).toEqual(["Planner 1", "Builder "]);
    const [run] = rowsOn("Runs on studio");
    expect(run).toContain("Activeplanner-1 PLAN-001");
    expect(run).toContain("Gemini, pro");
    expect(run).toContain("unknown");
    const [waits] = rowsOn("Waiting for a slot");
    expect(waits).toContain("QueuedBuilder DEV-001 Refunds; studio is full");
    expect(screen.getByRole("link", { name: "Open run 1 of planner-1" })).toBeTruthy();
  });

  test("says when it tries again after starts that failed, and tries now when it is told to", async () => {
    const { room, studio } = aRoom();
    studio.comes(["planner"], 1);
    room.message("Make refunds idempotent.");
    studio.takes(1).says(1, { kind: "ended", why: "start_failed", reason: "Not signed in." });
    const asked = serve({ startRun: () => ({ runId: 2, state: "queued", seq: 99 }) });
    const { user } = await show(section(room));
    const [waits] = rowsOn("Waiting for a slot");
    expect(waits).toContain("studio tries again at");
    await user.click(screen.getByRole("button", { name: "Try now" }));
    expect(asked.map(({ id, body }) => [id, body])).toEqual([["startRun", { role: "planner" }]]);
  });

  test("says what a run cost and what the figure rests on", async () => {
    const { room, studio } = aRoom();
    studio.comes(["planner"], 1);
    room.message("Make refunds idempotent.");
    studio.takes(1).starts(1, "planner-1", "planner").works(1, "planner-1");
    const tokens = { inputTokens: 1000, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
    const priced = { costUsdMicros: 410_000, model: "pro", runs: 0, basis: "estimated" as const };
    const end = { kind: "turn_ended", why: "done", reason: "", durationMs: 1, tools: 0 } as const;
    studio.says(1, { ...end, usage: { ...tokens, ...priced }, context: null });
    serve({});
    await show(section(room));

    const [run] = rowsOn("Runs on studio");
    expect(run).toContain("Idleplanner-1 ready, keeps its context");
    expect(run).toContain("0.41 USD estimated");
  });

  test("is slow before it is offline, and then says what became of its runs", async () => {
    const { room, studio } = aRoom();
    studio.comes(["planner"], 2);
    room.at += 40_000;
    const { redraw } = await show(section(room));
    expect(screen.getByText(/slow to answer for 40 s/)).toBeTruthy();
    studio.calls();
    room.message("Make refunds idempotent.");
    studio.takes(1).leaves();
    redraw(section(room));
    expect(screen.getByText(/last seen/)).toBeTruthy();
    expect(screen.getByText(/It was stopped there\./).textContent).toContain(
      "Its run on PLAN-001 ended, and the task went back to the queue.",
    );
  });

  test("gets a slot more, pauses, and stops once that is confirmed", async () => {
    const { room, studio } = aRoom();
    studio.comes(["planner"], 2);
    room.message("Make refunds idempotent.");
    studio.takes(1);
    const runnerId = studio.by.id;
    const asked = serve({
      setRunner: ({ body }) => ({
        runnerId,
        slots: 2,
        isDraining: false,
        seq: 99,
        ...(body as { slots?: number }),
      }),
      stopRuns: () => ({ stopped: [1], paused: 1, seq: 99 }),
    });
    const { user } = await show(section(room));

    await user.click(screen.getByRole("button", { name: "More slots on studio" }));
    expect(screen.getByRole("img", { name: "1 of 3 slots in use" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Drain studio" }));
    await user.click(screen.getByRole("button", { name: "Stop all runs on studio" }));
    const dialog = screen.getByRole("dialog", { name: "Stop all runs on studio?" });
    expect(dialog.textContent).toContain("1 run ends now; its task goes back to the queue");
    await user.click(within(dialog).getByRole("button", { name: "Stop" }));
    expect(asked.map(({ id, body }) => [id, body])).toEqual([
      ["setRunner", { slots: 3 }],
      ["setRunner", { isDraining: true }],
      ["stopRuns", { runner: runnerId }],
    ]);
  });

  test("shows who may only look nothing to press", async () => {
    const { room, studio } = aRoom();
    studio.comes(["planner"], 2);
    serve({});
    await show(section(room, []));
    expect(screen.queryAllByRole("button")).toEqual([]);
  });
});

test("a start that has no slot yet is withdrawn, one with a slot cancelled", async () => {
  const { room, studio } = aRoom();
  studio.comes(["planner"], 1);
  const role = "planner" as never;
  const by = { id: "p1" as never, name: "Mira" };
  const wish = { type: "requestRun" as const, by, role, harness: null, model: null, resumes: null };
  room.run({ ...wish, runnerId: studio.by.id });
  room.run({ ...wish, runnerId: null });
  const asked = serve({
    orderRun: ({ params }) => ({ runId: Number(params.run), orderId: null, isOver: true, seq: 9 }),
  });
  const { user } = await show(section(room));
  expect(rowsOn("Waiting for a slot")[0]).toContain("QueuedPlanner  studio is full");
  await user.click(screen.getByRole("button", { name: "Withdraw run 2" }));
  await user.click(screen.getByRole("button", { name: "Cancel the start of run 1" }));
  expect(asked.map(({ id, params, body }) => [id, params.run, body])).toEqual([
    ["orderRun", "2", { act: "stop" }],
    ["orderRun", "1", { act: "stop" }],
  ]);
});

test("a run is started by hand of a role that some machine offers", async () => {
  const { room, studio } = aRoom();
  studio.comes(["planner", "builder"], 1);
  const asked = serve({ startRun: () => ({ runId: 1, state: "creating", seq: 9 }) });
  const { user } = await show(section(room));
  await user.click(screen.getByRole("button", { name: "Start a run" }));
  const dialog = screen.getByRole("dialog", { name: "Start a run" });
  await user.selectOptions(within(dialog).getByLabelText("Role"), "builder");
  await user.selectOptions(within(dialog).getByLabelText("Machine"), "studio");
  await user.type(within(dialog).getByLabelText("Model"), " large ");
  await user.click(within(dialog).getByRole("button", { name: "Start a run" }));
  expect(asked.map(({ id, body }) => [id, body])).toEqual([
    ["startRun", { role: "builder", runner: studio.by.id, model: "large" }],
  ]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("with nothing under way, pausing all says so", async () => {
  const { room, studio } = aRoom();
  studio.comes(["planner"], 1);
  serve({ stopRuns: () => ({ stopped: [], paused: 1, seq: 99 }) });
  const { user } = await show(section(room));
  await user.click(screen.getByRole("button", { name: "Pause all" }));
  const dialog = screen.getByRole("dialog", { name: "Pause all?" });
  expect(dialog.textContent).toContain("Nothing runs. Nothing starts before you resume.");
});

test("once all are paused, all are resumed", async () => {
  const { room, studio } = aRoom();
  studio.comes(["planner"], 1);
  const by = { id: "p1" as never, name: "Mira" };
  room.run({ type: "stopRuns", by });
  const runnerId = studio.by.id;
  const asked = serve({
    setRunner: () => ({ runnerId, slots: 1, isDraining: false, seq: 99 }),
  });
  const { user } = await show(section(room));
  expect(screen.queryByRole("button", { name: "Pause all" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Resume all" }));
  expect(asked.map(({ id, body }) => [id, body])).toEqual([["setRunner", { isDraining: false }]]);
});

test("harnesses are told by machine: version, whether signed in, and what installs them", async () => {
  const { room, studio } = aRoom();
  const found = { name: "gemini", version: "0.61.0", isSignedIn: false };
  const missing = { name: "codex", version: null, isSignedIn: null, missing: "codex isn't there." };
  studio.comes(["planner"], 1, [found, { ...missing, install: "npm i -g @openai/codex" }]);
  const limited = {
    kind: "changed",
    problem: "rate limit",
    limitedUntil: room.at + 60_000,
  } as const;
  room.message("Make refunds idempotent.");
  const laptop = new PlayMachine(room, "laptop", 2).comes(["planner"], 1, [{ ...found, isSignedIn: true }]);
  laptop.takes(1).starts(1, "planner-1", "planner").says(1, limited);
  serve({});
  await show(section(room));
  const rows = within(screen.getByRole("table")).getAllByRole("row");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "Harnesslaptopstudio",
    expect.stringMatching(/^Gemini ?0\.61\.0 signed in, at its limit until \d\d:\d\d: rate limit/),
    "Codexnot foundnpm i -g @openai/codex",
  ]);
  expect(screen.getByText("found, but not signed in")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Copy the Codex line" })).toBeTruthy();
});
