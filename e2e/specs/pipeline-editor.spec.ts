import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

test("a lead changes a pipeline by form and as YAML, sees it live, saves it, and a session can be started with it", async ({
  makeRoom,
  openRoom,
  person,
}, info) => {
  const room = await makeRoom("lifecycle");
  const { page } = await openRoom(room);
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("link", { name: "Pipelines", exact: true }).click();
  const list = page.getByRole("list", { name: "Pipelines of this team" });
  await expect(list.getByRole("listitem")).toHaveCount(6);
  await expect(list.getByRole("listitem").filter({ hasText: "full-lifecycle-fe" })).toContainText("1 checkpoint");
  const views = page.getByRole("list", { name: "Points of view of this team" });
  await expect(views.getByRole("listitem")).toHaveCount(5);
  await views.getByText("risk", { exact: true }).click();
  const risk = views.getByRole("listitem").nth(3);
  await risk.getByLabel("Looks at").fill("what a lost device does");
  await page.getByRole("button", { name: "Add a point of view" }).click();
  const added = views.getByRole("listitem").nth(5);
  await expect(added.getByRole("alert")).toHaveText("Give it a name.");
  await added.getByLabel("Name", { exact: true }).fill("Risk");
  await expect(added.getByRole("alert")).toHaveText("Risk appears twice.");
  await added.getByLabel("Name", { exact: true }).fill("support");
  await expect(added.getByRole("alert")).toHaveCount(0);
  await expectAccessible(page, "pipelines of a team");
  await expectFits(page, "pipelines of a team");
  await shoot(page, info, "list");
  await list.getByRole("link", { name: "Implementation", exact: true }).click();

  const graph = page.getByRole("region", { name: "Steps of the pipeline" });
  await expect(graph.getByRole("button")).toHaveCount(4);
  await graph.getByRole("button", { name: /IMPL-001/ }).click();
  await page.getByRole("button", { name: "Add step" }).click();
  await page.getByLabel("Title", { exact: true }).fill("Check the uploads");
  await page.getByLabel("Id", { exact: true }).fill("sec-001");
  await expect(page.getByText("This team has no role for SEC steps.")).toBeVisible();
  await expect(graph.getByRole("button", { name: /SEC-001/ })).toContainText("no role has SEC");
  await expectAccessible(page, "a step that is nobody's");
  await shoot(page, info, "nobody");
  await page.getByLabel("Give SEC to a role").selectOption("Tester");
  await expect(page.getByText("Done by Tester.")).toBeVisible();
  await expect(graph.getByRole("button", { name: /SEC-001/ })).toContainText("Tester");
  await page.getByLabel("Id", { exact: true }).fill("REVIEW-002");
  await expect(page.getByText("Done by Reviewer.")).toBeVisible();
  await page.getByLabel("Add a step that needs it").selectOption("TEST-001");
  await expect(page.getByRole("list", { name: "Needed by" })).toContainText("TEST-001");
  await shoot(page, info, "form");
  await expectAccessible(page, "a step in its form");
  await expectFits(page, "a step in its form");
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole("button", { name: "Add checkpoint" }).click();
  await page.getByLabel("Title", { exact: true }).fill("Is it safe?");
  await expect(graph.getByRole("button")).toHaveCount(6);
  await page.getByRole("button", { name: "Remove CHECKPOINT-1" }).click();
  await expect(graph.getByRole("button")).toHaveCount(5);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(graph.getByRole("button", { name: /CHECKPOINT-1/ })).toContainText("Is it safe?");

  await page.getByRole("button", { name: "JSON", exact: true }).click();
  const json = page.getByRole("textbox", { name: "JSON" });
  const written = JSON.parse(await json.inputValue());
  expect(written.steps).toContainEqual({
    id: "CHECKPOINT-1",
    title: "Is it safe?",
    checkpoint: true,
    requires: ["REVIEW-002"],
  });
  await json.fill(JSON.stringify({ ...written, about: "As careful as can be" }, null, 2));
  await expect(graph.getByRole("button")).toHaveCount(6);
  await expectFits(page, "a pipeline as JSON");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "YAML", exact: true }).click();
  const yaml = page.getByRole("textbox", { name: "YAML" });
  const text = await yaml.inputValue();
  expect(text).toContain("about: As careful as can be\n");
  await yaml.fill(text.replace("requires:\n      - PLAN-001", "requires:\n      - PLAN-009"));
  await expect(page.getByRole("list", { name: "What is wrong" })).toContainText(
    /Line \d+: There is no step PLAN-009\./,
  );
  await expect(page.getByRole("button", { name: "Save…" })).toHaveAttribute("aria-disabled", "true");
  await shoot(page, info, "yaml");
  await expectAccessible(page, "a pipeline as YAML");
  await expectFits(page, "a pipeline as YAML");
  await page.setViewportSize({ width: 1440, height: 900 });
  await yaml.fill(
    text.replace("title: Implementation", "title: Careful work").replace("name: impl-only", "name: careful"),
  );
  await expect(page).toHaveURL(/\/settings\/pipelines\/careful$/);
  await expect(page.getByRole("heading", { name: "Careful work" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Careful work" })).toBeVisible();

  await page.getByRole("button", { name: "Save…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Change the team" }).click();
  await expect(page.getByText("The team was changed.").first()).toBeVisible();
  const { draft } = await person.client.call("getTeam", { params: { room: room.name } });
  const tester = draft.roles.find((role) => role.name === "tester");
  expect(tester?.spec).toContain("additional_prefixes: [SEC]\n---");
  expect(draft.perspectives?.map(({ name }) => name)).toEqual([
    "product",
    "technical",
    "quality",
    "risk",
    "coverage",
    "support",
  ]);
  expect(draft.perspectives?.[3]).toMatchObject({ focus: "what a lost device does" });
  await page.goto(`/rooms/${room.name}/sessions?new=true`);
  const form = page.getByRole("dialog", { name: "New session" });
  await form.getByLabel("How it goes").selectOption({ label: "Careful work" });
});

test("a session begins from an item of the backlog, or from a message", async ({ makeRoom, person, openRoom }) => {
  const room = await makeRoom("lifecycle");
  const params = { room: room.name };
  const items = [{ title: "Refunds", body: "Partial ones too." }];
  await person.client.call("addItems", { params, body: { items } });
  await person.client.call("sendMessage", {
    params,
    body: { body: "Exports are slow\n\nA year of orders takes a minute." },
  });
  const { page } = await openRoom(room);

  await page.goto(`/rooms/${room.name}/backlog?item=1`);
  await page.getByRole("link", { name: "Start a session from it" }).click();
  const form = page.getByRole("dialog", { name: "New session" });
  await expect(form.getByLabel("Title")).toHaveValue("Refunds");
  await expect(form.getByLabel("What it is about")).toHaveValue("Partial ones too.");
  await expect(form).toContainText("It comes from item 1 of the backlog.");
  await form.getByLabel("How it goes").selectOption({ label: "Implementation" });
  await form.getByRole("button", { name: "Open the session" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Refunds" })).toBeVisible();
  expect(await person.client.call("listSessions", { params })).toMatchObject({
    data: [{ title: "Refunds", itemId: 1 }],
  });

  await page.goto(`/rooms/${room.name}`);
  await page
    .getByRole("listitem")
    .filter({ hasText: "Exports are slow" })
    .first()
    .getByRole("button", { name: /^Details of event \d+/ })
    .click();
  await page.getByRole("link", { name: "Start a session from it" }).click();
  await expect(form.getByLabel("Title")).toHaveValue("Exports are slow");
  await expect(form.getByLabel("What it is about")).toHaveValue(/A year of orders/);
});
