import { expect, test } from "vitest";
import { pipelinesIn } from "../flow/sessions.ts";
import type { Room } from "../kernel/room.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { REPLIES } from "../testing/replies.fixture.ts";
import { exploredLines } from "./context/explored.ts";
import { sessionFactsOf } from "./session-facts.ts";

test("a pipeline's explorer reads what was explored, by angle, with counts and what changed since; others don't", () => {
  const room = Driver.room("lifecycle");
  const [ann, wim] = [room.join("Ann", "analyst"), room.join("Wim", "writer")];
  const words = { title: "Refunds", description: "Money back.", itemId: null };
  const start = { ...words, pipeline: "spec-only", angle: "What there is" };
  room.run({ type: "createSession", by: LEAD, ...start });
  const session = () => {
    const [live] = pipelinesIn(room.view.sessions);
    if (!live) throw new Error("no session is live");
    return live;
  };
  const task = room.claim(ann);
  const said = (role = task.role) => exploredLines(room.view as Room, session(), { role });

  expect(said()).toEqual([
    "Explore from this angle, which nobody has looked from: What there is. Save what you find: `squadroom scout save --reply FILE`.",
  ]);
  const reply = JSON.stringify(REPLIES.scout);
  expect(room.run({ type: "saveScout", by: wim, reply })).toMatchObject({ files: 1, patterns: 0 });
  const [line] = said();
  expect(line).toMatch(/^Explored before: what there is \(\d+ files?, \d+ patterns?, current\)\./i);
  expect(line).toContain("`squadroom scout show ANGLE` prints it; explore only what isn't there.");
  expect(said("writer" as never)).toEqual([]);
  const facts = sessionFactsOf(room.view as Room, task, [], { tasks: [], reviews: [] });
  expect(facts?.scout?.value.angle.toLowerCase()).toBe("what there is");
});
