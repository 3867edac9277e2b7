import { ballOf } from "@squadroom/core/room/ball";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { PlayRoom } from "../../live/room.fixture.ts";
import { show } from "../../testing/page.fixture.tsx";
import { BallLine } from "./ball-line.tsx";

test("a decision that holds up nothing is said beside whoever has the ball, and leads to its session", async () => {
  const room = new PlayRoom("checkout", "squad", 1_800_000_000_000).join("Planner", "planner");
  const line = (meanwhile: number | null) => (
    <BallLine
      ball={{ ...ballOf(room.view), holder: "agent", name: "Planner" }}
      meanwhile={meanwhile}
      {...{ chain: [], note: "", room: "checkout", canConnect: true, isAsked: true }}
      canDecide
      roleTitle={(role) => role}
    />
  );
  const { redraw } = await show(line(null));
  expect(screen.queryByText("a decision waits")).toBeNull();
  expect(screen.queryByRole("link", { name: "Decide" })).toBeNull();
  redraw(line(3));
  expect(screen.getByText("Planner has the ball.")).toBeTruthy();
  expect(screen.getByText("a decision waits")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Decide" }).getAttribute("href")).toBe("/rooms/checkout/sessions/3");
});
