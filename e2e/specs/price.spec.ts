import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { expect, numbered, test } from "../fixtures/test.ts";

test("an admin changes what a model costs, looks at a file of prices first, and takes one back", async ({
  visit,
  server,
  anotherPerson,
}) => {
  const chief = await anotherPerson(numbered("Chief"));
  const admin = await server.localAdmin();
  await admin.call("setAdmin", { params: { personId: chief.id }, body: { admin: true } });
  const page = await visit({ as: chief });
  await page.goto("/settings");
  const prices = page.getByRole("region", { name: "Prices" });
  const model = `own-${Date.now().toString(36)}`;
  await prices.getByRole("button", { name: "Add a price" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Model").fill(model);
  await dialog.getByLabel("Input").fill("0.25");
  await dialog.getByLabel("Output").fill("1.5");
  await expectAccessible(page, "a new price");
  await dialog.getByRole("button", { name: "Save" }).click();
  const row = prices.getByRole("row", { name: new RegExp(model) });
  const find = prices.getByLabel("Find a model");
  if (await find.isVisible()) await find.fill(model);
  await expect(row).toContainText("0.25");
  await expect(row).toContainText("unknown");

  await prices.getByRole("button", { name: "Import prices" }).click();
  const other = `${model}-file`;
  const file = { [other]: { input_cost_per_token: 0.000002, output_cost_per_token: 0.000004 } };
  await dialog.getByLabel("File").setInputFiles({
    name: "prices.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(file)),
  });
  await expect(dialog.getByText("1 new")).toBeVisible();
  await expect(dialog.getByText(/Input 2, Output 4/)).toBeVisible();
  await expectAccessible(page, "a file of prices");
  await dialog.getByRole("button", { name: "Import 1 price" }).click();
  await expect(prices.getByRole("row", { name: new RegExp(other) })).toBeVisible();
  await expectAccessible(page, "the server's settings", { isScreen: true });
  await expectFits(page, "the server's settings");
  await page.setViewportSize({ width: 1440, height: 900 });

  for (const name of [other, model]) {
    await prices.getByRole("button", { name: `Remove the price of ${name}`, exact: true }).click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expect(dialog).toHaveCount(0);
  }
  await expect(prices.getByRole("row", { name: new RegExp(model) })).toHaveCount(0);
});
