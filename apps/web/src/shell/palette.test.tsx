import { cleanup, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { queryClient } from "../live/api.ts";
import { ME, PlayRoom } from "../live/room.fixture.ts";
import { serve, show } from "../testing/page.fixture.tsx";
import { Palette } from "./palette.tsx";

const AT = Date.UTC(2026, 10, 21, 12);

function serveRooms(admin: boolean, ...rooms: PlayRoom[]): void {
  serve({
    getMe: () => ({ kind: "person", ...ME, admin, hasPassword: true, rooms: {}, askForRoom: null }),
    listRooms: () => ({
      data: rooms.map((room) => room.card(AT)),
      next: null,
      total: rooms.length,
    }),
    search: () => ({ data: [], next: null }),
  });
}

test("leads from a room that waits for a role to where an agent is connected for it", async () => {
  serveRooms(false, new PlayRoom("checkout", "squad", AT).message("Go."));
  const onClose = vi.fn();
  const { user, address } = await show(<Palette onClose={onClose} onKeys={vi.fn()} />);

  await user.click(await screen.findByRole("option", { name: /Connect .*Planner.* checkout/ }));
  expect(onClose).toHaveBeenCalled();
  expect(address()).toBe("/connect?room=checkout&role=planner");
});

test("has the lines of the room that one is in, and an admin's only for an admin", async () => {
  const room = new PlayRoom("checkout", "squad", AT);
  serveRooms(false, room);
  await show(<Palette onClose={vi.fn()} onKeys={vi.fn()} />, "/rooms/checkout");
  await screen.findByRole("option", { name: /Settings of checkout/ });
  expect(screen.queryByRole("option", { name: /Invite/ })).toBeNull();

  cleanup();
  queryClient.clear();
  serveRooms(true, room);
  await show(<Palette onClose={vi.fn()} onKeys={vi.fn()} />);
  await screen.findByRole("option", { name: /Invite/ });
  expect(screen.queryByRole("option", { name: /Settings of checkout/ })).toBeNull();
});

test("has a line to run whatever goes, however many lines go at once", async () => {
  const { roomId: id, name } = new PlayRoom("checkout", "squad", AT).card(AT);
  const facts = ["alpha", "alpine", "alps"].map((word, i) => ({
    kind: "wisdom" as const,
    room: { id, name },
    id: `${i + 1}`,
    state: "learning",
    at: AT,
    title: `Fact ${word}`,
  }));
  serve({
    search: ({ query }) => ({
      data: facts.filter(({ title }) => title.includes(query.get("text") ?? "")),
      next: null,
    }),
  });
  const { user } = await show(<Palette onClose={vi.fn()} onKeys={vi.fn()} />);
  const box = await screen.findByRole("combobox");

  // What is found of it is marked, and so the words are in parts.
  const found = () => screen.queryAllByText(/^Fact/).map(({ parentElement }) => parentElement);

  await user.type(box, "alp");
  await waitFor(() => expect(found()).toHaveLength(3));
  await user.type(box, "ine");

  await waitFor(() => expect(found()).toHaveLength(1));
  await waitFor(() => expect(found()[0]?.getAttribute("aria-selected")).toBe("true"));
});
