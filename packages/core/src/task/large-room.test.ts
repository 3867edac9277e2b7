import { expect, it } from "vitest";
import { possibleEnds } from "../handoff/ends.ts";
import type { AgentCaller } from "../kernel/actor.ts";
import type { Command } from "../kernel/command.ts";
import { roleName } from "../kernel/ids.ts";
import { allowedHandoffs } from "../prompt/deliver.ts";
import { type DeliveryInput, deliveryText } from "../prompt/delivery.ts";
import { factsOf } from "../prompt/facts.ts";
import { decide } from "../room/decide.ts";
import { anId, LEAD, T0 } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { heldTask } from "./order.ts";
import type { HeldTask, Task } from "./task.ts";

const AGENTS = 60;
const WAITING = 300;
const INSTRUCTION = "Let the form keep what was typed when a session ends, and say why it ended.";

/** Sixty planners at work, and many tasks that wait for them. */
function aLargeRoom(): { room: Driver; agents: AgentCaller[] } {
  const room = Driver.room("squad");
  const agents = Array.from({ length: AGENTS }, (_, i) => room.join(`Ada ${i}`, "planner"));
  room.join("Bob", "builder");
  const draft = { role: "planner", instruction: INSTRUCTION };
  for (let made = 0; made < AGENTS + WAITING; made += 60) room.run(room.create(LEAD, new Array(60).fill(draft)));
  for (const by of agents) room.claim(by);
  return { room, agents };
}

function heldBy({ view }: Driver, by: AgentCaller): HeldTask {
  const task = heldTask(view, by.id);
  if (!task) throw new Error(`${by.name} has no task`);
  return task as HeldTask;
}

/** What a delivery's text and its facts are made of. */
function delivery(room: Driver, task: HeldTask, by: AgentCaller): DeliveryInput & Parameters<typeof factsOf>[0] {
  const agent = room.room.agents[by.id];
  if (!agent) throw new Error(`${by.name} isn't there`);
  const handoffs = allowedHandoffs(room.room, task, agent);
  const keys = { handoff: anId(1), done: anId(2), fail: anId(3) };
  const none = {
    origin: null,
    earlier: [],
    messages: [],
    recent: [],
    sender: null,
    movedFrom: null,
  };
  return { room: room.room, task, agent, handoffs, keys, ...none, now: T0 };
}

it("a delivery in a crowded room names a few of each role, and all of what is asked", () => {
  const { room, agents } = aLargeRoom();
  const [by] = agents;
  if (!by) throw new Error("nobody is there");
  const input = delivery(room, heldBy(room, by), by);
  const text = deliveryText(input);
  expect(text).toContain(INSTRUCTION);
  expect(text).toContain("Ada 6 (working on PLAN-007) and 53 more");
  expect(text).not.toContain("Ada 7 ");
  const [planners] = factsOf(input).team.roles;
  expect(planners?.agents).toHaveLength(8);
  expect(planners?.more).toBe(AGENTS - 8);
});

it("a handoff with its next task looks at each task that only waits a few times", () => {
  const { room, agents } = aLargeRoom();
  const [by] = agents;
  if (!by) throw new Error("nobody is there");
  const held = heldBy(room, by);
  let looks = 0;
  const watched = (task: Task): Task =>
    new Proxy(task, {
      get(of, name) {
        looks += 1;
        return Reflect.get(of, name);
      },
    });
  const tasks = room.view.tasks.map((task) => (task.lease ? task : watched(task)));
  room.view = { ...room.view, tasks };
  const work = { to: roleName("builder"), intent: "work", message: "Build it." } as const;
  const handoff = { ...work, result: { summary: "Planned." } };
  const { id: taskId, lease } = held;
  const command: Command = { type: "handOff", by, taskId, fence: lease.fence, handoff, next: true };
  const ruling = decide(room.view, command, room.context());
  if (!ruling.ok) throw new Error(ruling.refusal.message);
  room.view = ruling.steps.at(-1)?.after ?? room.view;
  const next = heldBy(room, by);
  const input = delivery(room, next, by);
  deliveryText(input);
  factsOf(input);
  possibleEnds(input.room, next, input.agent.role);
  expect(looks / WAITING).toBeLessThan(30);
});
