import { expect, it } from "vitest";
import type { Decision } from "../decision/decision.ts";
import { emptyView, type RoomView } from "../log/view.ts";
import type { EndedTask } from "../task/task.ts";
import { agentsById, anAgent, anId, ROOM_ID } from "../testing/builders.fixture.ts";
import { DEMO_STEPS, DEMO_TITLES, demoStoryOf } from "./demo-story.ts";

const ended = (more: Partial<EndedTask>): EndedTask =>
  ({
    id: "T-1",
    role: "planner",
    title: "",
    state: "completed",
    by: "",
    at: 0,
    ...more,
  }) as EndedTask;
const view = (more: Partial<RoomView>): RoomView => ({ ...emptyView(ROOM_ID), ...more });

it("ticks its steps off in their order, and knows what waits for a person", () => {
  expect(demoStoryOf(view({}))).toEqual({ done: 0, now: "ask", isAsked: false, isDead: false });
  const asked = { d: { askedBy: { name: "Planner" } } as Decision };
  expect(demoStoryOf(view({ decisions: asked as RoomView["decisions"] })).isAsked).toBe(true);
  const answered = [{ askedBy: { name: "Planner" } }] as RoomView["answered"];
  expect(demoStoryOf(view({ answered })).now).toBe("build");
  const built = [ended({ role: "builder", by: "Builder 1" } as Partial<EndedTask>)];
  expect(demoStoryOf(view({ answered, ended: built })).now).toBe("findings");
  const mended = [...built, ended({ title: `${DEMO_TITLES.findings}Refunds` })];
  expect(demoStoryOf(view({ answered, ended: mended })).now).toBe("reroute");
  const totals = { ...emptyView(ROOM_ID).totals, reroutes: 1 };
  expect(demoStoryOf(view({ totals }))).toMatchObject({ done: 4, now: "death", isDead: false });
  const two = [1, 2].map((n) =>
    anAgent({ id: anId(n) as never, role: "builder" as never, name: `Builder ${n}` }),
  );
  expect(demoStoryOf(view({ totals, agents: agentsById(two) })).isDead).toBe(true);
  const resumed = [ended({ role: "builder", by: "Demo Builder 2" } as Partial<EndedTask>)];
  expect(demoStoryOf(view({ totals, ended: resumed })).now).toBe("yours");
  const told = [ended({ title: DEMO_TITLES.next })];
  expect(demoStoryOf(view({ ended: told }))).toMatchObject({ done: DEMO_STEPS.length, now: null });
});
