import { expectAccessible } from "../fixtures/axe.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

test("from anywhere a lead sees all rooms, pauses everything and brings it back in two presses each", async ({
  squad,
  makeRoom,
  visit,
  person,
}, info) => {
  const { room, planner } = await squad();
  const other = await makeRoom("duo");
  const params = { room: room.name };
  await person.client.call("sendMessage", { params, body: { body: "Look at the imports." } });
  const page = await visit();
  await page.goto(`/rooms/${other.name}`);
  await page.getByRole("link", { name: "Overview" }).click();
  const rooms = page.getByRole("table");
  const row = rooms.getByRole("row", { name: room.name });
  await expect(row).toBeVisible();
  await expect(page.getByText("agents connected").locator("..")).toContainText("3");
  await expectAccessible(page, "all rooms", { isScreen: true });

  await rooms.getByRole("button", { name: "Ready" }).click();
  await expect(rooms.getByRole("row").nth(1)).toContainText(room.name);
  await page.getByRole("searchbox", { name: "Filter rooms by name" }).fill(other.name);
  await expect(rooms.getByRole("row")).toHaveCount(2);
  await page.reload();
  await expect(rooms.getByRole("row")).toHaveCount(2);
  await expect(rooms.getByRole("columnheader", { name: "Ready" })).toHaveAttribute("aria-sort", "descending");
  await page.getByRole("searchbox").fill("");

  await page.getByRole("button", { name: "Pause everything" }).click();
  const asks = page.getByRole("dialog", { name: "Pause every room that you lead?" });
  await asks.getByRole("button", { name: "Pause everything" }).click();
  await expect(row).toContainText("paused");
  expect(await planner.claim({ waitS: 0 })).toMatchObject({ task: null });
  await shoot(page, info, "overview-paused");
  await row.getByRole("link", { name: room.name }).click();
  await expect(page.getByRole("region", { name: "Whose turn it is" })).toContainText("paused the room");

  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("button", { name: "Resume everything" }).click();
  await expect(page.getByRole("button", { name: "Resume everything" })).toHaveCount(0);
  await planner.take();

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("stop");
  await page.getByRole("option", { name: /Pause everything/ }).click();
  await expect(asks).toBeVisible();
});
