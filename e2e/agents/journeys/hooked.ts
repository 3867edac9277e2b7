import { eventually } from "../log.ts";
import type { Room } from "../world.ts";
import { END } from "./alone.ts";
import { expectLines, type Journey } from "./journey.ts";

/** The end of each turn brings the next task, and a client that is killed there claims none. */
export const hooked = (tellsUsage: boolean): Omit<Journey, "clients"> => ({
  name: `hooks join, bring one task after the other at the end of a turn${tellsUsage ? ", and tell what it used" : ""}`,
  async run(world, way, client) {
    const room = await world.room("solo");
    const seat = await room.seat(way, "solo");
    const agent = await room.start(client(0), seat, [[END], [END]]);
    const tasks = ["TASK-001", "TASK-002"];
    for (const task of tasks) {
      await room.say("Add a README.");
      await room.log.until(`handoff.delivered solo ${task} to user deliver`);
    }
    if (tellsUsage) await expectUsage(room, tasks);
    await eventually(
      async () => (await room.waiting()) > 0,
      () => "its hook doesn't wait",
    );
    await agent.kill();
    await eventually(
      async () => (await room.waiting()) === 0,
      () => "its hook's wait lives on",
    );
    expectLines(await room.log.lines(), [
      "agent.joined solo",
      ...tasks.flatMap((task) => [`task.claimed solo ${task}`, `handoff.delivered solo ${task} to user deliver`]),
    ]);
  },
});

async function expectUsage(room: Room, tasks: readonly string[]): Promise<void> {
  const told = (await room.log.events()).flatMap((event) => (event.type === "usage.reported" ? [event.data] : []));
  for (const task of tasks)
    if (!told.some(({ taskId, usage }) => taskId === task && usage.outputTokens > 0))
      throw new Error(`nothing was told for ${task}: ${JSON.stringify(told)}`);
}
