import type { RoomEvent } from "@squadroom/core/kernel/event";
import { expect, it } from "vitest";
import { checkBoundaries } from "./check-boundaries.ts";
import type { Evidence } from "./evidence.ts";

const agent = { kind: "agent", id: "bo", name: "Bo" };
const person = { kind: "person", id: "lea", name: "Lea" };
const boundaries = { allowed: ["src/**"], forbidden: ["src/secret/**"] };
const created = {
  type: "task.created",
  actor: person,
  data: { tasks: [{ id: "DEV-001", instruction: "Only this.", boundaries }] },
};
const lifted = (actor: object) => ({
  type: "task.boundary_lifted",
  actor,
  data: { taskId: "DEV-001", paths: ["docs/**"], reason: "It moves." },
});
const files = (status: string, ...paths: string[]) => paths.map((path) => ({ path, status }));
const progressed = (artifacts: object[]) => ({
  type: "task.progressed",
  actor: agent,
  data: { taskId: "DEV-001", progress: { artifacts } },
});
const completed = (artifacts: object[]) => ({
  type: "task.completed",
  seq: 7,
  actor: agent,
  data: { taskId: "DEV-001", result: { summary: "ok", artifacts } },
});
const handed = (artifacts: object[]) => ({
  type: "handoff.delivered",
  seq: 7,
  actor: agent,
  data: { fromTaskId: "DEV-001", result: { summary: "ok", artifacts } },
});

function found(...events: object[]): string[] {
  const evidence = { rooms: [{ roomId: "room", events: events as RoomEvent[] }] };
  return checkBoundaries(evidence as unknown as Evidence).map(({ what }) => what);
}

it("takes what lies within, what a lead allowed and what is gone again for right", () => {
  expect(found(created, completed(files("modified", "./src//a.ts")))).toEqual([]);
  expect(found(created, lifted(person), handed(files("created", "docs/x.md")))).toEqual([]);
  const gone = [progressed(files("created", "docs/x.md")), completed(files("deleted", "docs/x.md"))];
  expect(found(created, ...gone)).toEqual([]);
});

it("finds what is outside, forbidden, named only on the way, or allowed by an agent", () => {
  const outside = (path: string) => `event 7: DEV-001 ended with ${path}, outside its boundaries`;
  const secret = "src/secret/key.ts";
  expect(found(created, completed(files("modified", secret)))).toEqual([outside(secret)]);
  expect(found(created, handed(files("deleted", "docs/x.md")))).toEqual([outside("docs/x.md")]);
  const named = progressed(files("created", "docs/x.md"));
  expect(found(created, named, completed([]))).toEqual([outside("docs/x.md")]);
  expect(found(created, lifted(agent), completed(files("created", "docs/x.md")))).toEqual([outside("docs/x.md")]);
});

it("knows what a lead allowed in the task that is handed on, and nothing that only says so", () => {
  const inherits = {
    type: "task.created",
    actor: agent,
    data: {
      tasks: [
        {
          id: "DEV-002",
          instruction: "Go on.",
          boundaries: { ...boundaries, lifted: [{ paths: ["docs/**"] }] },
        },
      ],
    },
  };
  const done = { ...completed(files("created", "docs/x.md")) };
  const second = { ...done, data: { ...done.data, taskId: "DEV-002" } };
  expect(found(created, lifted(person), inherits, second)).toEqual([]);
  expect(found(created, inherits, second)).toEqual(["event 7: DEV-002 ended with docs/x.md, outside its boundaries"]);
});
