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
  await page.getByRole("button", { name: `Copy the ${name} line` }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
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
  await expect(
    page.getByText("The credential is for this role only and is shown once"),
  ).toBeVisible();

  const connect = await lineOf(page, "Claude Code");
  const link = connect.split(" ")[4] ?? "";
  expect(connect).toBe(`npx -y ${person.server.url}/squadroom.tgz connect ${link} --for claude`);
  await expect(page.getByText("~/.claude.json")).toBeVisible();
  await page.getByRole("button", { name: "Codex", exact: true }).click();
  await expect(page.getByText("~/.codex/config.toml")).toBeVisible();
  await expect(page.getByText("Its sandbox has no network.")).toBeVisible();
  await expectFits(page, "the steps of connecting");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Any shell" }).click();
  const cli = await lineOf(page, "Any shell");
  expect(cli).toContain(`${person.server.url}/cli.mjs`);
  await page.getByRole("button", { name: "Codex", exact: true }).click();
  const arrival = page.getByRole("list", { name: "Watch it arrive" });
  await expect(arrival).toContainText("Waiting for its link to be used");
  // The command that the line fetches, from the server itself; this folder stays as it is.
  await paste(`curl -fsSo squadroom.mjs ${person.server.url}/cli.mjs`, folder);
  const args = connect.slice(connect.indexOf(" connect ") + 1);
  expect(await paste(`node squadroom.mjs ${args} --dry-run`, folder)).toContain(".claude.json");
  await expect(arrival).toContainText("Link used");
  await expect(arrival).toContainText("Joins the room");
  const token = /SQUADROOM_TOKEN=(\S+)/.exec(cli)?.[1] ?? "";
  expect(token.length).toBeGreaterThan(30);
  await expect(page.getByRole("main")).not.toContainText(token);
  const printed = await paste(cli, folder);
  expect(printed).toContain(room.name);
  expect(printed).toContain("You are Planner");
  await expect(arrival).toContainText("Set up, and in the room");
  // Nobody works yet: the line was run, and no agent went on.
  await expect(status.getByRole("listitem")).toHaveText([
    /^Plannerhas joined, but hasn't asked for work yet/,
  ]);
  await expect(enough).toBeVisible();
  await paste("node squadroom.mjs context", folder);
  await expect(status.getByRole("listitem")).toHaveText([/^Plannerconnected.*seen when it calls/]);
  await expect(page.getByRole("radio", { name: /Planner/ }).locator("..")).toContainText(
    "connected",
  );
  await expect(enough).toHaveCount(0);

  await page.getByRole("radio", { name: /Reviewer/ }).check({ force: true });
  await page.getByRole("textbox", { name: "Name in the room" }).fill("Critic");
  await page.getByRole("textbox", { name: "Name in the room" }).press("Enter");
  await expect(status).toContainText("Criticwaiting for its first call.");
  await page.getByRole("button", { name: "HTTP" }).click();
  expect(await paste(await lineOf(page, "HTTP"), folder)).toContain('"role":"reviewer"');
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

test("a room is chosen where there are several, the one last open at first", async ({
  makeRoom,
  visit,
}) => {
  const [one, other] = [await makeRoom("solo"), await makeRoom("pair")];
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
