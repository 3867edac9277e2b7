import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@squadroom/client/http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

test("decisions are handed over and snoozed by their ids, and the list says where they are", async () => {
  const key = (await readFile(join(server.folder, "local-admin.key"), "utf8")).trim();
  const { call } = createClient({ baseUrl: server.url, authorization: `Local ${key}` });
  await server.ask(["room", "new", "asks", "--preset", "solo"]);
  const token = await server.credential("asks", "solo");
  await server.type(["join"], { token });
  const create = ["task", "create", "--room", "asks", "--role", "solo", "--title", "Refunds"];
  await server.type([...create, "--instruction", "Make them idempotent."]);
  await server.type(["wait"], { token });
  await server.type(["ask", "Half up or half even?"], { token });
  for (const [name, role] of [
    ["Ben", "approver"],
    ["Vera", "viewer"],
  ] as const) {
    const { person } = await call("invitePerson", { body: { name } });
    const params = { room: "asks", personId: person.id };
    await call("setRoomPerson", { params, body: { role } });
  }
  const list = async (...more: string[]) => (await server.type(["decisions", ...more])).out;
  const [id = ""] = (await list()).split("\n");

  expect((await server.type(["hand-over", id])).code).toBe(2);
  const vera = await server.type(["hand-over", id, "--to", "Vera"]);
  expect([vera.code, vera.err]).toEqual([5, expect.stringContaining("Use one of: Ben.")]);
  expect((await server.type(["hand-over", id, "--to", "Ben"])).out).toContain("Ben has them now.");
  expect(await list()).toMatch(/^Nothing needs a decision\.\n\n1 with others: /);
  expect(await list("--group", "others")).toContain("with Ben");
  expect((await server.type(["hand-over", id, "--back"])).code).toBe(0);
  expect(await list()).toContain("Half up or half even?");

  expect((await server.type(["snooze", id, "--for", "soon"])).code).toBe(2);
  expect((await server.type(["snooze", id, "--for", "2h"])).out).toContain("Snoozed until ");
  expect(await list()).toMatch(/1 snoozed: /);
  expect((await server.type(["snooze", id, "--wake"])).out).toBe("Back in your list.\n");
  expect(await list()).toContain("Half up or half even?");
  expect((await server.type(["snooze", "01a20a82-ea71-797f-8588-44b2f0624c83"])).code).toBe(5);
});
