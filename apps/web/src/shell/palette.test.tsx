import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { queryClient } from "../live/api.ts";
import { ME, PlayRoom } from "../live/room.fixture.ts";
import { router } from "../router.tsx";
import { serve, show, stateIn } from "../testing/page.fixture.tsx";
import { rank } from "./commands.ts";
import { SECTIONS } from "./pages.ts";
import { Palette, useCommands } from "./palette.tsx";

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
  await screen.findByRole("option", { name: /Tasks of checkout/ });
  expect(screen.queryByRole("option", { name: /Invite/ })).toBeNull();

  cleanup();
  queryClient.clear();
  serveRooms(true, room);
  await show(<Palette onClose={vi.fn()} onKeys={vi.fn()} />);
  await screen.findByRole("option", { name: /Invite/ });
  expect(screen.queryByRole("option", { name: /Tasks of checkout/ })).toBeNull();
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

let drawn: ReturnType<typeof useCommands>["commands"] = [];

/** In place of the list: what it would be. */
function Lines() {
  drawn = useCommands(vi.fn()).commands;
  return drawn.some(({ id }) => id === "invite") ? <p>all are there</p> : null;
}

/** All lines, as they are in a session of a room whose lead may do everything. */
async function linesIn(at: string) {
  const room = new PlayRoom("checkout", "squad", AT);
  serveRooms(true, room);
  queryClient.setQueryData(["room", "checkout"], stateIn(room, [...SECTIONS.map(({ needs }) => needs), "setMode"]));
  const { address } = await show(<Lines />, at);
  await screen.findByText("all are there");
  return { lines: drawn, address };
}

/** The pages with a name of their own, as the router has them: not the one of a thing, and none before one signs in. */
function pagesOf(routes: readonly string[]): string[] {
  const outside = ["/", "/sign-in", "/sign-in/oidc"];
  return routes.filter((route) => !outside.includes(route) && !/\$\w+$/.test(route.replace(/^\/rooms\/\$room$/, "")));
}

test("reaches every page of the router, and every part of a room's settings", async () => {
  const { lines: all, address } = await linesIn("/rooms/checkout/sessions/1");
  const hasLine = (id: string) => all.some((line) => line.id === id);
  const idOf = (route: string) => (route === "/connect" ? "connect" : `page-${route}`);
  const wanted = [...new Set(pagesOf(Object.keys(router.routesByPath)))];
  expect(wanted.length).toBeGreaterThan(20);
  expect(wanted.filter((route) => !hasLine(idOf(route)))).toEqual([]);
  expect(pagesOf(["/rooms/$room/weather", "/rooms/$room/runs/$run"])).toEqual(["/rooms/$room/weather"]);
  expect(hasLine(idOf("/rooms/$room/weather"))).toBe(false);

  const places: [string, string][] = [
    ...wanted.map((route): [string, string] => [
      idOf(route),
      route.replace("$room", "checkout").replace("$session", "1").replace("/connect", "/connect?room=checkout"),
    ]),
    ...SECTIONS.map(({ section }): [string, string] => [
      `section-${section}`,
      `/rooms/checkout/settings?section=${section}`,
    ]),
  ];
  for (const [id, place] of places) {
    act(() => all.find((line) => line.id === id)?.run());
    await waitFor(() => expect(address()).toBe(place));
  }
});

test.each([
  ["cost", "Metrics of checkout"],
  ["money", "Metrics of checkout"],
  ["diff", "Branches of checkout"],
  ["pull request", "Branches of checkout"],
  ["failures", "Errors of checkout"],
  ["work", "Tasks of checkout"],
  ["stop", "Pause everything"],
  ["kill", "Runs of checkout"],
  ["pause", "Runners of checkout"],
  ["machine", "Runs of checkout"],
  ["runner", "Runners of checkout"],
  ["locks", "Locks of checkout"],
  ["permissions", "Policy of checkout"],
  ["backup", "Export of checkout"],
  ["timeline", "Timeline of session 1"],
  ["pipeline", "Pipelines of checkout"],
  ["llm", "Models and budgets of checkout"],
  ["stuck", "Why is nothing moving?"],
  ["dark", "Use the dark theme"],
  ["claude", "Connect an agent"],
  ["log out", "Sign out"],
])("knows what somebody new means by “%s”", async (words, title) => {
  const { lines } = await linesIn("/rooms/checkout/sessions/1");
  expect(
    rank(lines, words)
      .slice(0, 3)
      .map((line) => line.title),
  ).toContain(title);
});
