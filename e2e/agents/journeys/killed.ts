import { eventually } from "../log.ts";
import { END, PROGRESS } from "./alone.ts";
import { expectEnd, expectLines, type Journey } from "./journey.ts";

/** A wait that nobody would read ends long before its own time, ms. */
const GONE_MS = 60_000;

/** `kill -9` while the first client waits: nobody claims for it, and the second one serves the message. */
export const killedWaiting: Omit<Journey, "clients"> = {
  name: "killed while it waits, a client claims nothing, and another one goes on",
  async run(world, way, client) {
    const room = await world.room("solo");
    const seat = await room.seat(way, "solo");
    const gone = await room.start(client(0), seat, [[END]]);
    await eventually(
      async () => (await room.waiting()) > 0,
      () => "it doesn't wait",
    );
    await gone.kill();
    await eventually(
      async () => (await room.waiting()) === 0,
      () => "its wait lives on",
      GONE_MS,
    );
    await room.say("Add a README.");
    const agent = await room.start(client(1), seat, [[END]]);
    await room.log.until("handoff.delivered solo TASK-001 to user deliver");
    await expectEnd(room, agent);
    expectLines(await room.log.lines(), [
      "agent.joined solo",
      "task.claimed solo TASK-001",
      "handoff.delivered solo TASK-001 to user deliver",
    ]);
  },
};

/** `kill -9` in the middle of a task: the second client finds it, with what was reported. */
export const killedWorking: Omit<Journey, "clients"> = {
  name: "killed in a task, a client leaves it to another one",
  async run(world, way, client) {
    const room = await world.room("solo");
    const seat = await room.seat(way, "solo");
    await room.say("Add a README.");
    const gone = await room.start(client(0), seat, [[PROGRESS, { act: "hold" }]]);
    await room.log.until("task.progressed solo TASK-001");
    await gone.kill();
    const agent = await room.start(client(1), seat, [[END]]);
    await room.log.until("handoff.delivered solo TASK-001 to user deliver");
    await expectEnd(room, agent);
    expectLines(await room.log.lines(), [
      "agent.joined solo",
      "task.claimed solo TASK-001",
      "task.progressed solo TASK-001",
      "handoff.delivered solo TASK-001 to user deliver",
    ]);
  },
};
