import { connectAgent } from "../fixtures/agent.ts";
import { expectFits } from "../fixtures/fit.ts";
import { freePort } from "../fixtures/free-port.ts";
import { invite } from "../fixtures/person.ts";
import { PostOffice } from "../fixtures/post-office.ts";
import { Server } from "../fixtures/server.ts";
import { expect, test } from "../fixtures/test.ts";

let office: PostOffice;
let server: Server;

test.beforeAll(async () => {
  office = await PostOffice.open();
  // The links in mails name it.
  const port = await freePort();
  const settings = office.settings(`http://127.0.0.1:${port}`);
  server = await Server.start({ ...settings, SQUADROOM_PORT: String(port) });
});
test.afterAll(async () => {
  await server.stop();
  await office.close();
});

const PHONE = { width: 360, height: 740 };

test("an address is confirmed in one's menu; a mail's link opens the very card on a phone, and answers nothing", async ({
  visit,
  allowErrors,
}) => {
  allowErrors(/status of 4(01|22)/);
  const dana = await invite(server, "Dana");
  const page = await visit({ as: dana, server });
  await page.goto("/inbox");
  const nav = page.getByRole("navigation", { name: "Main" }).first();
  await nav.getByRole("button", { name: "Your menu" }).click();
  await page.getByRole("button", { name: "E-mail" }).click();
  const dialog = page.getByRole("dialog", { name: "E-mail" });
  await dialog.getByRole("button", { name: "Send a code" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Enter an address such as ada@example.com.");
  await dialog.getByLabel("Your e-mail address").fill("dana@example.com");
  await expectFits(page, "the form for an e-mail address");
  await dialog.getByRole("button", { name: "Send a code" }).click();
  await expect(dialog.getByText("A code is on its way to dana@example.com")).toBeVisible();
  const code = office.received[0]?.subject.slice(0, 8) ?? "";
  const wrong = code === "00000000" ? "00000001" : "00000000";
  await dialog.getByLabel("Code").fill(wrong);
  await dialog.getByRole("button", { name: "Confirm the address" }).click();
  await expect(dialog.getByRole("alert")).toContainText("That isn't the code");
  await expectFits(page, "the form for a code");
  await dialog.getByLabel("Code").fill(code);
  await dialog.getByRole("button", { name: "Confirm the address" }).click();
  await expect(dialog.getByText("Mail goes to dana@example.com")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "On", exact: true })).toHaveAttribute("aria-pressed", "true");
  await expectFits(page, "the choices for e-mail");

  const { roomId } = await dana.client.call("createRoom", {
    body: { name: "till", preset: "solo" },
  });
  const ending = new AbortController();
  const solo = await connectAgent(dana, { room: "till", role: "solo" }, ending.signal);
  await dana.client.call("sendMessage", { params: { room: roomId }, body: { body: "Go." } });
  const { taskId, fence } = await solo.take();
  const { decisionId } = await solo.client.call("askIntervention", {
    params: { room: roomId, taskId },
    body: { fence, question: "Euro or cents?" },
  });
  await expect.poll(() => office.received.length).toBe(2);
  const mail = office.received[1];
  expect(mail?.subject).toBe("till: Euro or cents?");
  const link = /http:\/\/127\.0\.0\.1:\d+\/sign-in\?next=\S+#[\w-]{43}/.exec(mail?.raw ?? "")?.[0] ?? "";

  // Where one is signed in, the card opens, and the link stays unused.
  await page.goto(link);
  await expect(page).toHaveURL(new RegExp(`/inbox\\?item=${decisionId}`));

  const phone = await visit({ as: null, server, viewport: PHONE });
  await phone.goto(link);
  await expect(phone.getByRole("heading", { name: "Sign in as Dana" })).toBeVisible();
  await phone.reload();
  await phone.getByRole("button", { name: /^Sign in on this device/ }).click();
  await expect(phone).toHaveURL(new RegExp(`/inbox\\?item=${decisionId}`));
  const open = phone.getByRole("region", { name: "Needs you" }).locator("[aria-current]");
  await expect(open).toContainText("Euro or cents?");
  await expectFits(phone, "a card that a mail's link opened");
  const { data } = await dana.client.call("listNeedsYou", { query: {} });
  expect(data).toHaveLength(1);

  // Used up, it still leads to the card, by way of a sign-in.
  const late = await visit({ as: null, server, viewport: PHONE });
  await late.goto(link);
  await expect(late.getByRole("heading", { name: /^This link was used/ })).toBeVisible();
  await expect(late.getByRole("button", { name: /^Sign in/ })).toBeVisible();
  // Who is somebody else is asked.
  const ben = await invite(server, "Ben");
  const other = await visit({ as: ben, server, viewport: PHONE });
  await other.goto(link);
  await expect(other.getByRole("heading", { name: /^This link was used/ })).toBeVisible();
  await expectFits(other, "a used link for another person");
  await other.getByRole("button", { name: "Continue as Ben" }).click();
  await expect(other).toHaveURL(new RegExp(`/inbox\\?item=${decisionId}`));

  const stop = /http:\S+\/mail\/stop\/[\w.-]+/.exec(mail?.raw ?? "")?.[0] ?? "";
  await phone.goto(stop);
  await expect(phone.getByRole("heading", { name: "Switch off e-mail" })).toBeVisible();
  await expectFits(phone, "the page that switches mail off");
  expect(await dana.client.call("getMail")).toMatchObject({ on: true });
  await phone.getByRole("button", { name: "Switch off" }).click();
  await expect(phone.getByText("dana@example.com gets no more mail")).toBeVisible();
  expect(await dana.client.call("getMail")).toMatchObject({ on: false });
  solo.stop();
  ending.abort();
});

test("a server without a mail server says so", async ({ visit }) => {
  const page = await visit();
  await page.goto("/inbox");
  const nav = page.getByRole("navigation", { name: "Main" }).first();
  await nav.getByRole("button", { name: "Your menu" }).click();
  await page.getByRole("button", { name: "E-mail" }).click();
  await expect(page.getByText("This server sends no mail.")).toBeVisible();
});
