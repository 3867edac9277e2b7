import { describe, expect, it } from "vitest";
import type { Command } from "../kernel/command.ts";
import type { RoomId } from "../kernel/ids.ts";
import { emptyView } from "../log/view.ts";
import { presetTeam } from "../team/presets.ts";
import { LEAD, ROOM_ID, T0 } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { decide } from "./decide.ts";

const create: Command = {
  type: "createRoom",
  by: LEAD,
  name: "checkout-web",
  team: presetTeam("duo"),
  demo: true,
};

describe("a room", () => {
  it("is created once, with a team of its own", () => {
    const driver = new Driver();
    expect(driver.run(create)).toEqual({ roomId: ROOM_ID });
    expect(driver.view).toMatchObject({
      name: "checkout-web",
      demo: true,
      createdAt: T0,
      team: presetTeam("duo"),
    });
    expect(driver.refused(create).code).toBe("name_taken");
  });

  it("is unknown before it is created and after it was removed, to every command", () => {
    const before = new Driver();
    const driver = Driver.room("duo");
    driver.run({ type: "removeRoom", by: LEAD, reason: "done" });
    expect(driver.view.removedAt).toBe(T0);
    const commands: Command[] = [
      { type: "tick" },
      { type: "removeRoom", by: LEAD, reason: "" },
      { type: "sendUserMessage", by: LEAD, body: "hi", repliesTo: null, priority: "low" },
      { type: "retryTask", by: LEAD, taskId: "DEV-001" as never },
    ];
    for (const command of commands) {
      expect(driver.refused(command).code).toBe("room_unknown");
      expect(decide(emptyView("another" as RoomId), command, before.context())).toMatchObject({
        ok: false,
      });
    }
    expect(driver.refused(create).code).toBe("name_taken");
  });
});
