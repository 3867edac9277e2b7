import type { Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { signInBy } from "../fixtures/person.ts";
import { Server } from "../fixtures/server.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

// The first person comes once in a server's life: these tests follow each other on a server of their own.
test.describe.configure({ mode: "serial" });

const PASSWORD = "nine green bottles";
let server: Server;

test.beforeAll(async () => {
  server = await Server.start();
});
test.afterAll(() => server.stop());
test.beforeEach(({ allowErrors }) => allowErrors(/status of 4(01|04|10|29)/));

/** Opens one's own menu; the button shows one's letters. */
async function openMenu(page: Page): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).first().getByRole("button", { name: "Your menu" }).click();
}

function signInForm(page: Page) {
  return {
    name: page.getByRole("textbox", { name: "Name", exact: true }),
    password: page.getByLabel("Password", { exact: true }),
    go: page.getByRole("button", { name: /^Sign in/ }),
  };
}

test("looking at the first link leaves it unused; the first person names itself, once", async ({ visit }) => {
  const link = server.firstLink ?? "";
  const looker = await visit({ as: null, server });
  await looker.goto(link);
  await expect(looker.getByRole("heading", { name: "Welcome to Squadroom" })).toBeVisible();
  await expect(looker.getByText("opening the link doesn't use it up")).toBeVisible();

  const page = await visit({ as: null, server });
  await page.goto(link);
  await page.getByRole("button", { name: /^Sign in on this device/ }).click();
  await expect(page.getByRole("alert")).toHaveText("Your team needs something to call you.");
  await page.getByRole("textbox", { name: "Your name" }).fill("Ada");
  await page.getByRole("button", { name: /^Sign in on this device/ }).click();
  await expect(page.getByRole("heading", { name: "Welcome. There are no rooms yet." })).toBeVisible();
  await openMenu(page);
  await expect(page.getByText("Signed in as Ada")).toBeVisible();

  // The other window still shows the form: pressing it now says what happened meanwhile.
  await looker.getByRole("textbox", { name: "Your name" }).fill("Eve");
  await looker.getByRole("button", { name: /^Sign in on this device/ }).click();
  await expect(looker.getByRole("heading", { name: /^This link was used at \d\d:\d\d/ })).toBeVisible();
  await expect(looker.getByTitle(`${server.dataDir}/squadroom signin`)).toBeVisible();
  await looker.goto("/rooms");
  await expect(looker).toHaveURL(/\/sign-in$/);
});

test("a link for a person signs in once, and says at the second time that it was used", async ({ visit }) => {
  const admin = await server.localAdmin();
  const { url } = await admin.call("makeLink");
  const page = await visit({ as: null, server });
  await page.goto(url);
  await expect(page.getByRole("heading", { name: "Sign in as Ada" })).toBeVisible();
  await expect(page.getByText("Chrome on Linux")).toBeVisible();
  await page.getByRole("button", { name: /^Sign in on this device/ }).click();
  await expect(page.getByRole("heading", { name: "Welcome. There are no rooms yet." })).toBeVisible();
  const again = await visit({ as: null, server });
  await again.goto(url);
  await expect(again.getByRole("heading", { name: /^This link was used at/ })).toBeVisible();
  await again.goto(`${server.url}/sign-in?x#${"a".repeat(43)}`);
  await expect(again.getByRole("heading", { name: "This server doesn't know this link" })).toBeVisible();
});

test("a link that ended says when", async ({ visit }) => {
  const page = await visit({ as: null, server });
  const ended = Date.UTC(2024, 4, 17, 9, 41);
  await page.route("**/api/v1/sign-in-links/look", (route) =>
    route.fulfill({
      json: {
        state: "expired",
        name: "Ada",
        createdAt: ended - 600_000,
        expiresAt: ended,
        usedAt: null,
      },
    }),
  );
  await page.goto(`/sign-in#${"a".repeat(43)}`);
  await expect(page.getByRole("heading", { name: "This link expired at 09:41" })).toBeVisible();
});

test("a password is set in one's menu, and signs in from then on", async ({ visit }) => {
  const { url } = await (await server.localAdmin()).call("makeLink");
  const person = await signInBy(server, url);
  const page = await visit({ as: person, server });
  await page.goto("/rooms");
  await openMenu(page);
  await page.getByRole("button", { name: "Set a password" }).click();
  const dialog = page.getByRole("dialog", { name: "Set a password" });
  await dialog.getByLabel("New password").fill("short");
  await dialog.getByRole("button", { name: /^Save/ }).click();
  await expect(dialog.getByRole("alert")).toHaveText("7 more characters needed.");
  await dialog.getByLabel("New password").fill(PASSWORD);
  await dialog.getByRole("button", { name: /^Save/ }).click();
  await expect(page.getByText("The password is set.")).toBeVisible();

  await openMenu(page);
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await page.goto("/rooms/anything");
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  const form = signInForm(page);
  await form.name.fill("ada");
  await form.password.fill("something else");
  await form.go.click();
  await expect(page.getByText("That name and password don't match.")).toBeVisible();
  await form.password.fill(PASSWORD);
  await form.password.press("Enter");
  await expect(page).toHaveURL(/\/rooms\/anything$/);
  await expect(page.getByRole("heading", { name: "You can't open this room" })).toBeVisible();
  await expect(person.client.call("getMe")).rejects.toMatchObject({ code: "unauthorized" });
});

test("changing the password needs the current one", async ({ visit }) => {
  const { url } = await (await server.localAdmin()).call("makeLink");
  const page = await visit({ as: await signInBy(server, url), server });
  await page.goto("/rooms");
  await openMenu(page);
  await page.getByRole("button", { name: "Change the password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change the password" });
  await dialog.getByLabel("Current password").fill("not this one, no");
  await dialog.getByLabel("New password").fill("ten green bottles");
  await dialog.getByRole("button", { name: /^Save/ }).click();
  await expect(dialog.getByText("That isn't your current password.")).toBeVisible();
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await dialog.getByRole("button", { name: /^Save/ }).click();
  await expect(page.getByText("The password is set.")).toBeVisible();
});

test("a script's access token is created, shown once, and revoked", async ({ visit }, testInfo) => {
  const { url } = await (await server.localAdmin()).call("makeLink");
  const page = await visit({ as: await signInBy(server, url), server });
  await page.goto("/rooms");
  await openMenu(page);
  await page.getByRole("button", { name: "Access tokens" }).click();
  const dialog = page.getByRole("dialog", { name: "Access tokens" });
  await expect(dialog).toContainText("No tokens yet.");
  await dialog.getByRole("button", { name: "Create token" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Name it");
  await dialog.getByLabel("Name").fill("Nightly report");
  await dialog.getByLabel("Your password").fill("ten green bottles");
  await expectFits(page, "a form for an access token");
  await dialog.getByRole("button", { name: "Create token" }).click();
  const made = dialog.getByRole("region", { name: "Nightly report is ready" });
  const token = (await made.locator("code").textContent()) ?? "";
  await expectAccessible(page, "an access token, shown once");
  await expectFits(page, "an access token, shown once");
  await shoot(page, testInfo, "token");
  const get = () => fetch(`${server.url}/api/v1/rooms`, { headers: { authorization: `Bearer ${token}` } });
  expect((await get()).status).toBe(200);
  await made.getByRole("button", { name: "I've saved it" }).click();
  await expect(dialog).not.toContainText(token);
  const row = dialog.getByRole("listitem").filter({ hasText: "Nightly report" });
  await expect(row).toContainText("Read · until");
  await row.getByRole("button", { name: "Revoke Nightly report" }).click();
  await row.getByRole("button", { name: "Revoke for good" }).click();
  await expect(row).toContainText("revoked");
  expect((await get()).status).toBe(401);
});

test("who guesses is told to wait, and for how long", async ({ visit }) => {
  const page = await visit({ as: null, server });
  await page.goto("/sign-in");
  const form = signInForm(page);
  await form.name.fill("Ada");
  await form.password.fill("ten green bottles");
  // Just before: one more try a minute is given.
  await Promise.all(
    Array.from({ length: 12 }, () =>
      fetch(`${server.url}/api/v1/sign-ins`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: server.url },
        body: JSON.stringify({ name: "Ada", password: "a guess" }),
      }),
    ),
  );
  await form.go.click();
  await expect(page.getByText(/^Too many tries\. Wait \d+ s\.$/)).toBeVisible();
});
