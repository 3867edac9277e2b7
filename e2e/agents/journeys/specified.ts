import { withRounds } from "../../fixtures/discussion.ts";
import { eventually } from "../log.ts";
import { END } from "./alone.ts";
import { expectEnd, expectLines, type Journey } from "./journey.ts";

const ROLES = ["analyst", "writer", "reviewer"];
/** What the pipeline spec-only has, in its order, and whose it is. */
const STEPS = [
  ["RESEARCH-001", "analyst"],
  ["DRAFT-001", "writer"],
  ["DRAFT-002", "writer"],
  ["DRAFT-003", "writer"],
  ["DRAFT-004", "writer"],
  ["QUALITY-001", "reviewer"],
] as const;

/** A requirement becomes a specification: each worker waits until its turn comes, and the writer keeps its tasks in a loop. */
export const specified: Omit<Journey, "clients"> = {
  name: "three workers take a requirement through spec-only",
  async run(world, way, client) {
    const room = await world.room("lifecycle");
    await withRounds({ client: world.person }, room.id);
    const agents = [];
    for (const [at, role] of ROLES.entries()) {
      const work = STEPS.filter(([, whose]) => whose === role).map(() => [END]);
      agents.push(await room.start(client(at), await room.seat(way, role), work));
      await room.log.until(`agent.joined ${role}`);
    }
    const params = { room: room.id };
    const { sessionId } = await world.person.call("createSession", {
      params,
      body: {
        title: "Refunds",
        description: "Customers can get their money back.",
        pipeline: "spec-only",
      },
    });
    const of = { params: { ...params, sessionId: String(sessionId) } };
    await eventually(
      async () => (await world.person.call("getSession", of)).row.endedAt !== null,
      async () => `the pipeline didn't end:\n${(await room.log.lines()).join("\n")}`,
    );
    await expectEnd(room, ...agents);
    expectLines(await room.log.lines(), [
      ...ROLES.map((role) => `agent.joined ${role}`),
      ...STEPS.map(([task, role]) => `task.claimed ${role} ${task}`),
    ]);
    const { workers } = await world.person.call("getSession", of);
    const done = Object.fromEntries(workers.map(({ role, tasks }) => [role, tasks.length]));
    for (const role of ROLES)
      if (done[role] !== STEPS.filter(([, whose]) => whose === role).length)
        throw new Error(`the reports of the workers are ${JSON.stringify(done)}`);
  },
};
