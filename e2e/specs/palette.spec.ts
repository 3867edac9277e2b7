import { expect, test } from "../fixtures/test.ts";

test("the palette leads to pages, acts and what is in other rooms, by keys alone", async ({
  makeRoom,
  openRoom,
  person,
}) => {
  const here = await makeRoom("duo");
  const there = await makeRoom("duo");
  const params = { room: there.name };
  await person.client.call("createTasks", {
    params,
    body: { tasks: [{ role: "builder", title: "Varnish the boat", instruction: "Twice." }] },
  });
  await person.client.call("addItems", {
    params,
    body: { items: [{ title: "Varnish the oars" }] },
  });
  await person.client.call("sendMessage", { params, body: { body: "Which varnish do we use?" } });
  const { page } = await openRoom(here);
  const lines = page.getByRole("dialog").getByRole("option");
  const search = async (text: string): Promise<void> => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
    await page.keyboard.type(text);
  };
  const choose = async (text: string, line: string): Promise<void> => {
    await search(text);
    await expect(lines.filter({ hasText: line }).first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
  };

  await choose("backlog of", `Backlog of ${here.name}`);
  await expect(page).toHaveURL(new RegExp(`/${here.name}/backlog$`));
  await choose("new task", "New task");
  await expect(page.getByRole("dialog", { name: `New task in ${here.name}` })).toBeVisible();
  await page.keyboard.press("Escape");
  await choose("webhook", `Webhooks of ${here.name}`);
  await expect(page.getByRole("dialog", { name: /Webhooks/ })).toBeVisible();
  await page.keyboard.press("Escape");
  for (const [text, line] of [
    ["sign out", "Sign out"],
    ["new session", "New session in"],
    ["people of", `People of ${here.name}`],
    ["clear the", `Clear the backlog of ${here.name}`],
  ] as const) {
    await search(text);
    await expect(lines.filter({ hasText: line }).first()).toBeVisible();
    await page.keyboard.press("Escape");
  }

  await search("varnish");
  await expect(lines).toHaveCount(4);
  await expect(lines.filter({ hasText: "Which varnish do we use?" }).last()).toContainText(
    `${person.name}, in ${there.name}`,
  );
  await page.keyboard.press("Escape");
  await choose("varnish the boat", "DEV-001 Varnish the boat");
  await expect(page).toHaveURL(new RegExp(`/${there.name}/work\\?task=DEV-001$`));
  await expect(page.getByRole("heading", { name: "Varnish the boat" })).toBeVisible();
  await choose("varnish the oars", "Varnish the oars");
  await expect(page).toHaveURL(new RegExp(`/${there.name}/backlog\\?item=1$`));
});
