import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blockedReasons } from "../task/blocked.ts";
import { nextTask } from "../task/order.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { histories, lookAt } from "../testing/history.fixture.ts";
import { ballOf } from "./ball.ts";

const PAUSE = { type: "pauseRoom", by: LEAD } as const;
const RESUME = { type: "resumeRoom", by: LEAD } as const;

describe("a paused room", () => {
  it("gives nobody a task in any history, whoever asks for one and however it came", () => {
    let paused = 0;
    fc.assert(
      fc.property(histories(80), (history) => {
        let wasPaused = false;
        lookAt(history, ({ driver, command, ruling }) => {
          const isPaused = driver.view.paused !== null;
          if (wasPaused && isPaused && ruling.ok) {
            paused += 1;
            const given = ruling.events.filter(({ type }) => type === "task.claimed" || type === "run.requested");
            expect(given, command.type).toEqual([]);
          }
          wasPaused = isPaused;
        });
      }),
    );
    expect(paused).toBeGreaterThan(0);
  });

  it("says who paused it, where the task is and where the ball is, and goes on where it was", () => {
    const room = Driver.room();
    const agent = room.join("Pia", "planner");
    const taskId = room.say("Please look at the imports.");
    const before = ballOf(room.view);
    room.run(PAUSE);
    const task = room.view.tasks.find(({ id }) => id === taskId);
    expect(task && blockedReasons(room.view, task)[0]?.text).toBe("Lea paused the room.");
    expect(ballOf(room.view)).toMatchObject({ holder: "nobody", why: { kind: "paused", by: "Lea" } });
    expect(nextTask(room.room, agent.id, agent.roles[0] as never)).toBeUndefined();
    room.run(RESUME);
    expect(ballOf(room.view)).toEqual(before);
    expect(nextTask(room.room, agent.id, agent.roles[0] as never)?.id).toBe(taskId);
  });

  it("is paused and resumed once, however often that is asked", () => {
    const room = Driver.room();
    expect(room.run(PAUSE)).toMatchObject({ changed: true });
    const { length } = room.log;
    expect(room.run(PAUSE)).toMatchObject({ changed: false });
    expect(room.log).toHaveLength(length);
    expect(room.run(RESUME)).toMatchObject({ changed: true });
    expect(room.run(RESUME)).toMatchObject({ changed: false });
  });
});
