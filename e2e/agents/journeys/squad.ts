import { END, PROGRESS } from "./alone.ts";
import { expectEnd, expectLines, type Journey } from "./journey.ts";

const ROLES = ["planner", "builder", "reviewer"];

/** Three clients serve a message; the second one asks a person before it builds. */
export const squad: Omit<Journey, "clients"> = {
  name: "three clients plan, build with a question, review and answer",
  async run(world, way, client) {
    const room = await world.room("squad");
    const asks = { act: "ask", words: "Which licence?", options: ["MIT"] } as const;
    const works = [[[END], [END]], [[PROGRESS, asks], [END]], [[END]]];
    const agents = [];
    for (const [at, role] of ROLES.entries()) {
      const seat = await room.seat(way, role);
      agents.push(await room.start(client(at), seat, works[at] ?? []));
      await room.log.until(`agent.joined ${role}`);
    }
    await room.say("Add a LICENSE.");
    await room.log.until("decision.opened builder");
    await room.answer();
    await room.log.until("handoff.delivered planner PLAN-002 to user deliver");
    await expectEnd(room, ...agents);
    expectLines(await room.log.lines(), [
      ...ROLES.map((role) => `agent.joined ${role}`),
      "task.claimed planner PLAN-001",
      "handoff.delivered planner PLAN-001 to builder work",
      "task.claimed builder DEV-001",
      "task.progressed builder DEV-001",
      "decision.opened builder",
      "decision.answered person",
      "handoff.delivered builder DEV-001 to reviewer work",
      "task.claimed reviewer REVIEW-001",
      "handoff.delivered reviewer REVIEW-001 to planner work",
      "task.claimed planner PLAN-002",
      "handoff.delivered planner PLAN-002 to user deliver",
    ]);
  },
};
