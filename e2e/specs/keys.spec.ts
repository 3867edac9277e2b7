import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/test.ts";

function palette(page: Page) {
  return {
    field: page.getByRole("combobox", { name: "Search or run" }),
    option: (name: string | RegExp) => page.getByRole("option", { name }),
    options: page.getByRole("option"),
  };
}

test("Ctrl+K finds what waits for the user, what can be done, and where one can go", async ({
  makeRoom,
  anAgent,
  page,
  person,
}) => {
  const [asking, quiet] = [await makeRoom("solo"), await makeRoom("solo")];
  const agent = await anAgent({ room: asking.name, role: "solo" });
  await person.client.call("sendMessage", {
    params: { room: asking.name },
    body: { body: "Choose" },
  });
  await agent.handOff(await agent.take(), {
    to: "user",
    intent: "question",
    message: "Tea or coffee?",
  });
  await page.goto("/rooms");
  await expect(page.getByRole("main")).toContainText("answer Solo");

  const { field, option, options } = palette(page);
  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  await expect(options.first()).toContainText(`Answer Solo in ${asking.name}`);
  await expect(options.first()).toContainText("Tea or coffee?");
  await field.fill("list");
  await expect(options.first()).toContainText("Show rooms as a list");
  await expect(options.first().locator("mark")).toHaveText("list");
  await field.press("Enter");
  await expect(page.getByRole("button", { name: "List" })).toHaveAttribute("aria-pressed", "true");

  await page.keyboard.press("Control+k");
  await field.fill("zzz");
  await expect(page.getByText("No matches.")).toBeVisible();
  await field.fill("dark");
  await field.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");

  await page.keyboard.press("Control+k");
  await field.fill(quiet.name);
  await expect(option(new RegExp(quiet.name))).toHaveCount(1);
  await field.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: quiet.name })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByText(`in ${quiet.name}`, { exact: true })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(field).toBeHidden();
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Escape");
  await expect(field).toBeHidden();
});

test("single keys lead everywhere, ? lists them, and they can be switched off", async ({ makeRoom, page }) => {
  const [a, b] = [await makeRoom("solo"), await makeRoom("solo")];
  await page.goto("/rooms");
  const links = page.getByRole("main").locator("a[data-list-item]");
  await expect(links).toHaveCount(2);
  await page.keyboard.press("j");
  await expect(links.nth(0)).toBeFocused();
  await page.keyboard.press("j");
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(links.nth(0)).toBeFocused();
  const first = (await links.nth(0).textContent()) ?? "";
  expect([a.name, b.name]).toContain(first);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: first })).toBeVisible();

  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page.getByRole("heading", { level: 1, name: "Connect an agent" })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await expect(links).toHaveCount(2);
  await page.keyboard.press("n");
  await expect(page.getByRole("dialog", { name: "New room" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("c");
  await expect(page.getByRole("dialog", { name: "New task" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  for (const words of ["Search or run", "Next room", "Previous room", "New room", "New task", "Connect an agent"])
    await expect(keys).toContainText(words);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Your menu" }).first().click();
  await page.getByRole("group", { name: "Single keys" }).getByRole("button", { name: "Off" }).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("c");
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page).toHaveURL(/\/rooms$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Show all keys" }).first().click();
  await expect(keys).toContainText("Single keys are off.");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await expect(palette(page).field).toBeFocused();
});

test("a room is used without a pointer: feed, event, search, message, task, menu", async ({
  makeRoom,
  anAgent,
  openRoom,
}) => {
  const room = await makeRoom("solo");
  const solo = await anAgent({ room: room.name, role: "solo" });
  const screen = await openRoom(room);
  const { page } = screen;
  const { keyboard } = page;

  await keyboard.press("m");
  await expect(screen.composer).toBeFocused();
  await keyboard.type("jump high");
  await keyboard.press("Control+Enter");
  await expect(screen.row("jump high").first()).toBeVisible();
  await solo.handOff(await solo.take(), { to: "user", intent: "question", message: "How high?" });
  await expect(screen.row("How high?").first()).toBeVisible();
  // Letters typed into the message are letters.
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.getByRole("heading", { level: 1 }).click();
  await keyboard.press("k");
  await expect(page.locator("[data-seq]:focus")).toHaveAccessibleName(/^Details of event \d+/);
  const newest = await page.locator("[data-seq]:focus").getAttribute("data-seq");
  await keyboard.press("k");
  await expect(page.locator("[data-seq]:focus")).not.toHaveAttribute("data-seq", newest ?? "");
  await keyboard.press("j");
  await expect(page.locator("[data-seq]:focus")).toHaveAttribute("data-seq", newest ?? "");
  await keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: `Event ${newest}` })).toBeVisible();
  await keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await keyboard.press("/");
  await expect(page.getByRole("textbox", { name: "Find in the conversation" })).toBeFocused();
  await keyboard.type("high");
  await expect(page.getByRole("search").getByRole("status")).toContainText("of");
  await keyboard.press("Escape");

  await keyboard.press("a");
  await expect(screen.composer).toBeFocused();
  await expect(page.getByText("Answers Solo: How high?")).toBeVisible();
  await keyboard.type("Two metres");
  await keyboard.press("Control+Enter");
  await screen.expectBall({ holder: "Solo has the ball.", why: "TASK-002 Two metres" });

  const reached = await tabStops(page);
  for (const name of [
    /Skip to the content/,
    /Search or run/,
    /More/,
    /^All/,
    /^Messages/,
    /Find/,
    /Message to the team/,
    /TASK-002/,
  ])
    expect(
      reached.some((stop) => name.test(stop)),
      `Tab reaches ${name}; it reached ${reached.join(" | ")}`,
    ).toBe(true);
  await screen.task("TASK-002").focus();
  await keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "TASK-002" })).toBeVisible();
  await keyboard.press("Escape");
  await expect(screen.task("TASK-002")).toBeFocused();
});

/** The names of everything that Tab stops at, once around the page. */
async function tabStops(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    getSelection()?.removeAllRanges();
    window.scrollTo(0, 0);
  });
  await page.getByRole("heading", { level: 1 }).evaluate(() => document.body.focus());
  const names: string[] = [];
  for (let stop = 0; stop < 60; stop++) {
    await page.keyboard.press("Tab");
    names.push(
      await page.evaluate(() => {
        const at = document.activeElement;
        return at?.getAttribute("aria-label") ?? at?.textContent?.trim() ?? "";
      }),
    );
  }
  return names;
}

test("a dialog opens on its first field, so that what is typed goes somewhere", async ({ makeRoom, page }) => {
  const room = await makeRoom("squad");
  const opens = async (name: string, button: string) => {
    await page.getByRole("button", { name: button, exact: true }).click();
    const dialog = page.getByRole("dialog", { name });
    await expect(dialog.locator(":focus")).toHaveJSProperty("tagName", "INPUT");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  };
  await page.goto("/rooms");
  await opens("New room", "New room");
  await page.goto(`/rooms/${room.name}/sessions`);
  await opens("New session", "New session");
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await expect(keys).toBeVisible();
  await expect(keys).not.toContainText("Answer 2");
});
