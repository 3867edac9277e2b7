import { uuidv7 } from "@squadroom/client/uuidv7";
import type { TeamDraft } from "@squadroom/core/team/draft";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, createToken, type Server } from "../../server.fixture.ts";
import { anAgent, aPerson, differencesIn, refusalOf, take } from "../decision/squad.fixture.ts";

const DOCS: TeamDraft = {
  entryPoint: "lead",
  roles: [
    { name: "lead", handsTo: ["writer", "user"] },
    {
      name: "writer",
      prefix: "DOC",
      handsTo: ["lead"],
      spec: "---\nrole: writer\n---\nShort words.",
    },
  ],
};

let db: TestDatabase;
let here: Server;
let there: Server;
const rooms: string[] = [];

beforeAll(async () => {
  db = await testDatabase();
  here = await aServer(db.url);
  there = await aServer(db.url);
});
afterEach(async () => {
  for (const room of rooms.splice(0)) expect(await differencesIn(here, room)).toEqual([]);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await db.drop();
});

async function aRoom(preset: "solo" | "duo" | "squad" = "squad"): Promise<string> {
  const room = await createRoom(here.admin, preset);
  rooms.push(room);
  return room;
}

describe("a team of one's own", () => {
  test("makes a room, and its agents read their role's spec and their own chain", async () => {
    const made = await here.admin.call("createRoom", {
      body: { name: `docs-${uuidv7().slice(-12)}`, team: DOCS },
    });
    rooms.push(made.roomId);
    const token = await createToken(here.admin, made.roomId, "writer");
    const { prompt } = await here.clientOf(token).call("joinRoom", { params: { room: made.roomId }, body: {} });
    expect(prompt).toContain("# Custom team");
    expect(prompt).toContain("Short words.");
    expect(prompt).toContain("user -> lead -> writer -> lead -> user");
    const { team, draft, version } = await here.admin.call("getTeam", {
      params: { room: made.roomId },
    });
    expect([team.preset, version]).toEqual(["custom", 1]);
    expect(draft.roles.map((role) => role.handsTo)).toEqual([["writer", "user"], ["lead"]]);
  });

  test("keeps its own pipelines, offers them first, and is the same in another room", async () => {
    const pipelines = [
      "name: pages\ntitle: Pages\nabout: a page, read by its lead\nsteps:\n  - id: DOC-001\n    title: Page\n    instruction: Use ghp_0123456789abcdefghijABCDEFGHIJ012345\n  - { id: LEAD-001, title: Read it, requires: [DOC-001] }\n",
    ];
    const bad = [pipelines[0]?.replace("[DOC-001]", "[DOC-002]") ?? ""];
    const make = (team: TeamDraft) =>
      here.admin.call("createRoom", { body: { name: `docs-${uuidv7().slice(-12)}`, team } });
    const told = await refusalOf(make({ ...DOCS, pipelines: bad }));
    expect([told.code, told.message]).toEqual(["team_invalid", "pipelines[0] line 8: There is no step DOC-002."]);
    const { roomId } = await make({ ...DOCS, pipelines });
    rooms.push(roomId);
    const room = { params: { room: roomId } };
    const { data } = await here.admin.call("getPipelines", room);
    expect(data.slice(0, 2).map(({ name, missing }) => [name, missing.length])).toEqual([
      ["pages", 0],
      ["spec-only", 3],
    ]);
    expect(data[0]?.steps[0]?.instruction).toBe("Use [redacted:github-token]");
    const { draft, team } = await here.admin.call("getTeam", room);
    const copy = await make(draft);
    rooms.push(copy.roomId);
    const again = await here.admin.call("getTeam", { params: { room: copy.roomId } });
    expect([again.team, again.draft]).toEqual([team, draft]);
    const body = { title: "A page", description: "About refunds.", pipeline: "pages" };
    await here.admin.call("createSession", { ...room, body });
    const { view } = await here.admin.call("getRoom", { ...room, query: { events: 0 } });
    expect(view.tasks.map(({ id, role }) => [id, role])).toEqual([
      ["DOC-001", "writer"],
      ["LEAD-001", "lead"],
    ]);
  });

  test("is refused with every place that is wrong", async () => {
    const team = {
      entryPoint: "lead",
      roles: [
        { name: "lead", handsTo: ["writer"] },
        { name: "writer", handsTo: ["lead"], spec: "---\nprefix: DOC\ninner_loop: maybe\n---\nx" },
      ],
    };
    const told = await refusalOf(here.admin.call("createRoom", { body: { name: "wrong", team } }));
    expect(told.code).toBe("team_invalid");
    const problems = told.details.problems as { path: string; line?: number; level: string }[];
    const errors = problems.filter(({ level }) => level === "error");
    expect(errors.map(({ path }) => path)).toEqual(["roles[0].handsTo", "roles[1].handsTo"]);
    // Its role alone is kept from work by that.
    expect(problems).toContainEqual(expect.objectContaining({ path: "roles[1].spec", line: 3, level: "warning" }));
    const both = { name: "wrong", team: DOCS, preset: "solo" as const };
    expect((await refusalOf(here.admin.call("createRoom", { body: both }))).code).toBe("bad_request");
    const none = await refusalOf(here.admin.call("createRoom", { body: { name: "wrong" } }));
    expect(none.code).toBe("bad_request");
  });

  test("has no secrets in its specs", async () => {
    const secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
    const [lead, writer] = DOCS.roles;
    const roles = [lead ?? { name: "" }, { ...writer, name: "writer", spec: `Use ${secret}.` }];
    const made = await here.admin.call("createRoom", {
      body: { name: `docs-${uuidv7().slice(-12)}`, team: { ...DOCS, roles } },
    });
    rooms.push(made.roomId);
    const params = { room: made.roomId };
    const { team } = await here.admin.call("getTeam", { params });
    expect(JSON.stringify(team)).not.toContain(secret);
    const other = roles.map((role) => ({ ...role, spec: `One\n${role.spec ?? ""}` }));
    const body = { team: { ...DOCS, roles: other }, remap: {} };
    const seen = await here.admin.call("previewTeam", { params, body });
    expect(seen.problems).toContainEqual({
      level: "warning",
      path: "roles[1].spec",
      line: 2,
      message: expect.stringContaining("github-token"),
    });
  });
});

describe("the team of a running room", () => {
  test("changes for everyone at once: tasks move, a waiting agent of a gone role is told", async () => {
    const room = await aRoom("squad");
    const planner = await anAgent(here, room, "planner");
    const builder = await anAgent(here, room, "builder");
    const tasks = [
      { role: "builder", title: "One", instruction: "1" },
      { role: "reviewer", title: "Two", instruction: "2" },
    ];
    await here.admin.call("createTasks", { params: { room }, body: { tasks } });
    const held = await take(builder);
    const waiting = refusalOf(planner.claim({ waitS: 30 }));
    const preview = await here.admin.call("previewTeam", {
      params: { room },
      body: { team: DOCS, remap: { reviewer: "writer" } },
    });
    expect(preview.gone.map(({ role, to, tasks: its }) => [role, to, its])).toEqual([
      ["planner", "lead", []],
      ["builder", "lead", []],
      ["reviewer", "writer", ["REVIEW-001"]],
    ]);
    const body = { team: DOCS, version: 1, remap: { reviewer: "writer" } };
    expect(await here.admin.call("previewTeam", { params: { room }, body })).toEqual(preview);
    const other = here.admin.call("previewTeam", {
      params: { room },
      body: { ...body, version: 2 },
    });
    expect(await refusalOf(other)).toMatchObject({ code: "team_changed" });
    expect(preview.gone[1]?.inHand.map(({ taskId }) => taskId)).toEqual([held.taskId]);
    const reply = await here.admin.call("changeTeam", {
      params: { room },
      body: { team: DOCS, version: 1, remap: { reviewer: "writer" } },
    });
    expect(reply).toMatchObject({ changed: true, version: 2, moved: 2, returned: 1, left: 2 });
    expect(await waiting).toMatchObject({
      code: "role_gone",
      details: { roles: ["lead", "writer"] },
    });
    expect((await refusalOf(builder.fail(held, "late"))).code).toBe("role_gone");
    const listed = await there.admin.call("listTasks", { params: { room } });
    expect(listed.data.map(({ id, role, state }) => [id, role, state]).sort()).toEqual([
      ["DEV-001", "lead", "pending"],
      ["REVIEW-001", "writer", "pending"],
    ]);
    const lead = await anAgent(there, room, "lead");
    expect(await take(lead)).toMatchObject({ taskId: "DEV-001", variant: "lead_alone" });
  });

  test("tells who repeats a join under its key that the role is gone by now", async () => {
    const room = await aRoom("squad");
    const builder = here.clientOf(await createToken(here.admin, room, "builder"));
    const join = () => builder.call("joinRoom", { params: { room }, body: {}, key });
    const key = uuidv7();
    await join();
    await here.admin.call("changeTeam", { params: { room }, body: { team: DOCS, version: 1 } });
    expect(await refusalOf(join())).toMatchObject({
      code: "role_gone",
      details: { role: "builder", roles: ["lead", "writer"] },
    });
  });

  test("is changed by one of two who saw the same version; the other is told", async () => {
    const room = await aRoom("squad");
    const change = (server: Server, preset: "duo" | "solo") =>
      server.admin.call("changeTeam", { params: { room }, body: { preset, version: 1 } });
    const results = await Promise.allSettled([change(here, "duo"), change(there, "solo")]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const lost = results.find((result) => result.status === "rejected");
    expect(lost?.reason).toMatchObject({
      refusal: { code: "team_changed", details: { version: 2 } },
    });
  });

  test("is changed once by a request that is repeated with its key", async () => {
    const room = await aRoom("squad");
    const key = uuidv7();
    const again = () => here.admin.call("changeTeam", { key, params: { room }, body: { preset: "duo", version: 1 } });
    expect(await again()).toEqual(await again());
    expect((await here.admin.call("getTeam", { params: { room } })).version).toBe(2);
  });

  test("is not an approver's to change, and a credential of a gone role joins no more", async () => {
    const room = await aRoom("duo");
    const approver = await aPerson(here, `Ann ${uuidv7()}`, { [room]: "approver" });
    const body = { preset: "solo" as const, version: 1 };
    expect((await refusalOf(approver.client.call("changeTeam", { params: { room }, body }))).code).toBe("forbidden");
    const token = await createToken(here.admin, room, "builder");
    await here.admin.call("changeTeam", { params: { room }, body });
    const join = here.clientOf(token).call("joinRoom", { params: { room }, body: {} });
    expect(await refusalOf(join)).toMatchObject({ code: "role_unknown", allowed: ["solo"] });
  });
});

describe("the audit", () => {
  test("says who did what, people's acts and joins, in pages and by person", async () => {
    const room = await aRoom("duo");
    const lea = await aPerson(here, `Lea ${uuidv7()}`, { [room]: "owner" });
    const max = await aPerson(here, `Max ${uuidv7()}`);
    const params = { room };
    await lea.client.call("setRoomPerson", {
      params: { room, personId: max.id },
      body: { role: "approver" },
    });
    const { credential } = await lea.client.call("createCredential", {
      params,
      body: { name: "Bob", roles: ["builder"] },
    });
    await lea.client.call("sendMessage", { params, body: { body: "Hello." } });
    await anAgent(here, room, "planner");
    await lea.client.call("changeTeam", { params, body: { preset: "solo", version: 1 } });
    await lea.client.call("revokeCredential", { params: { room, credentialId: credential.id } });
    await lea.client.call("removeRoomPerson", { params: { room, personId: max.id } });
    const all: string[] = [];
    let before: string | undefined;
    do {
      const page = await lea.client.call("listAudit", {
        params,
        query: { limit: 2, cursor: before },
      });
      all.push(...page.data.map(({ what }) => (what.kind === "event" ? what.event.type : what.act)));
      before = page.next ?? undefined;
    } while (before !== undefined);
    expect(all).toEqual([
      "person_removed",
      "credential_revoked",
      "team.changed",
      "agent.joined",
      "credential_created",
      "message.sent",
      "credential_created",
      "person_set",
      "person_set",
      "room.created",
    ]);
    const his = await lea.client.call("listAudit", { params, query: { person: lea.id } });
    expect(his.data.map(({ by }) => by?.id)).toEqual(new Array(6).fill(lea.id));
    expect(his.next).toBeNull();
  });
});
