import { expectAccessible } from "../fixtures/axe.ts";
import { expect, test } from "../fixtures/test.ts";

test("a task is written with the key c, kept while it is unfinished, and given to a role", async ({
  squad,
  openRoom,
}) => {
  const { room } = await squad();
  const screen = await openRoom(room);
  const { page } = screen;
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: `New task in ${room.name}` });
  await expect(dialog.getByRole("textbox", { name: "Title" })).toBeFocused();
  await page.keyboard.type("Add the date picker");
  await expectAccessible(page, "the dialog of a new task");
  await page.keyboard.press("Escape");
  await page.keyboard.press("c");
  await expect(dialog.getByRole("textbox", { name: "Title" })).toHaveValue("Add the date picker");
  await dialog.getByRole("combobox", { name: "Role" }).selectOption("Builder");
  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByRole("alert")).toContainText("Say what the agent should do");
  await dialog.getByRole("textbox", { name: "Instruction" }).fill("In the form of the order.");
  await dialog.getByRole("textbox", { name: "Done when" }).fill("- Keys work\n- Dates are local");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText(`Created DEV-001 in ${room.name}.`)).toBeVisible();
  await expect(screen.row("DEV-001 Add the date picker")).toBeVisible();

  await page.getByRole("link", { name: "Work", exact: true }).first().click();
  await page.getByRole("button", { name: "New task" }).click();
  await expect(dialog.getByRole("textbox", { name: "Title" })).toHaveValue("");
  await dialog.getByRole("textbox", { name: "Title" }).fill("Translate it");
  await dialog.getByRole("textbox", { name: "Instruction" }).fill("All languages.");
  await dialog.getByRole("checkbox", { name: "DEV-001 Add the date picker" }).check();
  await dialog.getByRole("button", { name: "Create task" }).click();
  await page.getByRole("button", { name: "PLAN-001" }).first().click();
  const sheet = page.getByRole("dialog", { name: "PLAN-001" });
  await expect(sheet).toContainText("All languages.");
  await expect(sheet).toContainText("DEV-001");
});

test("elsewhere the key c asks for the room", async ({ squad, visit }) => {
  const { room } = await squad();
  const page = await visit();
  await page.goto("/rooms");
  await expect(page.getByRole("heading", { level: 1, name: "Rooms" })).toBeVisible();
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "New task" });
  await dialog.getByRole("textbox", { name: "Title" }).fill("Count the boats");
  await dialog.getByRole("textbox", { name: "Instruction" }).fill("All of them.");
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toContainText("Choose a room for the task");
  await dialog.getByRole("combobox", { name: "Room" }).selectOption(room.name);
  await expect(dialog.getByRole("combobox", { name: "Role" })).toHaveValue("planner");
  await dialog.getByRole("button", { name: "Create task" }).click();
  await expect(page.getByText(`Created PLAN-001 in ${room.name}.`)).toBeVisible();
});
