import { expectAccessible } from "../fixtures/axe.ts";
import { expect, test } from "../fixtures/test.ts";

const ENDED = 240;

test("many ended sessions are drawn as far as they are in sight, found and told apart by their end", async ({
  squad,
  page,
  person,
}) => {
  const { room } = await squad();
  const params = { room: room.name };
  for (let n = 1; n <= ENDED; n++) {
    const title = n % 12 === 0 ? `Totals ${n}` : `Change ${n}`;
    const { sessionId } = await person.client.call("createSession", { params, body: { title } });
    const body = {
      reason: `Not now, ${n}: it is done elsewhere, and nobody knows yet what becomes of it.`,
    };
    await person.client.call("stopSession", { params: { ...params, sessionId }, body });
  }
  await person.client.call("createSession", { params, body: { title: "What runs" } });

  await page.goto(`/rooms/${room.name}/sessions`);
  const ended = page.getByRole("region", { name: "Ended" });
  const rows = ended.getByRole("listitem");
  await expect(ended.getByRole("link", { name: `Totals ${ENDED}` })).toBeVisible();
  expect(await rows.count()).toBeLessThan(60);
  await expectAccessible(page, "many sessions", { isScreen: true });

  // The end of the list comes, page after page, as one scrolls.
  await rows.first().hover();
  await expect(async () => {
    await page.mouse.wheel(0, 100_000);
    await expect(ended.getByRole("link", { name: "Change 1", exact: true })).toBeVisible({
      timeout: 500,
    });
  }).toPass();
  expect(await rows.count()).toBeLessThan(60);

  await ended.getByLabel("Find an ended session").fill("totals");
  await expect(rows).toHaveCount(ENDED / 12);
  await ended.getByRole("button", { name: "Done", exact: true }).click();
  await expect(ended.getByText("No ended sessions match.")).toBeVisible();
  await ended.getByRole("button", { name: "Stopped", exact: true }).click();
  await expect(ended.getByRole("link", { name: "Totals 12", exact: true })).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/rooms/${room.name}/sessions`);
  await expect(page.getByRole("link", { name: `Totals ${ENDED}` })).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(overflow).toBe(false);
  // A long reason ends in its row, not at the edge of the page.
  const said = rows.first().getByTitle(/^Not now/);
  await expect(said).toHaveCSS("text-overflow", "ellipsis");
  expect((await rows.first().boundingBox())?.height).toBeLessThan(60);
});
