import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { IMPORT_LIMITS, readZip } from "@squadroom/core/interchange/read-zip";
import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

const BUILDER = "\ufeff---\r\nprefix: DEV\r\ninner_loop: true\r\n---\r\nBuild it.\r\n";
const WRITER = "---\nprefix: DRAFT\ninner_loop: sometimes\n---\nWrite it.\n";

test("a person takes in a folder of role specs, sees what each file becomes, and saves them as they stood", async ({
  makeRoom,
  person,
  openRoom,
}, testInfo) => {
  const folder = testInfo.outputPath("roles");
  const files = {
    "builder.md": BUILDER,
    "agents/writer/role.md": WRITER,
    "README.md": "# Our roles\n",
    "logo.png": "x",
  };
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  const room = await makeRoom("duo");
  const { page } = await openRoom(room);
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByLabel("Choose a folder of specs").last().setInputFiles(folder);

  const dialog = page.getByRole("dialog", { name: "What this folder becomes" });
  const list = dialog.getByRole("list", { name: "Files" });
  await expect(list.getByRole("listitem").filter({ hasText: "builder.md" })).toContainText("changes builder");
  const writer = list.getByRole("listitem").filter({ hasText: "agents/writer/role.md" });
  await expect(writer).toContainText("adds the role writer");
  await expect(writer).toContainText("Line 3, Error: Use true, false or dynamic.");
  await expect(list.getByRole("listitem").filter({ hasText: "README.md" })).toContainText("left out");
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await expectAccessible(page, "a folder of role specs");
  await expectFits(page, "a folder of role specs");
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole("button", { name: "Take in 2 specs" }).press("Enter");

  const roles = page.getByRole("list", { name: "Roles" });
  await expect(roles.getByRole("button", { name: /Writer/ })).toContainText("spec broken");
  await page.getByText("From the library").click();
  await page.getByRole("button", { name: "Add Reviewer" }).click();
  await expect(roles.getByRole("button", { name: /Reviewer/ })).toContainText("REVIEW, QUALITY");
  await page.getByRole("button", { name: "Add Analyst" }).click();
  await expect(page.getByLabel("Role spec")).toHaveValue(/prefix: RESEARCH/);
  await expectFits(page, "roles of the library");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.getByText("a report that names another is refused")).toBeVisible();
  await expectFits(page, "what each key does");
  await shoot(page, testInfo, "roles", { fullPage: true });
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the specs as files" }).click();
  const bytes = new Uint8Array(await readFile(await (await saved).path()));
  const { files: packed } = readZip(bytes, IMPORT_LIMITS);
  const textOf = (path: string) =>
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(packed.find((file) => file.path === path)?.bytes);
  expect(packed.map(({ path }) => path).sort()).toEqual([
    "roles/analyst.md",
    "roles/builder.md",
    "roles/reviewer.md",
    "roles/writer.md",
  ]);
  expect(textOf("roles/builder.md")).toBe(BUILDER);
  expect(textOf("roles/writer.md")).toBe(WRITER);

  await page.getByRole("button", { name: "Save…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Change the team" }).click();
  await expect(page.getByText("The team was changed.")).toBeVisible();
  const { team } = await person.client.call("getTeam", { params: { room: room.name } });
  expect(team.roles.map(({ name, spec }) => [name, spec?.slice(0, 12)])).toEqual([
    ["planner", undefined],
    ["builder", BUILDER.slice(0, 12)],
    ["writer", WRITER.slice(0, 12)],
    ["reviewer", "---\nrole: re"],
    ["analyst", "---\nrole: an"],
  ]);
});
