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

test("people are listed, signed out, deactivated and let in again, and the audit says who did it", async () => {
  const key = (await readFile(join(server.folder, "local-admin.key"), "utf8")).trim();
  const { call } = createClient({ baseUrl: server.url, authorization: `Local ${key}` });
  const invite = (name: string) => call("invitePerson", { body: { name, admin: name === "Robin" } });
  await invite("Robin");
  await invite("Kim");
  const list = async () => (await server.type(["person", "list"])).out;
  expect(await list()).toMatch(/Kim +0 signed in/);
  expect(await list()).toMatch(/Robin +admin +0 signed in/);
  expect((await server.type(["person", "sign-out", "Kim"])).out).toContain("sign-ins: 0");
  expect((await server.type(["person", "deactivate", "Kim"])).out).toBe(
    "Kim is signed out everywhere and cannot sign in.\n",
  );
  expect(await list()).toMatch(/Kim +deactivated /);
  const link = await server.type(["signin", "--person", "Kim"]);
  expect([link.code, link.err]).toEqual([3, expect.stringContaining("Kim is deactivated")]);
  const last = await server.type(["person", "deactivate", "Robin"]);
  expect([last.code, last.err]).toEqual([4, expect.stringContaining("(last_admin")]);
  expect((await server.type(["person", "reactivate", "Kim"])).out).toContain("can sign in again");
  expect((await server.type(["person", "sign-out", "Nobody"])).code).toBe(5);

  const first = await server.type(["audit", "--limit", "2"]);
  expect(first.out).toMatch(/local admin +person reactivated +Kim/);
  const [older = ""] = /--cursor [\w-]+$/m.exec(first.out) ?? [];
  const second = await server.type(["audit", ...older.split(" ")]);
  expect(second.out).toMatch(/local admin +sign ins ended +Kim +sign-ins ended: 0/);
  expect(second.out).not.toContain("reactivated");
  expect((await server.type(["audit", "--person", "Kim"])).out).toBe("Nothing yet.\n");
});

test("an invitation names its rooms and roles, and is refused whole where one is wrong", async () => {
  await server.ask(["room", "new", "shared"]);
  const invited = await server.type(["person", "invite", "Noor", "--room", "shared=lead"]);
  expect(invited.out).toMatch(/^Noor is invited, lead of shared\. The link works once/);
  expect(invited.out).toMatch(/^http:\S+\/sign-in#\S+$/m);
  const list = async () => (await server.type(["person", "list"])).out;
  expect(await list()).toContain("Noor");
  for (const [room, code] of [
    ["shared=boss", 2],
    ["nowhere=lead", 5],
  ] as const)
    expect((await server.type(["person", "invite", "Max", "--room", room])).code).toBe(code);
  expect(await list()).not.toContain("Max");
  expect((await server.type(["person", "invite", "Ola"])).out).toContain("They cannot see any room yet");
});
