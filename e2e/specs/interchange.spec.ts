import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Page, TestInfo } from "@playwright/test";
import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { answer, diffOf, present, submit } from "../fixtures/session.ts";
import { SessionPage } from "../fixtures/session-page.ts";
import { TITLE } from "../fixtures/session-places.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

const BROKEN = {
  "session-status.md": "# Session Status\nsession_id: s1\nstatus: completed\ntitle: Find users\n",
  "role-plan-builder-t1.md":
    "# Task Assignment\nmeta:\n  task_id: t1\n  agent: builder\n  priority: urgent\ninstruction: Build it.\n",
  "role-plan-builder-t2.md": "# Task Assignment\nmeta:\n  agent: builder\ninstruction: No id.\n",
  "error-builder-1.md": "# Error\nerror_id: [e1\n",
  "role-comm-builder-to-planner-m1.md":
    "# Inter-Agent Message\nmeta:\n  message_id: m1\n  from_agent: builder\n  to_agent: planner\n  created_at: 2024-01-15T10:36:00Z\n  priority: high\ntype: question\nsubject: Which clock?\nmessage: Ours drifts by up to 2 s.\nresponse_by: 2024-01-15T10:45:00Z\nsquadroom:\n  state: overdue\n",
};

async function save(page: Page, press: () => Promise<void>, info: TestInfo) {
  const saving = page.waitForEvent("download");
  await press();
  const file = await saving;
  const path = info.outputPath(file.suggestedFilename());
  await file.saveAs(path);
  return { path, name: file.suggestedFilename() };
}

test("a session is exported in the browser, imported into another room, and read there", async ({
  crewAtBatch,
  makeRoom,
  page,
  person,
}, info) => {
  const { room, builder, reviewer } = await crewAtBatch("a2");
  await submit(builder, diffOf(["src/drafts/entry.ts"]));
  await present(reviewer, "review");
  await submit(builder, diffOf(["src/drafts/merge.ts"]));
  await present(reviewer, "review");
  await present(reviewer, "review");
  await answer(person, room.name, "batch_checkpoint", "stop");
  const screen = new SessionPage(page);
  await screen.open(room.name, 1, TITLE);
  const exportIt = page.getByRole("button", { name: "Export" });
  const zip = await save(page, () => exportIt.click(), info);
  expect(zip.name).toBe(`${room.name}-session-1.zip`);

  const other = await makeRoom("duo");
  await page.goto(`/rooms/${other.name}/sessions`);
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Choose a session's folder" })).toBeVisible();
  await expectAccessible(page, "before a session is chosen");
  await expectFits(page, "before a session is chosen");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel("Choose a zip").last().setInputFiles(zip.path);
  await expect(page.getByRole("heading", { level: 2, name: `“${TITLE}”` })).toBeVisible();
  await expect(page.getByText("nothing is saved")).toBeVisible();
  expect(await person.client.call("listSessions", { params: { room: other.name } })).toMatchObject({
    data: [],
  });
  await page.getByRole("button", { name: /^Import \d+ entries$/ }).click();

  await expect(page).toHaveURL(/\/sessions\/1$/);
  await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
  const part = (name: string) => page.getByRole("region", { name, exact: true });
  await part("Report").getByText("The report that came with it").click();
  await expect(part("Report")).toContainText("Drafts must survive a lost connection.");
  await expect(page.getByRole("link", { name: /report$/i })).toHaveCount(0);
  await page.getByRole("link", { name: "Context", exact: true }).click();
  await expect(page.getByText("Imported: this is what its files say.")).toBeVisible();
  await expect(part("Decisions")).toContainText("Snapshot and merge");
  await expectAccessible(page, "what an imported session shared");
  await expectFits(page, "what an imported session shared");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("link", { name: "Session", exact: true }).click();
  await expect(part("Tasks").getByText("DEV-001").first()).toBeVisible();
  await expect(part("Decisions")).toContainText("Snapshot and merge");
  await expect(part("Files")).toContainText("session-status.md");
  await expectAccessible(page, "an imported session");
  await expectFits(page, "an imported session");
  await shoot(page, info, "imported");
  const again = await save(page, () => exportIt.click(), info);
  expect((await readFile(again.path)).equals(await readFile(zip.path))).toBe(true);
});

test("a broken folder shows its files and lines before anything is saved, and comes in all the same", async ({
  makeRoom,
  page,
  person,
}, info) => {
  const room = await makeRoom("duo");
  const folder = info.outputPath("20240115T100000Z");
  for (const [path, content] of Object.entries(BROKEN)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  await page.goto(`/rooms/${room.name}/import`);
  await page.getByLabel("Choose a folder").last().setInputFiles(folder);

  const problems = page.getByRole("region", { name: "Problems" });
  await expect(problems).toContainText("2 errors, 1 warning");
  await expect(problems).toContainText("error-builder-1.md:");
  await problems.getByRole("button", { name: /role-plan-builder-t1\.md:5/ }).click();
  const file = page.getByRole("complementary", { name: "The file" });
  await expect(file.getByRole("list", { name: "role-plan-builder-t1.md" })).toContainText("priority: urgent");
  await expect(file.getByText("line 5 of 7")).toBeVisible();
  await expect(file.getByRole("listitem").nth(4)).toContainText("priority is “urgent”");
  await expectAccessible(page, "a broken folder");
  await expectFits(page, "a broken folder");
  await shoot(page, info, "broken");
  const params = { room: room.name };
  expect(await person.client.call("listSessions", { params })).toMatchObject({ data: [] });

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Import 2 entries" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Find users" })).toBeVisible();
  await page.getByText("3 problems with its files").click();
  await expect(page.getByText("task_id is missing.")).toBeVisible();
  const messages = page.getByRole("region", { name: "Messages", exact: true });
  await expect(messages).toContainText("overdue, a person is asked");
  await expect(messages).toContainText("question, high priority");
  await expectFits(page, "a message of an imported session");
  await shoot(page, info, "record");

  await page.goto(`/rooms/${room.name}/sessions/1/report`);
  await expect(page.getByRole("heading", { level: 1, name: "Find users" })).toBeVisible();
  await expect(page.getByText("In its 5 files: 0 of 1 task completed")).toBeVisible();
  await expectAccessible(page, "the report of an imported session");
  await expectFits(page, "the report of an imported session");
  await shoot(page, info, "report");
});

test("records of a room are saved as CSV and JSON", async ({ makeRoom, openRoom, person }, info) => {
  const room = await makeRoom("duo");
  const params = { room: room.name };
  await person.client.call("sendMessage", { params, body: { body: "=Look, a formula" } });
  const { page } = await openRoom(room);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Export" }).click();
  const press = (name: string) => () => page.getByRole("button", { name, exact: true }).click();
  await expect(page.getByRole("heading", { name: "Records" })).toBeVisible();
  await expectAccessible(page, "records of a room");
  await expectFits(page, "records of a room");
  await page.setViewportSize({ width: 1440, height: 900 });
  const csv = await save(page, press("Messages as CSV"), info);
  expect(csv.name).toBe(`${room.name}-messages.csv`);
  expect(await readFile(csv.path, "utf8")).toContain("'=Look, a formula");
  const json = await save(page, press("Usage as JSON"), info);
  expect(JSON.parse(await readFile(json.path, "utf8"))).toEqual([]);
});

test("a whole room is exported in its settings, and created again from the file by an admin", async ({
  allowErrors,
  anotherPerson,
  crewAt,
  visit,
  server,
}, info) => {
  allowErrors(/status of 409/);
  const { room } = await crewAt("plan");
  const admin = await anotherPerson("Ada");
  const local = await server.localAdmin();
  await local.call("setAdmin", { params: { personId: admin.id }, body: { admin: true } });
  const page = await visit({ as: admin });
  await page.goto(`/rooms/${room.name}/settings?section=export`);
  await expect(page.getByRole("heading", { name: "Whole room" })).toBeVisible();
  const exportIt = page.getByRole("button", { name: "Export the room" });
  const file = await save(page, () => exportIt.click(), info);
  expect(file.name).toBe(`${room.name}.room.gz`);
  await shoot(page, info, "export");

  await page.goto("/settings");
  const section = page.getByRole("region", { name: "Import a room" });
  await section.getByLabel("Choose a file").last().setInputFiles(file.path);
  await expect(section.getByText(/3 agents must connect again/)).toBeVisible();
  await expectAccessible(page, "a room to import");
  await expectFits(page, "a room to import");
  await shoot(page, info, "room");
  await page.setViewportSize({ width: 1440, height: 900 });
  await section.getByRole("button", { name: "Create room" }).click();
  await expect(section.getByText(`There is already a room called ${room.name}.`)).toBeVisible();
  await section.getByLabel("Room", { exact: true }).fill(`${room.name}-moved`);
  await section.getByRole("button", { name: "Create room" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `${room.name}-moved` })).toBeVisible();
  await expect(page.getByText(`imported this room, ${room.name}-moved, from another server`)).toBeVisible();
  await page.goto(`/rooms/${room.name}-moved/sessions/1`);
  await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
});
