import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { createCredential } from "../credential/contract.ts";
import { handOff } from "../handoff/contract.ts";
import { PERSON_ROLES } from "../kernel/person-roles.ts";
import type { RouteDef } from "../kernel/route.ts";
import { RoomName } from "../kernel/text.ts";
import { sendMessage } from "../message/contract.ts";
import { MESSAGE_MAX } from "../message/message.ts";
import { createRoom } from "../room/contract.ts";
import { claimTask, createTasks, reportProgress } from "../task/contract.ts";
import { anId } from "../testing/builders.fixture.ts";
import { routes } from "./routes.ts";

// Properties take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const all = Object.entries(routes) as [string, RouteDef][];
const paramsIn = (path: string) => [...path.matchAll(/:(\w+)/g)].map((match) => match[1]);
const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

describe("the routes", () => {
  it.each(all)("%s is listed under its id, and takes the parameters of its path", (id, def) => {
    expect(def.id).toBe(id);
    const shape = def.params instanceof z.ZodObject ? Object.keys(def.params.shape) : [];
    expect(shape.sort()).toEqual(paramsIn(def.path).sort());
    expect(def.summary).toMatch(/\.$/);
  });

  it("are told apart by method and path", () => {
    const keys = all.map(([, def]) => `${def.method} ${def.path.replace(/:\w+/g, ":x")}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("are keyed where they write to a room's log, and only there", () => {
    const reads = all.filter(([, def]) => def.method === "GET");
    expect(reads.filter(([, def]) => def.keyed)).toEqual([]);
    const rooms = all.filter(([, def]) => def.method !== "GET" && def.path.startsWith("/rooms"));
    const unkeyed = rooms.filter(([, def]) => !def.keyed).map(([id]) => id);
    // Rights, credentials, files and webhooks are plain tables; a renewal is an observation; a preview changes nothing;
    // a call that is checked is known by its own id; what a runner is to do is in the answer until it is done;
    // what is archived is archived once.
    expect(unkeyed.sort()).toEqual([
      "addAttachment",
      "addRoomPerson",
      "addRunOutput",
      "checkCall",
      "createCredential",
      "createRunner",
      "createWebhook",
      "forgetRunner",
      "makeConnectLink",
      "previewTeam",
      "redeliverWebhook",
      "removeRoomPerson",
      "removeWebhook",
      "renewLease",
      "renewRunner",
      "revokeCredential",
      "runRetention",
      "seatAgent",
      "setRoomPerson",
      "setRunTouches",
      "takeWork",
      "testWebhook",
      "tryCall",
      "updateWebhook",
    ]);
  });

  it("that change something in a room are not open to everyone who may look", () => {
    for (const [id, def] of all) {
      if (def.method === "GET" || def.access.who !== "room") continue;
      expect(["owner", "lead", "approver"], id).toContain(def.access.persons);
    }
    expect(PERSON_ROLES).toEqual(["owner", "lead", "approver", "viewer"]);
  });
});

/** Strings that every text must refuse. */
const POISON = ["\u0000", "a\u0000b", "\ud800", "x\udfff"];

describe("bodies", () => {
  const handoff = { taskId: "DEV-001", fence: 1, to: "reviewer", message: "done" };
  const task = { role: "builder", title: "t", instruction: "i" };

  it.each([
    ["handOff.message", handOff.body, (text: string) => ({ ...handoff, message: text })],
    ["handOff.result.summary", handOff.body, (text: string) => ({ ...handoff, result: { summary: text } })],
    [
      "handOff.result.artifacts",
      handOff.body,
      (text: string) => ({
        ...handoff,
        result: { artifacts: [{ path: text, status: "created" }] },
      }),
    ],
    ["sendMessage.body", sendMessage.body, (text: string) => ({ body: text })],
    ["createTasks.title", createTasks.body, (text: string) => ({ tasks: [{ ...task, title: text }] })],
    ["createTasks.instruction", createTasks.body, (text: string) => ({ tasks: [{ ...task, instruction: text }] })],
    [
      "createTasks.boundaries",
      createTasks.body,
      (text: string) => ({ tasks: [{ ...task, boundaries: { allowed: [text] } }] }),
    ],
    ["reportProgress.action", reportProgress.body, (text: string) => ({ fence: 1, action: text })],
    ["createCredential.name", createCredential.body, (text: string) => ({ name: text, roles: ["builder"] })],
  ])("%s refuses NUL and lone surrogates, and takes the rest", (_name, schema, body) => {
    for (const poison of POISON) expect(accepts(schema, body(poison))).toBe(false);
    expect(accepts(schema, body("ordinary 😀 text"))).toBe(true);
  });

  it("have bounds: at them they pass, behind them they do not", () => {
    const many = <T>(n: number, one: T) => Array.from({ length: n }, () => one);
    expect(accepts(sendMessage.body, { body: "a".repeat(MESSAGE_MAX) })).toBe(true);
    expect(accepts(sendMessage.body, { body: "a".repeat(MESSAGE_MAX + 1) })).toBe(false);
    expect(accepts(sendMessage.body, { body: "" })).toBe(false);
    expect(accepts(createTasks.body, { tasks: many(100, task) })).toBe(true);
    expect(accepts(createTasks.body, { tasks: many(101, task) })).toBe(false);
    expect(accepts(createTasks.body, { tasks: [] })).toBe(false);
    expect(accepts(reportProgress.body, { fence: 1, completed: many(101, "x") })).toBe(false);
    for (const waitS of [0, 300]) expect(accepts(claimTask.body, { waitS })).toBe(true);
    for (const waitS of [-1, 301, Number.NaN, "50"]) expect(accepts(claimTask.body, { waitS })).toBe(false);
    for (const fence of [0, -1, 1.5, "1", null]) expect(accepts(handOff.body, { ...handoff, fence })).toBe(false);
    for (const percent of [-1, 101]) expect(accepts(reportProgress.body, { fence: 1, percent })).toBe(false);
  });

  it("fit into the body limit of their route", () => {
    const largest = {
      tasks: Array.from({ length: 100 }, () => ({ ...task, instruction: "a".repeat(20_000) })),
    };
    expect(accepts(createTasks.body, largest)).toBe(true);
    expect(JSON.stringify(largest).length).toBeLessThan(createTasks.bodyLimit ?? 0);
  });

  it("have the defaults that the summary promises", () => {
    expect(claimTask.body.parse(undefined)).toEqual({ waitS: 0 });
    expect(handOff.body.parse(handoff)).toMatchObject({ intent: "work", next: false });
  });

  it("address a message to the user, a role or an agent, and to nothing else", () => {
    for (const to of ["user", "builder", anId(5)]) expect(accepts(sendMessage.body, { body: "x", to })).toBe(true);
    for (const to of ["", "Builder", "a b", 5, null]) expect(accepts(sendMessage.body, { body: "x", to })).toBe(false);
  });

  it("refuse anything odd with a refusal, never with a throw", () => {
    fc.assert(
      fc.property(fc.constantFrom(...all), fc.anything(), ([, def], value) => {
        for (const schema of [def.body, def.query, def.params]) expect(() => schema.safeParse(value)).not.toThrow();
      }),
    );
  });
});

describe("room names", () => {
  it.each(["a", "checkout-web", "0", "a1-b2-c3", "a".repeat(40)])("%s is one", (name) => {
    expect(accepts(RoomName, name)).toBe(true);
    expect(accepts(createRoom.body, { name, preset: "squad" })).toBe(true);
  });
  it.each(["", "-a", "a-", "A", "a_b", "a b", "a".repeat(41), "a\n", "ä", "../x", "a/b"])("%j is none", (name) => {
    expect(accepts(RoomName, name)).toBe(false);
  });
  it("are made only with teams that there are", () => {
    expect(accepts(createRoom.body, { name: "a", preset: "lifecycle" })).toBe(true);
    expect(accepts(createRoom.body, { name: "a", preset: "platoon" })).toBe(false);
  });
});
