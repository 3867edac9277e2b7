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
  await choose("new webhook", `New webhook of ${here.name}`);
  await expect(page).toHaveURL(/settings\?section=webhooks$/);
  await expect(page.getByRole("textbox", { name: "Address" })).toBeFocused();
  for (const [text, line] of [
    ["sign out", "Sign out"],
    ["new session", "New session in"],
    ["people of", `People of ${here.name}`],
    ["work through the", `Work through the backlog of ${here.name}`],
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

test("a message that was found stands in its room, with what was said before and after it, and leads back to now", async ({
  makeRoom,
  openRoom,
  person,
}) => {
  const here = await makeRoom("duo");
  const there = await makeRoom("solo");
  const params = { room: there.name };
  const say = (body: string) => person.client.call("sendMessage", { params, body: { body } });
  const fill = async (title: string): Promise<void> => {
    const make = (name: string) =>
      person.client.call("createTasks", {
        params,
        body: { tasks: [{ role: "solo", title: `${title} ${name}`, instruction: "Do it." }] },
      });
    await make("first");
    await Promise.all(Array.from({ length: 130 }, (_, n) => make(String(n))));
    await make("last");
  };
  await fill("Before");
  await say("The lantern stays lit.");
  await fill("After");
  await say("Nothing more for today.");
  const screen = await openRoom(here);
  const { page } = screen;
  const goTo = async (words: string): Promise<void> => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
    await page.keyboard.type(words);
    const line = page.getByRole("dialog").getByRole("option").filter({ hasText: words });
    await line.filter({ hasText: `${person.name}, in ${there.name}` }).click();
  };
  const row = (text: string) => screen.row(text).first();

  await goTo("The lantern stays lit.");
  await expect(page).toHaveURL(new RegExp(`/rooms/${there.name}\\?at=\\d+$`));
  await expect(row("The lantern stays lit.")).toBeInViewport();
  await expect(screen.found).toContainText("The lantern stays lit.");
  await expect(row("Before last")).toBeInViewport();
  await expect(row("After first")).toBeInViewport();

  await page.getByRole("button", { name: "To the newest" }).click();
  await expect(row("Nothing more for today.")).toBeInViewport();
  await expect(page).toHaveURL(new RegExp(`/rooms/${there.name}$`));
  await goTo("The lantern stays lit.");
  await expect(row("The lantern stays lit.")).toBeInViewport();
  await goTo("Nothing more for today.");
  await expect(row("Nothing more for today.")).toBeInViewport();
  await expect(screen.found).toContainText("Nothing more for today.");
  await goTo("The lantern stays lit.");
  await expect(screen.found).toContainText("The lantern stays lit.");
  await goTo("The lantern stays lit.");
  await expect(row("The lantern stays lit.")).toBeInViewport();
  await expect(screen.found).toContainText("The lantern stays lit.");
  await expect(page).toHaveURL(new RegExp(`/rooms/${there.name}\\?at=\\d+$`));
  await page.getByRole("link", { name: "Work", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/rooms/${there.name}/work`));
  await expect(screen.feed).toBeHidden();
  await page.goBack();
  await expect(row("The lantern stays lit.")).toBeInViewport();
});
