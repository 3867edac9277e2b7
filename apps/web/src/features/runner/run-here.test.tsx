import type { RouteId } from "@squadroom/core/contract/routes";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { StoodClock } from "../../clock/now.ts";
import { queryClient } from "../../live/api.ts";
import { namesOf } from "../../live/names.ts";
import { PlayRoom } from "../../live/room.fixture.ts";
import { Refused, serve, show, stateIn } from "../../testing/page.fixture.tsx";
import { RunHere } from "./run-here.tsx";

const NOON = Date.UTC(2026, 10, 21, 12);
const CODE = "0123456789abcdefghjkmnpqrs";

function here(room: PlayRoom, allowed: RouteId[] = ["createRunner"]) {
  const state = stateIn(room, allowed);
  const names = namesOf(new Map(), state.view.team, state.titles);
  return (
    <StoodClock value={room.at}>
      <RunHere state={state} names={names} />
    </StoodClock>
  );
}

const line = async () => (await screen.findByRole("group", { name: "Line to copy" })).textContent;

test("on the server's machine the line is there at once, and says what was chosen", async () => {
  queryClient.clear();
  const room = new PlayRoom("checkout", "squad", NOON);
  room.message("Make refunds idempotent.");
  serve({ getCommand: () => ({ command: "'/home/dana/my app/.squadroom/squadroom'" }) });
  const { user } = await show(here(room));
  const args = "run --room checkout --role planner,builder,reviewer --slots 2 --with claude";
  expect(await line()).toBe(`squadroom ${args}`);
  expect(screen.getByTitle(`'/home/dana/my app/.squadroom/squadroom' ${args}`)).toBeTruthy();
  expect(screen.getByText(/1 task is ready for it:/).textContent).toContain("PLAN-001");

  const roles = within(screen.getByRole("group", { name: "Roles" }));
  await user.click(roles.getByRole("button", { name: "Builder" }));
  await user.click(roles.getByRole("button", { name: "Reviewer" }));
  await user.click(screen.getByRole("button", { name: "4" }));
  expect(await line()).toContain("--role builder,reviewer --slots 4");
  await user.click(roles.getByRole("button", { name: "Builder" }));
  await user.click(roles.getByRole("button", { name: "Reviewer" }));
  expect(roles.getByRole("button", { pressed: true }).textContent).toBe("All");

  await user.click(screen.getByRole("button", { name: "Own program" }));
  expect(await line()).toMatch(/--slots 4 -- my-agent --acp$/);
  await user.type(screen.getByLabelText("Program"), "goose acp");
  expect(await line()).toMatch(/--slots 4 -- goose acp$/);
});

test("another machine gets a name and a link, which is made anew where it was not used", async () => {
  queryClient.clear();
  const room = new PlayRoom("checkout", "solo", NOON);
  let made = 0;
  const asked = serve({
    getCommand: () => ({ command: null }),
    createRunner: ({ body }) => {
      made++;
      if (made === 1) return new Refused("name_taken", "Another runner is called so.");
      const { name } = body as { name: string };
      const link = { code: CODE, expiresAt: NOON + 3_600_000 };
      return { runnerId: `r${made}`, name, token: "sqr_x", link };
    },
    forgetRunner: () => ({ forgotten: true as const }),
  });
  const { user } = await show(here(room));
  await user.type(screen.getByLabelText("What the machine is called"), "build-box");
  await user.click(screen.getByRole("button", { name: "Make the line" }));
  expect(await screen.findByText("Another runner is called so.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Make the line" }));
  expect(await line()).toBe(
    `npx -y ${location.origin}/squadroom.tgz run ${location.origin}/c/${CODE} --role solo --slots 2 --with claude`,
  );
  await user.click(screen.getByRole("button", { name: "Make another" }));
  expect(await screen.findByText(/credential of build-box, and works once/)).toBeTruthy();
  expect(asked.map(({ id }) => id)).toEqual([
    "getCommand",
    "createRunner",
    "createRunner",
    "forgetRunner",
    "createRunner",
  ]);
});

test("whoever may not add one reads who can", async () => {
  queryClient.clear();
  const room = new PlayRoom("checkout", "duo", NOON);
  serve({});
  await show(here(room, []));
  expect(screen.getByText(/A lead of this room can add one\./)).toBeTruthy();
  expect(screen.queryByRole("group", { name: "Line to copy" })).toBeNull();
});
