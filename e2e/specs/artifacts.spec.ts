import { createHash } from "node:crypto";
import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { answer, openSession, present } from "../fixtures/session.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");
const CONTENT = "export const entry = { device: 1 };\n";
const DIFF = `--- a/src/store.ts
+++ b/src/store.ts
@@ -1 +1 @@
-const one = 1;
+const one = 2;
--- /dev/null
+++ b/src/entry.ts
@@ -0,0 +1 @@
+${CONTENT}`;

test("a session's artifacts appear as they are reported, with content and diff, by task and stage", async ({
  squad,
  openRoom,
  person,
}, testInfo) => {
  const { room, planner, builder, reviewer } = await squad();
  const params = { room: room.name };
  await openSession(person, room.name, "Drafts offline");
  const { page } = await openRoom(room);
  await page.goto(`/rooms/${room.name}/sessions/1`);
  await page.getByRole("link", { name: "Artifacts" }).click();
  await expect(page.getByText("No artifacts yet")).toBeVisible();
  await expectAccessible(page, "a session without artifacts", { isScreen: true });

  await present(planner, "scout");
  await present(planner, "triage");
  await answer(person, room.name, "triage", "skip");
  const tasks = ["Entry format", "Store"].map((title, i) => ({
    id: `t${i}`,
    title,
    instruction: `Make it: ${title}.`,
    role: "builder",
  }));
  await present(planner, "plan", { tasks });
  await answer(person, room.name, "plan", "approve");
  const task = await builder.take();
  const hash = createHash("sha256").update(CONTENT).digest("hex");
  await builder.progress(task, {
    artifacts: [
      {
        path: "src/entry.ts",
        status: "created",
        lines: 1,
        hash,
        size: CONTENT.length,
        stage: "draft",
      },
      {
        path: "docs/a-folder-with-a-long-name/and-another-one/how-entries-are-stored.md",
        status: "modified",
      },
    ],
  } as never);
  const rows = page.getByRole("list", { name: "Artifacts" }).getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText("Draft");
  await expect(rows.last()).toContainText(task.taskId);
  await page.getByRole("button", { name: /how-entries-are-stored.md/ }).click();
  await expect(page.getByRole("dialog")).toContainText("The room has no copy of this file");
  await page.keyboard.press("Escape");

  // The room has the content of one of them, and a diff.
  const { client } = builder;
  const file = await person.client.call("addAttachment", {
    params,
    body: { name: "entry.ts", type: "text/plain", content: base64(CONTENT) },
  });
  const body = { body: "Like this one.", attachments: [file.id] } as never;
  await person.client.call("sendMessage", { params, body });
  const diff = await client.call("addAttachment", {
    params,
    body: { name: "a.diff", type: "text/x-diff", content: base64(DIFF) },
  });
  await builder.complete(task, { result: { summary: "Made.", diff: diff.id } } as never);
  await expect(rows).toHaveCount(3);
  await present(reviewer, "review");
  await expect(rows.filter({ hasText: "src/entry.ts" })).toContainText("Final");
  await shoot(page, testInfo, "artifacts");
  await expectFits(page, "a session's artifacts");
  await expectAccessible(page, "a session's artifacts", { isScreen: true });
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole("button", { name: "src/entry.ts" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("device: 1");
  await expect(dialog).toContainText(hash);
  await dialog.getByRole("button", { name: "Diff" }).click();
  await expect(dialog.getByRole("region", { name: "What changed" })).toContainText("device: 1");
  await expect(dialog.getByRole("region", { name: "What changed" })).not.toContainText("store.ts");
  await shoot(page, testInfo, "artifact-diff");
  await expectAccessible(page, "an artifact");
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: "Change" }).selectOption("changed");
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/status=changed/);
  await page.getByRole("combobox", { name: "Stage" }).selectOption("draft");
  await expect(page.getByText("No artifact fits these filters.")).toBeVisible();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(rows).toHaveCount(3);

  // A thousand of them are a page like any other.
  const second = await builder.take();
  for (const from of [0, 500]) {
    const artifacts = Array.from({ length: from === 0 ? 500 : 499 }, (_, i) => ({
      path: `src/many/${String(from + i).padStart(4, "0")}.ts`,
      status: "created" as const,
    }));
    if (from === 0) await builder.progress(second, { artifacts } as never);
    else await builder.complete(second, { result: { summary: "Many.", artifacts } } as never);
  }
  await expect(page.getByRole("status").filter({ hasText: "artifacts" })).toHaveText("1,002 artifacts");
  await expect(rows).toHaveCount(100);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(rows).toHaveCount(200);
  await page.getByRole("combobox", { name: "Task" }).selectOption(second.taskId);
  await expect(page).toHaveURL(new RegExp(`of=${second.taskId}`));

  // What went wrong in the session is one link away.
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("}");
  await expect(page.getByText("Only session 1.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Drafts offline");
  await expectFits(page, "a session's errors");
  await page.keyboard.press("}");
  await expect(page).toHaveURL(/\/sessions\/1$/);
});
