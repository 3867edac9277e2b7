import { writeFile } from "node:fs/promises";
import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { aProject, Runners } from "../fixtures/runner.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

test("a lead says which models a room's runs work with", async ({ makeRoom, visit, person }, testInfo) => {
  const room = await makeRoom("duo");
  const page = await visit();
  await page.goto(`/rooms/${room.name}/settings?section=models`);
  const models = page.getByRole("region", { name: "Models" });
  await models.getByLabel("All runs").fill("large");
  await models.getByLabel("Builder", { exact: true }).fill("medium");
  await models.getByLabel("Builder, to save money").fill("small");
  await models.getByLabel(/^Save money/).check();
  await models.getByLabel("Where a model is refused, try").fill("medium, premium");
  await models.getByLabel("Roles that never save").fill("planner");
  await models.getByLabel(/^Try lower classes/).check();
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
    all: "large",
    team: null,
    isEconomy: true,
    roles: [{ role: "builder", model: "medium", economy: "small" }],
    chain: ["medium", "premium"],
    keepClass: ["planner"],
    fallbackDown: true,
  });
  await expectAccessible(page, "the models of a room");
  await expectFits(page, "the models of a room");
  await shoot(page, testInfo, "models", { height: 1000, of: models });
});

test("a person names the class of model for one message, where the room has a runner", async ({
  makeRoom,
  visit,
  person,
}, testInfo) => {
  const room = await makeRoom("duo");
  const runners = new Runners(() => person);
  const page = await visit();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/rooms/${room.name}`);
  const composer = page.getByRole("textbox", { name: "Message to the team" });
  await expect(composer).toBeVisible();
  const model = page.getByRole("combobox", { name: "Model for this message" });
  await expect(model).toBeHidden();
  const folder = testInfo.outputPath("project");
  await aProject(folder);
  const roles = [{ role: "planner", with: "acp", models: ["claude-opus-4-5", "claude-haiku-4-5"] }];
  await writeFile(`${folder}/squadroom.run.json`, JSON.stringify({ roles }));
  const mind = { name: "scripted", rules: [{ when: "# PLAN", do: [{ end: { message: "Hi." } }] }] };
  await runners.start(room.name, folder, mind, ["--slots", "1"]);
  try {
    await model.selectOption({ label: "Model: fast" });
    await composer.fill("Say hello.");
    await shoot(page, testInfo, "composer");
    await expectFits(page, "a message with a model of its own");
    // A phone has room for it while there is something to send.
    await page.setViewportSize({ width: 360, height: 740 });
    await model.selectOption({ label: "Model: as set" });
    await composer.fill("");
    await expect(model).toBeHidden();
    await composer.fill("Say hello.");
    await model.selectOption({ label: "Model: fast" });
    await page.setViewportSize({ width: 1440, height: 900 });
    await composer.press("Control+Enter");
    await expect(model).toHaveValue("");
    const by = async () => {
      const { view } = await person.client.call("getRoom", {
        params: { room: room.name },
        query: { events: 0 },
      });
      const { live, ended } = view.runs;
      const run = [...live, ...ended].find(({ role }) => role === "planner");
      const left = run?.modelHow?.fellBackFrom?.map((one) => one.model);
      return [run?.modelBy, run?.modelHow?.wanted, left, run?.model];
    };
    // This harness lets nobody choose, so no model is told that never ran.
    await expect.poll(by).toEqual(["message", "fast", ["claude-haiku-4-5"], null]);
  } finally {
    await runners.end();
  }
});
