import { expectAccessible } from "../fixtures/axe.ts";
import { expect, numbered, test } from "../fixtures/test.ts";

test("an owner shares a room: adds, changes and removes people, and stays while there is no other", async ({
  makeRoom,
  anotherPerson,
  visit,
  person,
  allowErrors,
}) => {
  allowErrors(/status of (404|409)/);
  const room = await makeRoom("duo");
  const max = await anotherPerson("Max");
  const page = await visit();
  await page.goto(`/rooms/${room.name}/settings?section=people`);
  const people = page.getByRole("list", { name: "People" });
  await expect(people.getByRole("listitem")).toHaveCount(1);
  await page.getByLabel("Name").fill("Nobody of this name");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Nobody on this server is called Nobody of this name.")).toBeVisible();
  await page.getByLabel("Name").fill(max.name);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(people.getByRole("listitem")).toHaveCount(2);
  await people.getByLabel(`Role of ${max.name}`).selectOption("lead");
  await expect(page.getByText(`${max.name} is now lead.`)).toBeVisible();
  await expectAccessible(page, "the people of a room", { isScreen: true });

  const mine = people.getByRole("listitem").filter({ hasText: person.name });
  await expect(mine).toContainText("the only owner");
  await expect(mine.getByRole("button")).toHaveCount(0);
  await people.getByLabel(`Role of ${max.name}`).selectOption("owner");
  await expect(mine.getByRole("button", { name: `Remove ${person.name}` })).toBeVisible();
  await people.getByRole("button", { name: `Remove ${max.name}` }).click();
  const asks = page.getByRole("dialog", { name: `Remove ${max.name} from ${room.name}?` });
  await asks.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(people.getByRole("listitem")).toHaveCount(1);

  await page.getByRole("link", { name: "Audit" }).click();
  const audit = page.getByRole("list", { name: "Audit" });
  await expect(audit.getByRole("listitem").first()).toContainText(`${person.name} removed ${max.name} from the room`);
  await expect(audit).toContainText(`${person.name} made ${max.name} lead of the room`);
  await expectAccessible(page, "the audit of a room", { isScreen: true });
});

test("credentials are listed with what they are for, and end when they are revoked", async ({
  makeRoom,
  anAgent,
  visit,
}) => {
  const room = await makeRoom("duo");
  const page = await visit();
  await page.goto(`/rooms/${room.name}/settings?section=credentials`);
  await expect(page.getByText("No agent can join yet")).toBeVisible();
  await expectAccessible(page, "no credentials");
  const builder = await anAgent({ room: room.name, role: "builder" });
  await page.reload();
  const list = page.getByRole("list", { name: "Credentials" });
  await expect(list.getByRole("listitem")).toContainText("builder");
  await expectAccessible(page, "credentials", { isScreen: true });
  await list.getByRole("button", { name: "Revoke the credential of Builder" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(list.getByRole("listitem")).toContainText("revoked");
  await expect(builder.claim({ waitS: 0 })).rejects.toMatchObject({
    refusal: { code: "unauthorized" },
  });
});

test("an admin invites people and shares the office; others have no such page", async ({
  server,
  anotherPerson,
  visit,
  person,
  makeRoom,
  allowErrors,
}) => {
  const chief = await anotherPerson("Chief");
  const admin = await server.localAdmin();
  await admin.call("setAdmin", { params: { personId: chief.id }, body: { admin: true } });
  allowErrors(/status of 401/);
  const password = "a long enough one";
  await chief.client.call("setPassword", { body: { password } });
  const room = await makeRoom("solo");
  const page = await visit({ as: chief });
  await page.goto("/rooms");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Settings" }).click();
  const people = page.getByRole("list", { name: "People on this server" });
  await expect(people).toContainText(chief.name);
  await expectAccessible(page, "the people of the server", { isScreen: true });
  const dialog = page.getByRole("dialog", { name: "Invite a person" });
  await page.getByRole("button", { name: "Invite" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("invite");
  await page.keyboard.press("Enter");
  const name = numbered("Nora");
  await dialog.getByLabel("Name").fill("N".repeat(61));
  await expect(dialog.getByRole("alert")).toHaveText("It can have 60 characters at most.");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel(`Role in ${room.name}`).selectOption("lead");
  await expectAccessible(page, "an invitation");
  await dialog.getByRole("button", { name: "Invite" }).click();
  await expect(dialog).toContainText("The current password is wrong.");
  await dialog.getByLabel("Your password").fill(password);
  await dialog.getByRole("button", { name: "Invite" }).click();
  const link = dialog.getByText(/\/sign-in#/);
  await expect(link).toBeVisible();
  const guest = await visit({ as: null });
  await guest.goto((await link.textContent()) ?? "");
  await guest.getByRole("button", { name: /^Sign in on this device/ }).click();
  await expect(guest).not.toHaveURL(/sign-in/);
  await guest.goto("/rooms");
  await expect(guest.getByRole("main").getByRole("link", { name: room.name })).toBeVisible();
  const { url } = await admin.call("invitePerson", { body: { name: numbered("Ola") } });
  const roomless = await visit({ as: null });
  await roomless.goto(url);
  await roomless.getByRole("button", { name: /^Sign in on this device/ }).click();
  await expect(roomless.getByText(/^Ask .+ to add you to one\./)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Make ${name} an admin` }).click();
  await page.getByRole("dialog").getByLabel("Your password").fill(password);
  await expectAccessible(page, "a proof");
  await page.getByRole("dialog").getByRole("button", { name: "Make admin" }).click();
  await expect(people.getByRole("listitem").filter({ hasText: name })).toContainText("admin");

  await page.getByRole("button", { name: `Create a sign-in link for ${name}` }).click();
  await page.getByRole("dialog").getByLabel("Your password").fill(password);
  await page.getByRole("dialog").getByRole("button", { name: "Sign-in link" }).click();
  await expect(people.getByText(/\/sign-in#/)).toBeVisible();

  const other = await visit({ as: person });
  await other.goto("/settings");
  await expect(other.getByText("Only admins can open this")).toBeVisible();
  await expect(other.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Settings" })).toHaveCount(0);
});

test("an admin shuts a person out, whose pages end at once, and lets it in again; the audit tells", async ({
  server,
  anotherPerson,
  visit,
  allowErrors,
}) => {
  allowErrors(/status of 401/);
  const chief = await anotherPerson("Chief");
  const kim = await anotherPerson("Kim");
  const admin = await server.localAdmin();
  await admin.call("setAdmin", { params: { personId: chief.id }, body: { admin: true } });
  const hers = await visit({ as: kim });
  await hers.goto("/rooms");
  await expect(hers.getByRole("navigation", { name: "Main" })).toBeVisible();
  const page = await visit({ as: chief });
  await page.goto("/settings");
  const row = page
    .getByRole("list", { name: "People on this server" })
    .getByRole("listitem")
    .filter({ hasText: kim.name });
  await expect(row).toContainText("signed in:");
  await row.getByRole("button", { name: `Deactivate ${kim.name}` }).click();
  const asks = page.getByRole("dialog", { name: `Deactivate ${kim.name}?` });
  await expectAccessible(page, "shutting a person out");
  await asks.getByRole("button", { name: "Deactivate" }).click();
  await expect(row).toContainText("deactivated");
  await expect(row.getByRole("button")).toHaveText(["Reactivate"]);
  await expect(hers).toHaveURL(/sign-in/);

  const audit = page.getByRole("list", { name: "Audit of the server" });
  await expect(audit.getByRole("listitem").first()).toContainText(`${chief.name} deactivated ${kim.name}`);
  await expectAccessible(page, "the audit of the server", { isScreen: true });
  await row.getByRole("button", { name: `Reactivate ${kim.name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reactivate" }).click();
  await expect(row).not.toContainText("deactivated");
  await row.getByRole("button", { name: `Create a sign-in link for ${kim.name}` }).click();
  await expect(row.getByText(/\/sign-in#/)).toBeVisible();
});

test("one signs out everywhere else, and stays here", async ({ visit }) => {
  const page = await visit();
  await page.goto("/rooms");
  await page.getByRole("button", { name: "Your menu" }).click();
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(page.getByText(/signed in anywhere else|Signed out everywhere else/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
});
