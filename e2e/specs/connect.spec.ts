import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { expectFits } from "../fixtures/fit.ts";
import { expect, test } from "../fixtures/test.ts";

const run = promisify(execFile);
const LINE_MS = 30_000;

/** Runs a printed line as a person would paste it, in a directory and a home of its own. */
async function paste(line: string, folder: string): Promise<string> {
  const { stdout } = await run("/bin/sh", ["-c", line], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
    timeout: LINE_MS,
  });
  return stdout;
}

/** The whole text is what the copy button copies. */
async function lineOf(page: Page, name: string): Promise<string> {
  const copied = page.getByRole("button", { name: "Copied" });
  // The line before says so for two seconds.
  await expect(copied).toHaveCount(0);
  await page.getByRole("button", { name: `Copy the ${name} line` }).click();
  await expect(copied).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

test("one line for each door, and the page turns green when it was run", async ({
  makeRoom,
  visit,
  person,
}, testInfo) => {
  const room = await makeRoom("squad");
  const page = await visit({ permissions: ["clipboard-read", "clipboard-write"] });
  const folder = testInfo.outputPath("agent");
  await mkdir(folder, { recursive: true });
  await page.goto(`/connect?room=${room.name}`);
  const status = page.getByRole("status", { name: "Who is connected" });
  await expect(page.getByRole("radio", { name: /Planner/ })).toBeChecked();
  const enough = page.getByText("One agent is enough to start");
  await expect(enough).toBeVisible();
  await page.getByRole("radio", { name: /Builder/ }).check({ force: true });
  await expect(enough).toHaveCount(0);
  await page.getByRole("radio", { name: /Planner/ }).check({ force: true });
  await page.getByRole("button", { name: /^Show the command/ }).click();
  await expect(status).toContainText("Plannerwaiting for its first call. Turns green by itself.");
  await expect(page.getByText("The link works once, until")).toBeVisible();

  const connect = await lineOf(page, "Claude Code");
  const link = connect.split(" ")[4] ?? "";
  expect(connect).toBe(`npx -y ${person.server.url}/squadroom.tgz connect ${link} --for claude`);
  await expect(page.getByText("~/.claude.json")).toBeVisible();
  await page.getByRole("button", { name: "Codex", exact: true }).click();
  await expect(page.getByText("~/.codex/config.toml")).toBeVisible();
  await expect(page.getByText("Its sandbox has no network.")).toBeVisible();
  for (const door of ["Claude Code", "Copilot", "opencode", "Gemini", "Any ACP agent"]) {
    await page.getByRole("button", { name: door, exact: true }).click();
    await expect(page.getByRole("region", { name: /What it changes/ })).toContainText("Before a tool runs");
    await expectFits(page, `connecting ${door}`);
  }
  for (const door of ["Any shell", "Without the package", "Codex"]) {
    await page.getByRole("button", { name: door, exact: true }).click();
    await expectFits(page, `connecting ${door}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const arrival = page.getByRole("list", { name: "Watch it arrive" });
  await expect(arrival).toContainText("Waiting for its link to be used");
  // The command that the line fetches, from the server itself.
  await paste(`curl -fsSo squadroom.mjs ${person.server.url}/cli.mjs`, folder);
  const args = connect.slice(connect.indexOf(" connect ") + 1);
  expect(await paste(`node squadroom.mjs ${args} --dry-run`, folder)).toContain(".claude.json");
  await expect(arrival).toContainText("Waiting for its link to be used");

  await page.getByRole("button", { name: "Any shell" }).click();
  const shell = await lineOf(page, "Any shell");
  expect(shell).toBe(connect.replace("claude", "shell"));
  const join = await lineOf(page, "sentence");
  await paste(`node squadroom.mjs ${args.replace("claude", "shell")} --yes`, folder);
  await expect(arrival).toContainText("Link used");
  await expect(arrival).toContainText("Joins the room");
  const late = await paste(`node squadroom.mjs ${args} --yes`, folder).catch(({ stderr }) => String(stderr));
  expect(late).toContain("connect_link_used");
  const printed = await paste(join, folder);
  expect(printed).toContain(room.name);
  expect(printed).toContain("You are Planner");
  await expect(arrival).toContainText("Set up, and in the room");
  // Nobody works yet: the line was run, and no agent went on.
  await expect(status.getByRole("listitem")).toHaveText([/^Plannerhas joined, but hasn't asked for work yet/]);
  await expect(enough).toBeVisible();
  await paste(join.replace(" join", " context"), folder);
  await expect(status.getByRole("listitem")).toHaveText([/^Planner.*seen only when it calls.*last call/]);
  await expect(page.getByRole("radio", { name: /Planner/ }).locator("..")).toContainText("connected");
  await expect(enough).toHaveCount(0);

  await page.getByRole("radio", { name: /Reviewer/ }).check({ force: true });
  await page.getByRole("textbox", { name: "Name in the room" }).fill("Critic");
  await page.getByRole("textbox", { name: "Name in the room" }).press("Enter");
  await expect(status).toContainText("Criticwaiting for its first call.");
  await page.getByRole("button", { name: "Without the package" }).click();
  const curl = await lineOf(page, "Without the package");
  const token = /sqr_[\w-]+/.exec(curl)?.[0] ?? "";
  expect(token.length).toBeGreaterThan(30);
  await expect(page.getByRole("main")).not.toContainText(token);
  expect(await paste(curl, folder)).toContain('"role":"reviewer"');
  await expect(status.getByRole("listitem").filter({ hasText: "Critic" })).toContainText(
    "has joined, but hasn't asked for work yet",
  );
  await expect(status).not.toContainText("waiting for its first call");

  await page.getByRole("link", { name: "Open the room" }).click();
  await expect(page.getByRole("complementary", { name: "Team" })).toContainText("Critic");
});

test("a line that nobody needs is revoked, and a name that is taken is said", async ({
  makeRoom,
  anAgent,
  visit,
  person,
  allowErrors,
}) => {
  allowErrors(/status of 409/);
  const room = await makeRoom("duo");
  await anAgent({ room: room.name, role: "planner" });
  const page = await visit();
  await page.goto(`/connect?room=${room.name}`);
  await expect(page.getByRole("radio", { name: /Builder/ })).toBeChecked();
  const name = page.getByRole("textbox", { name: "Name in the room" });
  await expect(name).toHaveValue("Builder");
  await name.fill("Planner");
  await page.getByRole("button", { name: /^Show the command/ }).click();
  await expect(page.getByText(/Planner.*already|already.*Planner/)).toBeVisible();
  await name.fill("Builder");
  await page.getByRole("button", { name: /^Show the command/ }).click();
  await page.getByRole("button", { name: "Revoke it" }).click();
  await expect(page.getByText("The credential of Builder is revoked.")).toBeVisible();
  await expect(page.getByText("waiting for its first call")).toHaveCount(0);
  const { data: credentials } = await person.client.call("listCredentials", {
    params: { room: room.name },
  });
  expect(credentials.find((one) => one.name === "Builder")?.revokedAt).not.toBeNull();
});

test("a room is chosen where there are several, of those that need an agent the one last open", async ({
  makeRoom,
  visit,
  person,
}) => {
  const [one, other] = [await makeRoom("solo"), await makeRoom("pair")];
  await person.client.call("sendMessage", { params: { room: other.name }, body: { body: "Fix the timer." } });
  const page = await visit();
  await page.goto(`/rooms/${other.name}`);
  await expect(page.getByRole("region", { name: "Whose turn it is" })).toBeVisible();
  await page.goto("/connect");
  await expect(page.getByRole("combobox", { name: "Room" })).toHaveValue(other.name);
  await page.goto(`/connect?room=${one.name}`);
  await expect(page.getByRole("radio")).toHaveCount(1);
  await page.getByRole("combobox", { name: "Room" }).selectOption(other.name);
  await expect(page.getByRole("radio")).toHaveCount(2);
  await expect(page).toHaveURL(new RegExp(`room=${other.name}`));
});

test("a name that an agent has who has not joined yet is followed by one that is free", async ({
  makeRoom,
  visit,
  person,
  allowErrors,
}) => {
  allowErrors(/status of 409/);
  const room = await makeRoom("solo");
  await person.client.call("createCredential", {
    params: { room: room.name },
    body: { name: "Solo", roles: ["solo"] },
  });
  const page = await visit();
  await page.goto(`/connect?room=${room.name}`);
  const name = page.getByRole("textbox", { name: "Name in the room" });
  await expect(name).toHaveValue("Solo");
  await page.getByRole("button", { name: /^Show the command/ }).click();
  await expect(page.getByText("An agent in this room is already called Solo.")).toBeVisible();
  await expect(name).toHaveValue("Solo 2");
  await page.getByRole("button", { name: /^Show the command/ }).click();
  await expect(page.getByRole("status", { name: "Who is connected" })).toContainText("Solo 2");
});

test("a link opened instead of run says what to do, and is not used up", async ({
  makeRoom,
  visit,
  person,
  allowErrors,
}) => {
  allowErrors(/status of (404|410)/);
  const room = await makeRoom("solo");
  const { link, credential } = await person.client.call("createCredential", {
    params: { room: room.name },
    body: { name: "Solo", roles: ["solo"] },
  });
  const url = `${person.server.url}/c/${link.code}`;
  const line = `npx -y ${person.server.url}/squadroom.tgz connect ${url}`;
  const page = await visit({ as: null });
  await page.goto(url);
  await expect(page.getByRole("heading", { name: `Connect Solo to ${room.name}` })).toBeVisible();
  await expect(page.getByText(line)).toBeVisible();
  await expectFits(page, "a connect link that was opened");
  const text = await fetch(url).then((answer) => answer.text());
  expect(text).toContain(line);

  const redeem = () => person.client.call("redeemConnectLink", { body: { code: link.code } });
  expect((await redeem()).agentId).toBe(credential.id);
  await page.reload();
  await expect(page.getByText("This connect link was already used")).toBeVisible();
  await page.goto(`${person.server.url}/c/${"0".repeat(26)}`);
  await expect(page.getByText("This server doesn't know this connect link")).toBeVisible();
});
