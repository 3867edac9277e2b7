import type { Page } from "@playwright/test";
import { createClient } from "@squadroom/client/http";
import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { openSession } from "../fixtures/session.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

const list = (page: Page) => page.getByRole("list", { name: "Entries" });
const row = (page: Page, text: string) => list(page).getByRole("listitem").filter({ hasText: text });

test("a person adds, promotes, supersedes and withdraws what the team knows; what an agent adds is there at once", async ({
  makeRoom,
  anAgent,
  openRoom,
  person,
}, testInfo) => {
  const room = await makeRoom("squad");
  const planner = await anAgent({ room: room.name, role: "planner", name: "Pia" });
  const { page } = await openRoom(room);
  await page.getByRole("link", { name: "Wisdom", exact: true }).click();
  await expect(page.getByRole("heading", { name: "written nothing down yet" })).toBeVisible();
  await expectAccessible(page, "a room that knows nothing", { isScreen: true });

  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog", { name: "Add an entry" });
  await dialog.getByRole("button", { name: "Add entry" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Say what the team should know.");
  await dialog.getByLabel("What the team should know").fill("Cents are whole numbers.");
  await dialog.getByLabel("Files").fill("src/money/**, src/tax.ts");
  await dialog.getByLabel("Labels").fill("money");
  await expectAccessible(page, "an entry being added");
  await dialog.getByRole("button", { name: "Add entry" }).click();
  await expect(dialog).toBeHidden();
  const sheet = page.getByRole("dialog", { name: "Decision 1" });
  await expect(sheet).toContainText("src/tax.ts");
  await expect(sheet).toContainText("The whole room");
  await expect(row(page, "Cents are whole")).toContainText(person.name);

  // An agent's word comes while one looks.
  const agent = createClient({ baseUrl: person.server.url, token: planner.token });
  const params = { room: room.name };
  const said = { kind: "learning" as const, text: "The refund API pages by 50." };
  await agent.call("addWisdom", {
    params,
    body: { entries: [{ ...said, files: ["src/refund.ts"] }] },
  });
  await expect(row(page, "pages by 50")).toContainText("Pia, Planner");
  await expect(list(page).getByRole("heading")).toHaveText(["Decisions", "Learnings"]);

  await openSession(person, room.name, "Photo claims");
  const issue = { kind: "issue" as const, text: "Uploads over 16 MB fail." };
  await person.client.call("addWisdom", { params, body: { entries: [issue], session: 1 } });
  await expect(row(page, "Uploads over")).toContainText("session 1");
  await page.getByRole("combobox", { name: "Scope" }).selectOption("Session 1: Photo claims");
  await expect(list(page).getByRole("listitem")).toHaveText([/^Issues1/, /Uploads over/]);
  await page.getByRole("combobox", { name: "Scope" }).selectOption("room");
  await expect(row(page, "Uploads over")).toHaveCount(0);
  await page.getByRole("combobox", { name: "Scope" }).selectOption("");
  await row(page, "Uploads over").getByRole("button", { name: "Promote" }).click();
  await expect(row(page, "Uploads over").getByRole("button", { name: "Promote" })).toHaveCount(0);
  await expect(row(page, "Uploads over")).not.toContainText("session 1");
  await page.getByRole("group", { name: "Kind" }).getByRole("button", { name: "Issues" }).click();
  await expect(list(page).getByRole("heading")).toHaveText(["Issues"]);
  await page.getByRole("group", { name: "Kind" }).getByRole("button", { name: "All" }).click();

  await row(page, "Cents are whole").getByRole("button").first().click();
  await sheet.getByRole("button", { name: /^Supersede/ }).click();
  await sheet.getByLabel("What holds now").fill("Cents are decimals with four places.");
  await sheet.getByLabel(/^Why the old entry/).fill("Taxes need parts of a cent.");
  await expectAccessible(page, "an entry being superseded");
  // The panel was a dialog between; what was typed is kept.
  await sheet.getByRole("button", { name: /^Supersede/ }).click();
  await expect(sheet.getByLabel("What holds now")).toHaveValue(/decimals/);
  await sheet.getByRole("button", { name: /^Supersede/ }).click();
  const next = page.getByRole("dialog", { name: "Decision 4" });
  await expect(next).toContainText("In place of");
  await expect(next).toContainText("Cents are whole numbers.");
  await expect(row(page, "Cents are whole")).toHaveCount(0);
  await next.getByRole("button", { name: "Decision 1" }).click();
  await expect(sheet).toContainText("Taxes need parts of a cent.");
  await expect(sheet.getByRole("button", { name: /^Supersede/ })).toHaveCount(0);
  await sheet.getByRole("button", { name: "Decision 4" }).click();
  await expect(next).toBeVisible();

  await row(page, "pages by 50").getByRole("button").first().click();
  const learning = page.getByRole("dialog", { name: "Learning 2" });
  await expect(learning).toContainText("Pia, Planner");
  await learning.getByRole("button", { name: /^Withdraw/ }).click();
  await learning.getByRole("textbox").fill("It pages by 100 now.");
  await learning.getByRole("button", { name: /^Withdraw/ }).click();
  await expect(learning).toContainText("Withdrawn by");
  await expect(row(page, "pages by 50")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Show past entries" }).click();
  await expect(row(page, "Cents are whole")).toContainText("superseded by 4: Taxes need parts of a cent.");
  await expect(row(page, "pages by 50")).toContainText(/withdrawn by .*: It pages by 100 now\./);
  await page.getByRole("searchbox").fill("whole numbers");
  await expect(list(page).getByRole("listitem")).toHaveText([/^No longer in force/, /Cents/]);
  await page.getByRole("searchbox").fill("");

  await expect(list(page).getByRole("listitem")).toHaveCount(7);
  await expectAccessible(page, "what a team knows", { isScreen: true });
  await expectFits(page, "what a team knows");
  await page.setViewportSize({ width: 1440, height: 900 });
  await row(page, "Cents are decimals").getByRole("button").first().click();
  await expectFits(page, "an entry");
  await shoot(page, testInfo, "entry");
  await page.keyboard.press("Escape");
  await shoot(page, testInfo, "wisdom");
});

const named = (n: number) => `n${String(n).padStart(4, "0")}`;

test("the palette opens the very entry, in force or not; keys lead through a thousand of them", async ({
  makeRoom,
  openRoom,
  person,
}) => {
  const [here, there] = [await makeRoom("duo"), await makeRoom("duo")];
  const params = { room: there.name };
  const entry = (n: number) => ({
    kind: "learning" as const,
    text: `Fact ${named(n)} about zeppelins.`,
  });
  for (let from = 1; from <= 1_000; from += 20)
    await person.client.call("addWisdom", {
      params,
      body: { entries: Array.from({ length: 20 }, (_, i) => entry(from + i)) },
    });
  for (let id = 1; id <= 60; id += 1)
    await person.client.call("withdrawWisdom", {
      params: { ...params, wisdomId: String(id) },
      body: { reason: "It was wrong." },
    });
  const { page } = await openRoom(here);
  const lines = page.getByRole("dialog").getByRole("option");
  const choose = async (text: string, line: string): Promise<void> => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
    await page.keyboard.type(text);
    await expect(lines.filter({ hasText: line }).first()).toHaveAttribute("aria-selected", "true");
    await expect(lines.filter({ hasText: line }).first()).toContainText(there.name);
    await page.keyboard.press("Enter");
  };
  await choose("n0007 zeppelins", "Fact n0007 about");
  await expect(page).toHaveURL(new RegExp(`/${there.name}/wisdom\\?entry=7$`));
  const sheet = page.getByRole("dialog", { name: "Learning 7" });
  await expect(sheet).toContainText("It was wrong.");
  await choose("n0503", "Fact n0503 about");
  await expect(page.getByRole("dialog", { name: "Learning 503" })).toBeVisible();

  await page.goto(`/rooms/${there.name}/wisdom`);
  await expect(row(page, "Fact n1000 ")).toBeVisible();
  expect(await list(page).getByRole("listitem").count()).toBeLessThan(60);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await expect(page.getByRole("dialog", { name: "Learning 999" })).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.getByRole("dialog", { name: "Learning 998" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Show past entries" }).click();
  await page.keyboard.press("/");
  await page.keyboard.type("n0003");
  await expect(row(page, "Fact n0003 about")).toContainText("withdrawn by");
  await page.getByRole("searchbox").fill("");
  // Past entries are behind all others, and come in pages.
  await expect
    .poll(async () => {
      await page.locator("[data-scroll]").evaluate((box) => box.scrollTo(0, box.scrollHeight));
      return row(page, "Fact n0001 about").count();
    })
    .toBe(1);
});
