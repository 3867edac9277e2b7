import type { RouteId } from "@squadroom/core/contract/routes";
import { DEFAULT_PERIODS } from "@squadroom/core/retention/periods";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { PlayRoom } from "../../live/room.fixture.ts";
import { serve, show, stateIn } from "../../testing/page.fixture.tsx";
import { periodOf, periodText } from "./period-text.ts";
import { RetentionSection } from "./retention-section.tsx";

const NOON = Date.UTC(2026, 10, 26, 12);
const DAY = 24 * 3_600_000;
const OWNER: RouteId[] = [
  ...(["getRetention", "setRetention", "runRetention"] as const),
  ...(["releaseSession", "restoreSession"] as const),
];

const one = (sessionId: number, title: string, more: object = {}) => ({
  sessionId,
  title,
  end: "completed",
  endedAt: NOON - 40 * DAY,
  state: "archived",
  stateAt: NOON - 31 * DAY,
  held: null,
  dueAt: NOON - DAY,
  ...more,
});
const REPLY = {
  periods: DEFAULT_PERIODS,
  isDefault: true,
  next: [],
  now: NOON,
  seq: 1,
  archived: [one(1, "Currency rounding"), one(2, "Offline queue", { dueAt: NOON + 20 * DAY })],
  held: [one(3, "Tax rules", { held: { by: "Maya", reason: "Audit.", at: NOON }, dueAt: null })],
  counts: { kept: 0, archived: 3, deleted: 0, held: 1 },
  due: { archived: 0, deleted: 1 },
};

test("says what is due and asks before it deletes; brings back, releases and sets periods", async () => {
  const room = new PlayRoom("checkout", "duo", NOON);
  const all = serve({
    getRetention: () => REPLY,
    runRetention: () => ({ archived: [], deleted: [1], seq: 2 }),
    restoreSession: () => ({ sessionId: 2, seq: 2 }),
    releaseSession: () => ({ sessionId: 3, seq: 2 }),
    setRetention: () => ({ periods: DEFAULT_PERIODS, seq: 2 }),
  } as never);
  const asked = (id: RouteId) => all.filter((one) => one.id === id);
  const { user } = await show(<RetentionSection state={stateIn(room, OWNER)} />);
  const due = within(await screen.findByRole("region", { name: "If it ran now" }));
  expect(due.getByText(/0 would be archived, 1 deleted. 1 held/)).toBeTruthy();
  const archive = within(screen.getByRole("region", { name: "Archive" }));
  expect(archive.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
    expect.stringMatching(/Currency rounding.*deleted next/),
    expect.stringMatching(/Offline queue.*deleted December 16/),
  ]);
  await user.click(due.getByRole("button", { name: "Archive and delete now" }));
  expect(asked("runRetention")).toEqual([]);
  const dialog = within(screen.getByRole("dialog", { name: "Delete 1 session?" }));
  await user.click(dialog.getByRole("button", { name: "Archive and delete now" }));
  await waitFor(() => expect(asked("runRetention")).toHaveLength(1));
  await user.click(screen.getByRole("button", { name: "Bring back Offline queue" }));
  await user.click(screen.getByRole("button", { name: "Release Tax rules" }));
  await waitFor(() => expect(asked("releaseSession")).toHaveLength(1));
  expect(asked("restoreSession")).toHaveLength(1);
  const field = screen.getByRole("textbox", { name: "Failed, deleted after" });
  await user.clear(field);
  await user.type(field, "60 d");
  await user.click(screen.getByRole("button", { name: "Save periods" }));
  await waitFor(() => expect(asked("setRetention")).toHaveLength(1));
});

test("a period is read as it is written", () => {
  for (const text of ["24 h", "7 d", "1.5 h"]) expect(periodText(periodOf(text) ?? 0)).toBe(text);
  expect(periodOf("soon")).toBeNull();
});
