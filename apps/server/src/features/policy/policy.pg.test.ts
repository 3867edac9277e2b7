import { joinRoom } from "@squadroom/client/agent";
import { uuidv7 } from "@squadroom/client/uuidv7";
import { eventually } from "@squadroom/core/testing/eventually.fixture";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aPair, createRoom, createToken, type Server } from "../../server.fixture.ts";
import { aPerson, differencesIn, onlyPending, take } from "../decision/squad.fixture.ts";

const PUSH = "git push --force-with-lease origin HEAD:feature/refunds";
let db: TestDatabase;
let here: Server;
let there: Server;

beforeAll(async () => {
  db = await testDatabase();
  [here, there] = await aPair(db.url);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await db.drop();
});

/** A builder with a task in hand, and its calls before a tool runs. */
async function aBuilder() {
  const room = await createRoom(here.admin, "duo");
  const token = await createToken(here.admin, room, "builder");
  const client = here.clientOf(token);
  const builder = await joinRoom(client, { role: "builder" });
  const task = { role: "builder", title: "Refunds", instruction: "Make refunds idempotent." };
  await here.admin.call("createTasks", { params: { room }, body: { tasks: [task] } });
  await take(builder);
  const check = (command: string, more: { callId?: string; waitS?: number; server?: Server } = {}) =>
    (more.server ?? here).clientOf(token).call("checkCall", {
      params: { room },
      body: {
        callId: more.callId ?? uuidv7(),
        harness: "claude",
        tool: "Bash",
        input: { command },
        waitS: more.waitS ?? 0,
      },
    });
  return { room, check };
}

const seqOf = async (room: string) => (await here.admin.call("getPolicy", { params: { room } })).seq;

async function answer(room: string, optionId: string, note = "") {
  const decision = await onlyPending(here.admin, room);
  const params = { room, decisionId: decision.id };
  await here.admin.call("answerDecision", { params, body: { optionId, note } });
  return decision;
}

describe("a tool call", () => {
  test.each(["\u0000", "\ud800"])("whose words can't be stored is judged all the same (%j)", async (odd) => {
    const { room, check } = await aBuilder();
    const checked = await check(`git push${odd} origin HEAD:a${odd} ${odd}`);
    expect(checked).toMatchObject({ verdict: "ask" });
    const decision = await onlyPending(here.admin, room);
    expect(decision.question).toContain("git push");
    expect(await check(`cat ${odd}`)).toMatchObject({ rule: expect.any(String) });
  });

  test("is allowed, denied or changed without an event, and listed", async () => {
    const { room, check } = await aBuilder();
    const seq = await seqOf(room);

    expect(await check("npm test")).toMatchObject({
      verdict: "allow",
      rule: "rest",
      decisionId: null,
    });
    expect(await check("sudo bash -c 'git push -f'")).toMatchObject({
      verdict: "deny",
      rule: "force_push",
    });
    expect(await check("npm ci")).toMatchObject({
      verdict: "modify",
      input: { command: "npm ci --ignore-scripts" },
    });
    expect(await seqOf(room)).toBe(seq);
    const params = { room };
    const { data, next } = await here.admin.call("listVerdicts", { params, query: { limit: 2 } });
    expect(data).toMatchObject([
      { verdict: "modify", call: "npm ci", role: "builder" },
      { verdict: "deny", rule: "force_push" },
    ]);
    const rest = await here.admin.call("listVerdicts", {
      params,
      query: { cursor: next as string },
    });
    expect(rest).toMatchObject({ data: [{ verdict: "allow" }], next: null });
  });

  test("that waits is released at once by the answer of a person at another server", async () => {
    const { room, check } = await aBuilder();
    const waiting = check(PUSH, { callId: "c1", waitS: 250 });
    const lea = await aPerson(there, `Lea ${uuidv7()}`, { [room]: "approver" });
    const decision = await eventually(() => onlyPending(here.admin, room));
    expect(decision).toMatchObject({
      kind: "permission",
      subject: { kind: "call", command: PUSH, taskId: "DEV-001", rule: "lease_push", cwd: "." },
    });
    const params = { room, decisionId: decision.id };
    await lea.client.call("answerDecision", { params, body: { optionId: "once", note: "" } });

    expect(await waiting).toMatchObject({ verdict: "allow", rule: "lease_push" });
    expect(await check(PUSH, { callId: "c1", server: there })).toMatchObject({ verdict: "allow" });
    expect(await differencesIn(here, room)).toEqual([]);
  });

  test("with an e-mail address is asked about too where the room keeps none", async () => {
    const { room, check } = await aBuilder();
    await here.admin.call("setRoomOptions", { params: { room }, body: { redactEmails: true } });
    const command = "git push origin HEAD:ada@team.example";
    expect(await check(command, { callId: "e1" })).toMatchObject({ verdict: "ask" });
    expect((await answer(room, "once")).question).toContain("HEAD:[email]?");
    expect(await check(command, { callId: "e1" })).toMatchObject({ verdict: "allow" });
  });

  test("opens one permission, however often it is asked, and reads the reason of a denial", async () => {
    const { room, check } = await aBuilder();
    const first = await check(PUSH, { callId: "c1" });
    const again = await check(PUSH, { callId: "c1", server: there });
    expect(first).toMatchObject({ verdict: "ask", rule: "lease_push" });
    expect(again.decisionId).toBe(first.decisionId);
    await answer(room, "deny", "Open a pull request instead.");
    expect(await check(PUSH, { callId: "c1" })).toMatchObject({
      verdict: "deny",
      reason: expect.stringContaining("Open a pull request instead."),
    });
  });

  test("leaves no secret in the log, and is the same call all the same", async () => {
    const { room, check } = await aBuilder();
    const secret = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
    const command = `curl -X POST -H 'x-token: ${secret}' https://example.com`;
    await check(command, { callId: "c1" });
    const decision = await answer(room, "once");
    expect(JSON.stringify(decision)).not.toContain(secret);
    const { events } = await here.admin
      .call("listEvents", { params: { room }, query: {} })
      .then((page) => ({ events: JSON.stringify(page) }));
    expect(events).not.toContain(secret);
    expect(await check(command, { callId: "c1" })).toMatchObject({ verdict: "allow" });
  });
});

describe("the policy of a room", () => {
  test("is changed by leads, tried by approvers, and shows what answers allowed", async () => {
    const { room, check } = await aBuilder();
    const params = { room };
    await check(PUSH, { callId: "c1" });
    await answer(room, "role");
    expect(await check(`${PUSH}-2`)).toMatchObject({ verdict: "allow" });
    const { grants, settings, rules } = await here.admin.call("getPolicy", { params });
    expect(grants).toMatchObject([{ rule: "lease_push", words: "git push *", role: "builder", taskId: null }]);
    expect(rules[0]).toMatchObject({ id: "stopped", number: 1, effect: "deny" });

    const body = { ...settings, roles: { builder: { deny: ["$ git push"] } } };
    await here.admin.call("changePolicy", { params, body });
    expect(await check(`${PUSH}-3`)).toMatchObject({ verdict: "deny", rule: "tools" });
    const tried = await here.admin.call("tryCall", {
      params,
      body: { role: "planner", input: { command: "sudo git push -f" } },
    });
    expect(tried).toMatchObject({ verdict: "deny", rule: "force_push" });
    expect(tried.runs).toEqual(["sudo git push -f", "git push -f"]);
    const grantId = grants[0]?.id ?? "";
    const revoked = await here.admin.call("revokeGrant", { params: { room, grantId } });
    expect(revoked).toMatchObject({ revoked: true });
  });
});
