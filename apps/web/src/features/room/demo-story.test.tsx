import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { PlayRoom } from "../../live/room.fixture.ts";
import { serve, show } from "../../testing/page.fixture.tsx";
import { DemoNext } from "./demo-story.tsx";

test("a demo whose agents have left says so, and is started again on the spot", async () => {
  const room = new PlayRoom("first-lifecycle", "lifecycle", 1_800_000_000_000, true);
  room.join("Analyst", "analyst");
  const asked = serve({ startDemo: () => ({ roomId: room.view.roomId, name: room.view.name }) });
  const { user, redraw, address } = await show(<DemoNext state={{ view: room.view }} />);
  expect(screen.getByRole("status").textContent).toContain("Next: Coordinator starts a pipeline");
  expect(screen.queryByRole("button")).toBeNull();

  room.leave("Analyst", "The demo stopped.");
  redraw(<DemoNext state={{ view: room.view }} />);
  expect(screen.getByRole("status").textContent).toContain("The demo has stopped: all its agents have left.");
  await user.click(screen.getByRole("button", { name: "Start it again" }));
  expect(asked).toMatchObject([{ id: "startDemo", body: { team: "lifecycle" } }]);
  await expect.poll(address).toBe("/rooms/first-lifecycle");
});
