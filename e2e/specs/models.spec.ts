import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { expect, test } from "../fixtures/test.ts";

test("a lead says which models a room's runs work with", async ({
  makeRoom,
  visit,
  person,
}, testInfo) => {
  const room = await makeRoom("duo");
  const page = await visit();
  await page.goto(`/rooms/${room.name}/settings?section=sessions`);
  const models = page.getByRole("region", { name: "Models" });
  await models.getByLabel("All runs").fill("large");
  await models.getByLabel("Builder", { exact: true }).fill("medium");
  await models.getByLabel("Builder, to save money").fill("small");
  await models.getByLabel(/^Save money/).check();
  await models.getByRole("button", { name: "Save models" }).click();
  await expect(page.getByText("Saved. Runs that start from now on")).toBeVisible();
  await page.reload();
  await expect(models.getByLabel("All runs")).toHaveValue("large");
  await expect(models.getByLabel(/^Save money/)).toBeChecked();
  const { view } = await person.client.call("getRoom", {
    params: { room: room.name },
    query: { events: 0 },
  });
  expect(view.options.models).toEqual({
    ...{ all: "large", team: null, isEconomy: true },
    roles: [{ role: "builder", model: "medium", economy: "small" }],
  });
  await expectAccessible(page, "the models of a room");
  await expectFits(page, "the models of a room");
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of [360, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 1000 });
      await models.scrollIntoViewIfNeeded();
      await page.screenshot({ path: testInfo.outputPath(`models-${scheme}-${width}.png`) });
    }
  }
});
