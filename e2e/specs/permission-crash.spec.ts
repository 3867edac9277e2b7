import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { promisify } from "node:util";
import { connectLink } from "@squadroom/core/kernel/connect-link";
import { expectFits } from "../fixtures/fit.ts";
import { type Person, signInBy } from "../fixtures/person.ts";
import { Server } from "../fixtures/server.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

const run = promisify(execFile);

// It kills the server, so it has one of its own.
let server: Server;
let person: Person;

test.beforeAll(async () => {
  server = await Server.start();
  person = await signInBy(server, server.firstLink ?? "", "Ada");
});
test.afterAll(() => server.stop());

/** All that a program printed until its end. */
async function printed(child: ChildProcess): Promise<string> {
  let text = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  await once(child, "exit");
  return text;
}

test("a permission outlives the server that is killed while a tool waits, and its answer lets the tool run", async ({
  visit,
}, testInfo) => {
  const params = { room: "harbour" };
  await person.client.call("createRoom", { body: { name: "harbour", preset: "solo" } });
  const folder = testInfo.outputPath("project");
  await mkdir(`${folder}/.git`, { recursive: true });
  const env = { PATH: process.env.PATH, HOME: folder };
  const { link } = await person.client.call("createCredential", {
    params,
    body: { name: "Solo", roles: ["solo"] },
  });
  await run("curl", ["-fsSo", "squadroom.mjs", `${server.url}/cli.mjs`], { cwd: folder });
  const connect = ["connect", connectLink(server.url, link.code), "--for", "claude", "--yes"];
  await run(process.execPath, ["squadroom.mjs", ...connect], { cwd: folder, env });
  const hook = (on: string, event: object) => {
    const script = `${folder}/.squadroom/bin/hook.mjs`;
    const args = [script, "--for", "claude", "--on", on];
    const child = spawn(process.execPath, args, { cwd: folder, env });
    child.stdin.end(JSON.stringify({ cwd: folder, session_id: "s1", ...event }));
    return printed(child);
  };
  await hook("start", { source: "startup" });
  const waiting = (id: string) =>
    hook("before", { tool_name: "Bash", tool_input: { command: "npm publish" }, tool_use_id: id });
  const pending = async () =>
    (await person.client.call("listDecisions", { params })).data.filter(({ state }) => state === "pending");

  const first = waiting("call-1");
  await expect.poll(pending).toHaveLength(1);
  await server.kill();
  await server.resume();
  const inbox = async () => {
    const opened = await visit({ as: person, server });
    await opened.goto("/inbox");
    return opened;
  };
  let page = await inbox();
  await expect(page.locator("pre")).toHaveText("npm publish");
  expect(await pending()).toHaveLength(1);
  await page.getByRole("button", { name: /^Allow once/ }).click();
  // It reaches outside: the first press only asks.
  const confirm = page.getByRole("region", { name: "Confirm" });
  await expect(confirm).toContainText("nobody can undo what it does");
  expect(await pending()).toHaveLength(1);
  await expectFits(page, "a call that is allowed by a second press");
  await expect(confirm.getByRole("button", { name: /^Allow once/ })).toBeFocused();
  await shoot(page, testInfo, "confirm");
  await page.keyboard.press("Enter");
  expect(await first).toContain('"permissionDecision":"allow"');

  await page.context().close();

  // The next call is another one, and is asked on its own.
  const second = waiting("call-2");
  await expect.poll(pending).toHaveLength(1);
  await server.kill();
  await server.resume();
  page = await inbox();
  await page.getByRole("button", { name: /^Deny/ }).click();
  await page.getByRole("textbox", { name: /^Why/ }).fill("Releases are made by hand.");
  await page.getByRole("button", { name: /^Deny/ }).click();
  const denied = await second;
  expect(denied).toContain('"permissionDecision":"deny"');
  expect(denied).toContain("Releases are made by hand.");
  expect(await pending()).toEqual([]);
});
