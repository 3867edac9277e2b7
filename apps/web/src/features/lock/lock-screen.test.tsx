import type { RouteId } from "@squadroom/core/contract/routes";
import { NO_RUNS } from "@squadroom/core/run/run";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { PlayRoom } from "../../live/room.fixture.ts";
import { serve, show, stateIn } from "../../testing/page.fixture.tsx";
import { LockScreen } from "./lock-screen.tsx";

const NOON = Date.UTC(2026, 10, 26, 12);
const LEAD: RouteId[] = ["takeLock", "releaseLock", "answerDecision"];

/** Two agents at work, each with a lock that the other one waits for. */
function aCircle() {
  const room = new PlayRoom("checkout", "duo", NOON);
  room.join("Pia", "planner");
  room.join("Bo", "builder");
  room.message("Refunds");
  room.claim("Pia");
  room.tasks("Pia", [{ role: "builder", title: "Build refunds" }]);
  room.claim("Bo");
  const [pia, bo] = [room.caller("Pia"), room.caller("Bo")];
  const lock = (by: typeof pia, pattern: string) => room.run({ type: "takeLock", by, patterns: [pattern], wait: true });
  lock(pia, "src/refund/**");
  lock(bo, "src/ledger/**");
  lock(pia, "src/ledger/money.ts");
  lock(bo, "src/refund/webhook.ts");
  return room;
}

test("who has what and who waits stands there, and a circle asks a person who yields", async () => {
  const room = aCircle();
  serve({});
  await show(<LockScreen state={stateIn(room, LEAD)} />);
  const rows = within(screen.getByRole("region", { name: "Held" })).getAllByRole("listitem");
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/Pia.*PLAN-001.*src\/refund\/\*\*.*taken by hand.*ends with its task.*1.*Bo/),
    expect.stringMatching(/Bo.*DEV-001.*src\/ledger\/\*\*.*ends with its task.*1.*Pia/),
  ]);
  const circle = within(screen.getByRole("region", { name: "Deadlock" }));
  expect(circle.getByRole("img").textContent).toMatch(
    /wants src\/ledger\/money\.ts, .*Pia.*src\/refund\/\*\*.*wants src\/refund\/webhook\.ts, .*Bo/,
  );
  expect(screen.getByText(/Pia \(PLAN-001\) has src\/refund/).textContent).toContain(
    "Bo (DEV-001) has src/ledger/** and waits for src/refund/webhook.ts.",
  );
  expect(screen.getByText("Pia and Bo are waiting for each other. Who should yield?")).toBeTruthy();
  expect(screen.getByRole("button", { name: /Pia yields/ })).toBeTruthy();
});

test("for one path what touches it stands there, and whether it is free", async () => {
  const state = stateIn(aCircle(), LEAD);
  serve({});
  const { redraw } = await show(<LockScreen state={state} path="src/ledger/money.ts" />);
  const held = () => screen.getByRole("region", { name: "Held" }).textContent;
  expect(held()).toMatch(/1 lock, 1 waits.*Only what touches src\/ledger\/money\.ts\..*src\/ledger/);
  expect(held()).not.toContain("src/refund/**");
  redraw(<LockScreen state={state} path="docs/a.md" />);
  expect(held()).toContain("Nobody has locked it");
});

test("a lead releases the selected lock with a reason", async () => {
  const room = aCircle();
  const asked = serve({ releaseLock: () => ({ lockId: 2, seq: 1 }) });
  const { user } = await show(<LockScreen state={stateIn(room, LEAD)} />);
  const detail = () => within(screen.getByRole("complementary", { name: "The selected lock" }));
  expect(detail().getByText("src/refund/**")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Bo" }));
  expect(detail().getByText("src/ledger/**")).toBeTruthy();
  await user.click(detail().getByRole("button", { name: "Release" }));
  const dialog = within(screen.getByRole("dialog", { name: "Release the lock of Bo?" }));
  await user.click(dialog.getByRole("button", { name: "Release" }));
  expect(dialog.getByText("Say why in a few words.")).toBeTruthy();
  await user.type(dialog.getByRole("textbox"), "Pia goes first.");
  await user.click(dialog.getByRole("button", { name: "Release" }));
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({
      id: "releaseLock",
      body: { reason: "Pia goes first." },
    }),
  );
});

test("whoever holds it in a run is told there first", async () => {
  const state = stateIn(aCircle(), LEAD);
  const agentId = state.view.locks.live[0]?.holder.id;
  serve({});
  const { redraw } = await show(<LockScreen state={state} />);
  expect(screen.queryByRole("link", { name: /in run/ })).toBeNull();
  const view = { ...state.view, runs: { ...NO_RUNS, live: [{ id: 3, agentId }] } as never };
  redraw(<LockScreen state={{ ...state, view }} />);
  const link = await screen.findByRole("link", { name: "Tell Pia in run 3 first" });
  expect(link.getAttribute("href")).toBe("/rooms/checkout/runs/3");
});

test("a lead takes a lock by hand; who may not sees no button", async () => {
  const room = aCircle();
  const asked = serve({ takeLock: () => ({ patterns: ["docs/**"], state: "held" }) as never });
  const { user, redraw } = await show(<LockScreen state={stateIn(room, LEAD)} />);
  await user.click(screen.getByRole("button", { name: "Take a lock" }));
  const dialog = within(screen.getByRole("dialog", { name: "Take a lock" }));
  await user.type(dialog.getByRole("textbox"), "docs/{Enter}package.json");
  await user.click(dialog.getByRole("button", { name: "Take a lock" }));
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({
      id: "takeLock",
      body: { patterns: ["docs/", "package.json"], wait: false },
    }),
  );
  redraw(<LockScreen state={stateIn(room, [])} />);
  expect(screen.queryByRole("button", { name: "Take a lock" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Release" })).toBeNull();
});

test("two patterns are tried against each other", async () => {
  serve({});
  const room = new PlayRoom("checkout", "duo", NOON);
  const { user } = await show(<LockScreen state={stateIn(room, LEAD)} />);
  const said = () => screen.getByRole("status").textContent;
  expect(screen.getByText("Nothing is locked")).toBeTruthy();
  expect(said()).toContain("both matchsrc/refund/webhook.ts");
  await user.clear(screen.getByRole("textbox", { name: "Second" }));
  await user.type(screen.getByRole("textbox", { name: "Second" }), "docs/**");
  expect(said()).toContain("no path matches both");
});
