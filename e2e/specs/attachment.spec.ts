import { readFile } from "node:fs/promises";
import { expectAccessible } from "../fixtures/axe.ts";
import { expect, test } from "../fixtures/test.ts";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** One red pixel. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);
const HOSTILE = `<script>document.title = "run"</script><img src=x onerror="document.title='run'">`;

test("files go with a message, are opened from it as pictures and text, and reach the agent", async ({
  makeRoom,
  anAgent,
  openRoom,
}) => {
  const room = await makeRoom("solo");
  const solo = await anAgent({ room: room.name, role: "solo" });
  const screen = await openRoom(room);
  const { page } = screen;
  await page
    .getByLabel("Attach a file")
    .and(page.locator("input"))
    .setInputFiles([
      { name: "shot.png", mimeType: "image/png", buffer: PICTURE },
      { name: "page.html", mimeType: "text/html", buffer: Buffer.from(HOSTILE) },
      {
        name: "core.bin",
        mimeType: "application/octet-stream",
        buffer: Buffer.from([0, 255, 254]),
      },
    ]);
  const chosen = page.getByRole("list", { name: "Files to send" });
  await expect(chosen.getByRole("listitem")).toHaveCount(3);
  await chosen.getByRole("button", { name: "Don't send core.bin" }).click();
  await expect(chosen).toContainText("70 B");
  await expect(chosen).not.toContainText("storing");
  await expectAccessible(page, "files in the composer");
  await screen.say("What is this?");
  await expect(chosen).toHaveCount(0);

  const row = screen.row("What is this?").first();
  await row.getByRole("button", { name: "Open shot.png, 70 B" }).click();
  const dialog = page.getByRole("dialog", { name: "shot.png" });
  const picture = dialog.getByRole("img", { name: "shot.png, a picture" });
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1);
  await expectAccessible(page, "a picture");
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  expect((await readFile(await (await download).path())).equals(PICTURE)).toBe(true);
  await page.keyboard.press("Escape");

  await row.getByRole("button", { name: /^Open page.html/ }).click();
  await expect(page.getByRole("dialog", { name: "page.html" })).toContainText(HOSTILE);
  await expectAccessible(page, "a text");
  expect(await page.title()).not.toBe("run");
  await page.keyboard.press("Escape");

  const { text } = await solo.take();
  expect(text).toContain("shot.png (image/png, 70 B)");
});

test("a file that is too large says so at once and is not sent; what was dropped is there", async ({
  makeRoom,
  anAgent,
  openRoom,
}) => {
  const room = await makeRoom("solo");
  await anAgent({ room: room.name, role: "solo" });
  const screen = await openRoom(room);
  const { page } = screen;
  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["a,b\n1,2\n"], "data.csv", { type: "text/csv" }));
    transfer.items.add(new File([new Uint8Array(1_000_001)], "huge.bin"));
    return transfer;
  });
  await screen.composer.dispatchEvent("drop", { dataTransfer: files });
  const chosen = page.getByRole("list", { name: "Files to send" });
  await expect(chosen.getByRole("listitem").filter({ hasText: "huge.bin" })).toContainText("larger than 1 MB");
  await expect(chosen.getByRole("listitem").filter({ hasText: "data.csv" })).toContainText("8 B");
  await screen.composer.fill("The data");
  await screen.composer.press("Control+Enter");
  const row = screen.row("The data").first();
  await expect(row.getByRole("button", { name: /^Open/ })).toHaveCount(1);
  await expect(chosen.getByRole("listitem")).toHaveCount(1);
  await chosen.getByRole("button", { name: "Don't send huge.bin" }).click();
  await expect(chosen).toHaveCount(0);
});

test("on a phone a file is attached and opened", async ({ makeRoom, anAgent, visit, person }) => {
  const room = await makeRoom("solo");
  const solo = await anAgent({ room: room.name, role: "solo" });
  const { id } = await solo.client.call("addAttachment", {
    params: { room: room.name },
    body: {
      name: `${"a-very-long-name-".repeat(6)}.txt`,
      type: "text/plain",
      content: Buffer.from(`${"long ".repeat(400)}end`).toString("base64"),
    },
  });
  await solo.client.call("sendMessage", {
    params: { room: room.name },
    body: { to: "user", body: "The log.", attachments: [id] },
  });
  expect(person.name).not.toBe("");
  const page = await visit(PHONE);
  await page.goto(`/rooms/${room.name}`);
  await page.getByRole("button", { name: /^Open a-very-long-name/ }).tap();
  await expect(page.getByRole("dialog")).toContainText("end");
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBeLessThanOrEqual(0);
});
