import { SEARCH } from "../minds/by-tools.ts";
import type { Step } from "../minds/work.ts";
import { expectEnd, expectLines, type Journey } from "./journey.ts";

/** Words that a shell would run or change, were they not quoted as the product prints it. */
export const ANSWER = 'It has a `README` now: "$HOME" costs $5, it\'s fine — ünïcode.';
export const PROGRESS: Step = { act: "progress", words: "reading the folder" };
export const END: Step = { act: "end", words: ANSWER };

/** One agent serves one message. `says`: where its shell takes no such words, those that it takes. */
export const alone = (says = ANSWER): Omit<Journey, "clients"> => ({
  name: "one agent joins, claims, reports and answers",
  async run(world, way, client) {
    const room = await world.room("solo");
    const seat = await room.seat(way, "solo");
    const agent = await room.start(client(0), seat, [[PROGRESS, { act: "end", words: says }]]);
    await room.log.until("agent.joined solo");
    await room.say("Add a README.");
    await room.log.until("handoff.delivered solo TASK-001 to user deliver");
    await expectEnd(room, agent);
    const hasSearched = agent.account.exchanges.some(({ move }) => "call" in move && move.call === SEARCH);
    if (hasSearched && seat.door.kind === "connected") throw new Error("a turn went into looking for the room's tools");
    expectLines(await room.log.lines(), [
      "agent.joined solo",
      "task.claimed solo TASK-001",
      "task.progressed solo TASK-001",
      "handoff.delivered solo TASK-001 to user deliver",
    ]);
    const bodies = (await room.log.events()).flatMap((event) =>
      event.type === "handoff.delivered" ? [event.data.message.body] : [],
    );
    expectLines(bodies, [says]);
  },
});
