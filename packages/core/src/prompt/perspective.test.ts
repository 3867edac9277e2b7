import { expect, it } from "vitest";
import type { Agent } from "../agent/agent.ts";
import type { AgentCaller } from "../kernel/actor.ts";
import type { Room } from "../kernel/room.ts";
import type { PerspectiveTurn } from "../session/record/discussion.ts";
import { Discussions } from "../testing/discussion.fixture.ts";
import { workIn } from "../testing/earlier.fixture.ts";
import { whole } from "./context/budget.ts";
import { allowedHandoffs } from "./deliver.ts";
import { factsOf } from "./facts.ts";
import { perspectiveBlocks } from "./perspective.ts";

const BASIS = "## What it builds on";

/** What the last point of view of the round under way reads. */
function read(room: Discussions): string {
  const id = room.round.perspectives.at(-1)?.taskId ?? "";
  return whole(perspectiveBlocks(room.view as Room, room.task(id), "…"));
}

it("names the documents that the work builds on, of each step the newest version", () => {
  const room = new Discussions();
  room.finish(room.analyst, { files: ["spec/research.md"] });
  expect(read(room)).not.toContain(BASIS);
  room.judge([{ missing: ["R-14"] }]);
  room.finish(room.analyst, { files: ["spec/research-2.md", "spec/context.json"] });
  expect(read(room)).not.toContain(BASIS);
  room.judge();
  room.finish(room.writer);
  expect(room.round.taskId).toBe("DRAFT-001");
  const [, basis = ""] = read(room).split(BASIS);
  expect(basis).toContain("`squadroom task show RESEARCH-001-R1` prints each result");
  expect(basis).toMatch(/- RESEARCH-001-R1 [^\n]+: spec\/research-2\.md and spec\/context\.json\n/);
  expect(basis).not.toContain("spec/research.md");
  room.judge();
  room.finish(room.writer, { files: ["spec/requirements.md"] });
  const [, next = ""] = read(room).split(BASIS);
  // What it required itself stands first; that it reported nothing is said.
  expect(next).toMatch(/- DRAFT-001 [^\n]+: spec\/[^\n]+, not reported\n- RESEARCH-001-R1 /);
});

it("names round, step and point of view to programs, too", () => {
  const room = new Discussions();
  room.finish(room.analyst);
  const judge = room.judges[0] as AgentCaller;
  const task = room.claim(judge);
  const { name, persona, focus, tool } = room.round.perspectives.find(
    ({ taskId }) => taskId === task.id,
  ) as PerspectiveTurn;
  const agent = room.room.agents[judge.id] as Agent;
  const handoffs = allowedHandoffs(room.room, task, agent);
  const given = { handoffs, said: [], origin: null, recent: [], earlier: [] };
  const work = workIn(room.log, room.room, task);
  const { review } = factsOf({ room: room.room, task, agent, ...given, work });
  expect(review?.discussion).toEqual({
    round: "DISCUSS-001",
    step: "RESEARCH-001",
    perspective: name,
    persona,
    focus,
    tool,
  });
});

it("says which outputs of the work were not reported", () => {
  const room = new Discussions();
  room.finish(room.analyst);
  expect(read(room)).toContain("- Output that was not reported: spec/research.md");
  const other = new Discussions();
  other.finish(other.analyst, { files: ["spec/research.md"] });
  expect(read(other)).not.toContain("was not reported");
});
