import { setFlagsFromString } from "node:v8";
import { expect, it } from "vitest";
import { apply } from "../log/apply.ts";
import { emptyView } from "../log/view.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";

setFlagsFromString("--allow-natives-syntax");
const haveOneShape = new Function("a", "b", "return %HaveSameMap(a, b)") as (a: object, b: object) => boolean;

it("tasks have one shape to the engine, which walks along all of them at every command", () => {
  const room = Driver.room("duo");
  const more = Array.from({ length: 100 }, () => ({ role: "builder" }));
  for (let i = 0; i < 4; i++) room.run(room.create(LEAD, more));
  // As the server has them: the driver's own are frozen.
  const view = structuredClone(room.log).reduce(apply, emptyView(room.view.roomId));
  const [last, ...others] = view.tasks.toReversed();
  if (!last) throw new Error("there is no task");
  expect(others.filter((task) => !haveOneShape(last, task))).toHaveLength(0);
});
