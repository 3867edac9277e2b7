import { expect, it } from "vitest";
import type { Decision } from "../decision/decision.ts";
import type { RoomView } from "../kernel/view.ts";
import { emptyView } from "../log/view.ts";
import type { EndedTask } from "../task/task.ts";
import { presetTeam } from "../team/presets.ts";
import { agentsById, anAgent, anId, ROOM_ID } from "../testing/builders.fixture.ts";
import { DEMO_STEPS, DEMO_TITLES, demoStoryOf, KILLED_AT } from "./demo-story.ts";

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
  expect(demoStoryOf(view({}))).toMatchObject({
    done: 0,
    now: "ask",
    isAsked: false,
    isDead: false,
  });
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
  const two = [1, 2].map((n) => anAgent({ id: anId(n) as never, role: "builder" as never, name: `Builder ${n}` }));
  expect(demoStoryOf(view({ totals, agents: agentsById(two) })).isDead).toBe(true);
  const resumed = [ended({ role: "builder", by: "Demo Builder 2" } as Partial<EndedTask>)];
  expect(demoStoryOf(view({ totals, ended: resumed })).now).toBe("yours");
  const told = [ended({ title: DEMO_TITLES.next })];
  expect(demoStoryOf(view({ ended: told }))).toMatchObject({
    done: DEMO_STEPS.squad.length,
    now: null,
  });
});

it("tells how far a pipeline is, and that its checkpoint waits for a person", () => {
  const team = presetTeam("lifecycle");
  const at = (discussions: object[], more: object = {}) => {
    const live = [{ flow: "pipeline", discussions, ...more }];
    const sessions = { ...emptyView(ROOM_ID).sessions, live } as unknown as RoomView["sessions"];
    return demoStoryOf(view({ team, sessions }));
  };
  const blocked = { step: "DRAFT-002", verdict: { next: "revise" } };
  const mended = { step: "DRAFT-002-R1", verdict: { next: "goes_on" } };
  expect(demoStoryOf(view({ team })).now).toBe("start");
  expect(at([]).now).toBe("blocked");
  expect(at([blocked]).now).toBe("revised");
  expect(at([blocked, { step: "DRAFT-002-R1", verdict: null }]).now).toBe("revised");
  expect(at([blocked, mended]).now).toBe("killed");
  expect(at([{ step: KILLED_AT, verdict: null }])).toMatchObject({
    now: "checkpoint",
    isAsked: false,
  });
  expect(at([], { passed: { "CHECKPOINT-1": {} } }).now).toBe("built");
  const decisions = { d: { kind: "pipeline_checkpoint" } } as unknown as RoomView["decisions"];
  expect(demoStoryOf(view({ team, decisions })).isAsked).toBe(true);
});

it("is gone once none of its agents is there, and not before the first has come", () => {
  const there = (...online: boolean[]) =>
    demoStoryOf(
      view({
        agents: agentsById(online.map((is, n) => anAgent({ id: anId(n) as never, online: is }))),
      }),
    ).isGone;
  expect([there(), there(true), there(false, true), there(false, false)]).toEqual([false, false, false, true]);
});
