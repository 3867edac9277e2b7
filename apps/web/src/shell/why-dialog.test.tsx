import { ballOf } from "@squadroom/core/room/ball";
import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { queryClient } from "../live/api.ts";
import { PlayRoom } from "../live/room.fixture.ts";
import { serve, show, stateIn } from "../testing/page.fixture.tsx";
import { WhyDialog } from "./why-dialog.tsx";

const AT = Date.UTC(2026, 10, 21, 12);

function serveRooms(...rooms: PlayRoom[]): void {
  for (const room of rooms) queryClient.setQueryData(["room", room.view.name], stateIn(room));
  serve({ listRooms: () => ({ data: rooms.map((room) => room.card(AT)), next: null, total: rooms.length }) });
}

test("says in the open room what everything waits for, and leads to the way out", async () => {
  const waits = new PlayRoom("checkout", "squad", AT).message("Go.");
  expect(ballOf(waits.view).why.kind).toBe("role_missing");
  serveRooms(waits, new PlayRoom("ledger", "squad", AT));
  const onClose = vi.fn();
  const { user, address } = await show(<WhyDialog onClose={onClose} />, "/rooms/checkout");
  const dialog = within(await screen.findByRole("dialog", { name: "Why is nothing moving?" }));
  await dialog.findByText(/1 task is waiting for a Planner, and none is connected/);
  expect(dialog.queryByRole("link", { name: "ledger" })).toBeNull();
  await user.click(dialog.getByRole("link", { name: "Connect" }));
  expect(onClose).toHaveBeenCalled();
  await expect.poll(address).toBe("/connect?room=checkout&role=planner");
});

test("elsewhere it has each room where nobody works, and says so if there is none", async () => {
  const works = new PlayRoom("checkout", "squad", AT).join("Planner", "planner").message("Go.");
  serveRooms(works, new PlayRoom("ledger", "squad", AT));
  await show(<WhyDialog onClose={vi.fn()} />, "/inbox");
  const dialog = within(await screen.findByRole("dialog", { name: "Why is nothing moving?" }));
  await dialog.findByRole("link", { name: "ledger" });
  expect(dialog.queryByRole("link", { name: "checkout" })).toBeNull();
});
