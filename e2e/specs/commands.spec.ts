import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/test.ts";

const run = promisify(execFile);

/** As in a new terminal: a folder and a home of its own, nothing of Squadroom in the environment. */
async function type(line: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const { stdout } = await run("/bin/sh", ["-c", line], {
    cwd: folder,
    env: {
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: folder,
      SQUADROOM_PERSON: "1",
    },
  });
  return stdout;
}

/** Every line that the page offers to copy. */
async function linesOf(page: Page): Promise<string[]> {
  const lines = page.getByRole("group", { name: "Line to copy" }).getByRole("code");
  await expect(lines.first()).toHaveText(/^squadroom /);
  return lines.evaluateAll((all) => all.map((line) => (line as HTMLElement).title));
}

test("every command that a screen offers is shown short, and runs as copied in a new terminal", async ({
  visit,
  person,
  makeRoom,
  allowErrors,
}, testInfo) => {
  allowErrors(/status of 404/);
  const folder = testInfo.outputPath("terminal");
  const signedOut = await visit({ as: null });
  await signedOut.goto("/sign-in");
  const [link = ""] = await linesOf(signedOut);
  expect(link).toMatch(/ signin$/);
  // Several people could be meant here: it names a line for each.
  const asked = await type(link, folder).catch((error: { stderr: string }) => error.stderr);
  const mine = asked.split("\n").find((line) => line.includes(`--person '${person.name}'`)) ?? "";
  expect(await type(mine, folder)).toMatch(/^http:\S+\/sign-in#\S+$/m);
  await signedOut.goto("/sign-in#nonsense");
  expect(await linesOf(signedOut)).toEqual([link]);

  const page = await visit();
  await page.goto("/rooms");
  const lines = [...(await linesOf(page))];
  expect(lines).toHaveLength(1);
  const room = await makeRoom("solo");
  for (const part of ["backlog", "sessions"]) {
    await page.goto(`/rooms/${room.name}/${part}`);
    const [line = "", ...more] = await linesOf(page);
    expect(more).toEqual([]);
    lines.push(line);
  }
  for (const line of lines) await type(line, folder);
  const params = { room: room.name };
  const { data: items } = await person.client.call("listBacklog", { params });
  expect(items.map(({ title }) => title)).toEqual(["An idea"]);
});

test("what the command tells a person to type runs as it stands, and so does its advice", async ({
  person,
}, testInfo) => {
  const folder = testInfo.outputPath("terminal");
  const { server } = person;
  const launcher = `${server.dataDir}/squadroom`;
  const made = await type(`${launcher} room new said-aloud --preset duo`, folder);
  const lines = made.split("\n").filter((line) => line.includes("credential create"));
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line.trim()).toMatch(new RegExp(`^${launcher} `));
    expect(await type(line, folder)).toContain(" connect http://");
  }
  const nothing = await type(`${launcher} backlog list --room said-aloud`, folder);
  const advised = /`(.*)`/.exec(nothing)?.[1] ?? "";
  expect(await type(`${advised} --room said-aloud`, folder)).toContain("1");
  const wrong = await type(`${launcher} status nowhere`, folder).catch(({ stderr }) => String(stderr));
  const list = /`(.*)`/.exec(wrong)?.[1] ?? "";
  expect(await type(list, folder)).toContain("said-aloud");
  const unreachable = await type(`SQUADROOM_URL=http://127.0.0.1:9 ${launcher} room list`, folder).catch(({ stderr }) =>
    String(stderr),
  );
  expect(unreachable).toContain(`\`${launcher} serve\``);
});
