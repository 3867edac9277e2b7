import type { Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { freePort } from "../fixtures/free-port.ts";
import { signInBy } from "../fixtures/person.ts";
import { Provider } from "../fixtures/provider.ts";
import { Server } from "../fixtures/server.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

// Who has an account at the provider is one thing for all of these tests: they follow each other.
test.describe.configure({ mode: "serial" });

const ADA = { sub: "ada", name: "Ada Ley", email: "ada@team.example", email_verified: true };
const GRACE = { sub: "grace", email: "grace@elsewhere.example", email_verified: true };
const PASSWORD = "correct horse battery";
let provider: Provider;
let server: Server;

test.beforeAll(async () => {
  provider = await Provider.start();
  const port = String(await freePort());
  server = await Server.start({
    SQUADROOM_PORT: port,
    SQUADROOM_PUBLIC_URL: `http://127.0.0.1:${port}`,
    SQUADROOM_OIDC_ISSUER: provider.issuer,
    SQUADROOM_OIDC_CLIENT_ID: provider.clientId,
    SQUADROOM_OIDC_CLIENT_SECRET: provider.clientSecret ?? "",
    SQUADROOM_OIDC_NAME: "Team ID",
    SQUADROOM_OIDC_DOMAINS: "team.example",
  });
  provider.expect(`${server.url}/sign-in/oidc`);
  const { firstLink } = server;
  const first = await fetch(`${server.url}/api/v1/sign-ins`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ link: firstLink?.split("#")[1], name: "Grace" }),
  });
  expect(first.status).toBe(200);
});
test.afterAll(async () => {
  await server.stop();
  await provider.stop();
});
test.beforeEach(({ allowErrors }) => {
  provider.account = ADA;
  provider.cancels = false;
  allowErrors(/status of (400|401|403|409|503)/);
});

const button = (page: Page) => page.getByRole("button", { name: "Sign in with Team ID" });

async function openMenu(page: Page): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).first().getByRole("button", { name: "Your menu" }).click();
}

/** Grace, who is the admin, in a browser of her own. */
async function grace() {
  const admin = await server.localAdmin();
  return await signInBy(server, (await admin.call("makeLink")).url);
}

test("somebody of the team's domain comes in, to the page that they wanted", async ({ visit }, testInfo) => {
  const page = await visit({ as: null, server });
  await page.goto("/connect");
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await expect(button(page)).toBeVisible();
  await expectAccessible(page, "signing in beside a provider");
  await expectFits(page, "signing in beside a provider");
  await shoot(page, testInfo, "sign-in", { widths: [360, 1440] });
  await button(page).click();
  await expect(page).toHaveURL(`${server.url}/connect`);
  await openMenu(page);
  await expect(page.getByText("Signed in as Ada Ley")).toBeVisible();

  const admin = await visit({ as: await grace(), server });
  await admin.goto("/settings");
  await expect(admin.getByText("At the provider: ada@team.example")).toBeVisible();
  await expect(admin.getByText("Ada Ley joined as ada@team.example, by the domain")).toBeVisible();
  await expectFits(admin, "people with their addresses at the provider");
  await shoot(admin, testInfo, "people", { fullPage: true });
});

test("an invitation is accepted with the provider, under the name in it", async ({ visit }, testInfo) => {
  const admin = await grace();
  const { url } = await admin.client.call("invitePerson", { body: { name: "Lin" } });
  provider.account = { sub: "lin", email: "lin@elsewhere.example" };
  const page = await visit({ as: null, server });
  await page.goto(url);
  await expect(page.getByRole("heading", { name: "Sign in as Lin" })).toBeVisible();
  await expect(button(page)).toBeVisible();
  await expectFits(page, "an invitation beside a provider");
  await shoot(page, testInfo, "invitation");
  await button(page).click();
  await expect(page).toHaveURL(/\/inbox/);
  await openMenu(page);
  await expect(page.getByText("Signed in as Lin")).toBeVisible();
});

test("whom the server doesn't know learns how to get in", async ({ visit }, testInfo) => {
  provider.account = GRACE;
  const page = await visit({ as: null, server });
  await page.goto("/sign-in");
  await button(page).click();
  await expect(page.getByRole("heading", { name: "You have no account here yet" })).toBeVisible();
  await expect(page.getByText("No account here is connected to grace@elsewhere")).toBeVisible();
  await expectAccessible(page, "a stranger of the provider");
  await expectFits(page, "a stranger of the provider");
  await shoot(page, testInfo, "stranger");
  await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
});

test("who is signed in connects in the menu, signs in so, and disconnects", async ({ visit }, testInfo) => {
  provider.account = GRACE;
  const page = await visit({ as: await grace(), server });
  await page.goto("/rooms");
  await openMenu(page);
  await expect(page.getByRole("button", { name: "Connect Team ID" })).toBeVisible();
  await shoot(page, testInfo, "menu");
  await page.getByRole("button", { name: "Connect Team ID" }).click();
  await expect(page.getByText("You're connected.")).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/rooms`);

  const other = await visit({ as: null, server });
  await other.goto("/sign-in");
  await button(other).click();
  await expect(other).toHaveURL(/\/inbox/);
  await openMenu(other);
  await expect(other.getByText("Signed in as Grace")).toBeVisible();
  await other.getByRole("button", { name: "Disconnect Team ID" }).click();
  await expect(other.getByText("Without a password you couldn't sign in any more.")).toBeVisible();
  await other.getByRole("button", { name: "Set a password" }).click();
  await other.getByLabel("New password").fill(PASSWORD);
  await other.getByRole("button", { name: "Save" }).click();
  await openMenu(other);
  await other.getByRole("button", { name: "Disconnect Team ID" }).click();
  await expect(other.getByText("You're disconnected.")).toBeVisible();

  const late = await visit({ as: null, server });
  await late.goto("/sign-in");
  await button(late).click();
  await expect(late.getByRole("heading", { name: "Team ID no longer signs you in here" })).toBeVisible();
  await expect(late.getByText("is no longer connected to its account here.")).toBeVisible();
  await expectFits(late, "somebody who disconnected");
  await shoot(late, testInfo, "disconnected");
  await other.getByRole("button", { name: "Connect Team ID" }).click();
  await expect(other.getByRole("heading", { name: "Connect Team ID" })).toBeVisible();
  await expectFits(other, "connecting with the password");
  await shoot(other, testInfo, "connect");
  await other.getByLabel("Current password").fill("wrong");
  await other.getByRole("button", { name: "Continue at Team ID" }).click();
  await expect(other.getByText("That isn't your current password.")).toBeVisible();
  await other.getByLabel("Current password").fill(PASSWORD);
  await other.getByRole("button", { name: "Continue at Team ID" }).click();
  await expect(other.getByText("You're connected.")).toBeVisible();
});

test("who cancels, comes twice or finds the provider down can go another way", async ({ visit }) => {
  provider.cancels = true;
  const page = await visit({ as: null, server });
  await page.goto("/sign-in");
  await button(page).click();
  await expect(page.getByRole("heading", { name: "You cancelled the sign-in" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "This sign-in can't be finished" })).toBeVisible();
  await page.goto("/sign-in/oidc");
  await expect(page.getByRole("heading", { name: "This sign-in can't be finished" })).toBeVisible();

  // A page that is still loading would miss the server.
  await page.goto("about:blank");
  await server.kill();
  await provider.stop();
  await server.resume();
  await page.goto("/sign-in");
  await button(page).click();
  await expect(page.getByText("Team ID doesn't answer. Try again in a minute")).toBeVisible();
  await page.goto((await (await server.localAdmin()).call("makeLink")).url);
  await page.getByRole("button", { name: /^Sign in on this device/ }).click();
  await expect(page).toHaveURL(/\/inbox/);
});
