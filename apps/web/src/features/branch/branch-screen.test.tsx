import type { Branch } from "@squadroom/core/branch/branch";
import type { BranchReport } from "@squadroom/core/branch/command";
import type { RouteId } from "@squadroom/core/contract/routes";
import type { TaskId } from "@squadroom/core/kernel/ids";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { PlayRoom } from "../../live/room.fixture.ts";
import { serve, show, stateIn } from "../../testing/page.fixture.tsx";
import { PlayMachine } from "../runner/runner.fixture.ts";
import { BranchScreen } from "./branch-screen.tsx";
import { BranchesPanel } from "./branches-panel.tsx";
import { BranchesScreen } from "./branches-screen.tsx";

const NOON = Date.UTC(2026, 10, 21, 12);
const LEAD: RouteId[] = ["orderBranch", "retryMerge", "skipMerge"];
const DIFF = "diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-one\n+two\n";

/** A planner that made two tasks of a message, of which the first is made. */
function made() {
  const room = new PlayRoom("checkout", "duo", NOON);
  const machine = new PlayMachine(room, "studio", 1).comes(["planner", "builder"], 4);
  room.message("Refunds");
  machine.takes(4).starts(1, "Ada", "planner").works(1, "Ada");
  room.tasks("Ada", [
    { role: "builder", title: "Store" },
    { role: "builder", title: "Send" },
  ]);
  machine.takes(4).starts(2, "Bo", "builder").works(2, "Bo");
  const changes = { added: 1, removed: 1, files: ["a.ts"], fileCount: 1 };
  const found = { branch: "squadroom/dev-001", base: "b", head: "one", changes };
  const evidence = { taskId: "DEV-001" as TaskId, ...found, artifacts: [], checks: [] };
  machine.says(2, { kind: "examined", evidence });
  room.done("Bo", "Stores it.");
  const says = (report: BranchReport): void => {
    room.run({ type: "reportBranch", by: machine.by, key: "DEV-001", report });
  };
  return { room, says };
}

const REFUSED: BranchReport = {
  kind: "failed",
  why: "refused",
  note: "cannot lock ref",
  conflict: [],
  checks: [],
};
const MERGED: BranchReport = {
  kind: "merged",
  name: "squadroom/plan-001",
  base: "main",
  before: "b",
  head: "two",
  checks: [{ name: "test", passed: true }],
};
const pullRequest = { title: "Refunds", body: "What was asked" };

test("a branch that could not be merged says why, and is tried again or left out", async () => {
  const { room, says } = made();
  says(REFUSED);
  const asked = serve({
    getBranchChanges: () => ({ at: NOON, diff: DIFF, note: null }),
    getBranch: () => ({ pullRequest, merged: [], waiting: [], seq: 1 }) as never,
    retryMerge: () => ({ key: "DEV-001", state: "waiting", seq: 1 }),
    skipMerge: () => ({ key: "DEV-001", state: "skipped", seq: 1 }),
  });
  const { user } = await show(<BranchScreen state={stateIn(room, LEAD)} id="DEV-001" />);
  expect(screen.getByText("Merge failed")).toBeTruthy();
  const failed = within(screen.getByRole("region", { name: "Merges that failed" }));
  expect(failed.getByText("cannot lock ref")).toBeTruthy();
  expect(await screen.findByText("1 file, +1 −1")).toBeTruthy();

  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(asked.some(({ id }) => id === "retryMerge")).toBe(true));
  await user.click(screen.getByRole("button", { name: "Leave it out" }));
  const dialog = within(screen.getByRole("dialog", { name: "Leave DEV-001 out?" }));
  await user.click(dialog.getByRole("button", { name: "Leave it out" }));
  expect(dialog.getByText("Say why in a few words.")).toBeTruthy();
  await user.type(dialog.getByRole("textbox"), "Not needed.");
  await user.click(dialog.getByRole("button", { name: "Leave it out" }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ id: "skipMerge", body: { reason: "Not needed." } }));
});

test("a line tells what went into it and why in that order, and a person takes it once all is there", async () => {
  const { room, says } = made();
  says(MERGED);
  const asked = serve({
    getBranchChanges: () => ({ at: NOON, diff: DIFF, note: null }),
    getBranch: () => ({ pullRequest, merged: [], waiting: [], seq: 1 }) as never,
    orderBranch: () => ({ key: "PLAN-001", orderId: "o1", seq: 1 }),
  });
  const { user, redraw } = await show(<BranchScreen state={stateIn(room, LEAD)} id="PLAN-001" />);
  const steps = within(screen.getByRole("region", { name: "What went into it" }));
  expect(steps.getByText("Stores it.")).toBeTruthy();
  expect(steps.getByText(/Nobody reviewed it/).textContent).toContain(
    room.view.branches["PLAN-001"]?.merged[0]?.why ?? "?",
  );
  // The other task is not done yet.
  expect(screen.getByText("In progress")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Take into main" })).toBeNull();
  expect(await screen.findByText(/What was asked/)).toBeTruthy();

  await user.click(screen.getByRole("button", { name: "Remove" }));
  const dialog = within(screen.getByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ id: "orderBranch", body: { act: "clean" } }));
  redraw(<BranchScreen state={stateIn(room, [])} id="PLAN-001" />);
  expect(screen.queryByRole("button", { name: "Remove" })).toBeNull();
});

test("where a branch goes is said as it stands: when it is taken, it went there", async () => {
  const { room, says } = made();
  says(MERGED);
  serve({
    getBranchChanges: () => ({ at: NOON, diff: DIFF, note: null }),
    getBranch: () => ({ pullRequest, merged: [], waiting: [], seq: 1 }) as never,
  });
  const state = stateIn(room, []);
  const taken = (head: string) => {
    const line = state.view.branches["PLAN-001"];
    const one = { ...line, taken: { into: "main", head, by: "Mira", at: NOON } };
    return {
      ...state,
      view: { ...state.view, branches: { ...state.view.branches, "PLAN-001": one as Branch } },
    };
  };
  const { redraw } = await show(<BranchScreen state={taken("two")} id="PLAN-001" />);
  const facts = () => document.querySelector("dl")?.textContent;
  expect(facts()).toContain("Went intomaintaken by Mira");
  // How much it changes is said once, by its diff.
  expect(facts()).not.toMatch(/\d file/);
  // More was done since.
  redraw(<BranchScreen state={taken("one")} id="PLAN-001" />);
  await waitFor(() => expect(facts()).toContain("Goes intomainwhen you take it"));
});

test("the list has what a person takes first, then what goes into it", async () => {
  const { room, says } = made();
  says(MERGED);
  serve({});
  await show(<BranchesScreen state={stateIn(room, LEAD)} />);
  const links = screen.getAllByRole("link", { name: /^(PLAN|DEV)-001 / });
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/rooms/checkout/branches/PLAN-001",
    "/rooms/checkout/branches/DEV-001",
  ]);
});

test("beside the conversation stand the branches for a person, until they took them", async () => {
  const { room, says } = made();
  says(MERGED);
  await show(<BranchesPanel state={stateIn(room, LEAD)} />);
  const panel = within(screen.getByRole("region", { name: "Branches" }));
  const [own, ...more] = panel.getAllByRole("listitem");
  expect(more).toEqual([]);
  expect(own?.textContent).toContain("PLAN-001 Refunds");
  expect(panel.getByRole("link", { name: "All" }).getAttribute("href")).toBe("/rooms/checkout/branches");
});
