import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { answer, openSession, present, submit } from "../fixtures/session.ts";
import { SessionPage } from "../fixtures/session-page.ts";
import { expect, test } from "../fixtures/test.ts";

const DIFF = `diff --git a/src/refund.ts b/src/refund.ts
--- a/src/refund.ts
+++ b/src/refund.ts
@@ -18,3 +18,4 @@ import
 export async function settle(refund: Refund) {
-  await send(refund)
+  const stored = await store.find(refund.id)
+  await send(stored)
   return refund
`;

test("a person comments on lines of a change under review, and it becomes a finding", async ({
  squad,
  page,
  person,
}) => {
  const { room, planner, builder } = await squad();
  await openSession(person, room.name, "Refunds");
  await present(planner, "scout");
  await present(planner, "triage");
  await answer(person, room.name, "triage", "skip");
  await present(planner, "plan");
  await answer(person, room.name, "plan", "approve");
  const screen = new SessionPage(page);
  await screen.open(room.name, 1, "Refunds");
  await submit(builder, DIFF);
  const task = screen.work.getByRole("region", { name: "DEV-001", exact: true });
  const lines = task.getByRole("region", { name: "src/refund.ts" });
  await lines.getByRole("button", { name: "Comment on line 19", exact: true }).click();
  await lines.getByRole("button", { name: "Comment on line 20", exact: true }).click({ modifiers: ["Shift"] });
  const box = lines.getByRole("textbox", { name: "Comment on lines 19 to 20" });
  await box.fill("Read it inside the transaction.");
  await expectAccessible(page, "a comment on lines");
  await expectFits(page, "a comment on lines");
  await page.setViewportSize({ width: 1440, height: 900 });
  await box.press("Control+Enter");
  await expect(box).toHaveCount(0);
  const { data } = await person.client.call("listComments", { params: { room: room.name } });
  expect(data).toMatchObject([{ taskId: "DEV-001", file: "src/refund.ts", line: 19, endLine: 20, side: "new" }]);
  await expect(task).toContainText("Read it inside the transaction.");

  // So it is where the result is told: in the dialog of its diff.
  await page.goto(`/rooms/${room.name}`);
  await page.getByRole("button", { name: "Show the changes" }).first().click();
  const dialog = page.getByRole("dialog", { name: "What DEV-001 changed" });
  await dialog.getByRole("button", { name: "Comment on line 20", exact: true }).click();
  await expectAccessible(page, "a comment in a dialog");
  const own = dialog.getByRole("textbox", { name: "Comment on line 20" });
  await own.press("Escape");
  await expect(own).toHaveCount(0);
  await dialog.getByRole("button", { name: "Comment on line 20", exact: true }).click();
  await own.fill("Send once.");
  await own.press("Control+Enter");
  await expect(dialog.getByRole("textbox")).toHaveCount(0);
  const texts = async () =>
    (await person.client.call("listComments", { params: { room: room.name } })).data.map(({ text }) => text).sort();
  await expect.poll(texts).toEqual(["Read it inside the transaction.", "Send once."]);
});
