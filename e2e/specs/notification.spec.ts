import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/axe.ts";
import { expect, test } from "../fixtures/test.ts";

interface Shown {
  title: string;
  body: string;
  tag: string;
}

/** Notes what the browser is told to show, and lets the test say whether the page is in sight. */
async function watchNotifications(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown: unknown[] = [];
    const state = { hidden: false };
    Object.assign(globalThis, { shown, inSight: state });
    Object.defineProperty(document, "visibilityState", {
      get: () => (state.hidden ? "hidden" : "visible"),
    });
    class Watched extends EventTarget {
      static get permission() {
        return localStorage.getItem("test.permission") ?? "default";
      }
      static async requestPermission() {
        localStorage.setItem("test.permission", "granted");
        Object.assign(globalThis, { asked: true });
        return "granted";
      }
      onclick: (() => void) | null = null;
      constructor(
        readonly title: string,
        readonly options: { body: string; tag: string },
      ) {
        super();
        shown.push(this);
      }
      close() {}
    }
    Object.assign(globalThis, { Notification: Watched });
  });
}
const shownOn = (page: Page): Promise<Shown[]> =>
  page.evaluate(() =>
    (globalThis as unknown as { shown: { title: string; options: Shown }[] }).shown.map(({ title, options }) => ({
      title,
      body: options.body,
      tag: options.tag,
    })),
  );
async function hide(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    (globalThis as unknown as { inSight: { hidden: boolean } }).inSight.hidden = value;
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}

test("a decision reaches a person whose page is out of sight, once asked for, and leads to it", async ({
  makeRoom,
  anAgent,
  visit,
  person,
}) => {
  const room = await makeRoom("solo");
  const solo = await anAgent({ room: room.name, role: "solo" });
  const page = await visit();
  await watchNotifications(page);
  await page.goto("/rooms");
  const ask = async (question: string) => {
    await person.client.call("sendMessage", { params: { room: room.name }, body: { body: "Go." } });
    const { taskId, fence } = await solo.take();
    const asked = await solo.client.call("askIntervention", {
      params: { room: room.name, taskId },
      body: { fence, question },
    });
    return asked.decisionId;
  };
  const answer = (decisionId: string) =>
    person.client.call("answerDecision", {
      params: { room: room.name, decisionId },
      body: { optionId: "answer", note: "Both." },
    });
  await expect(page.getByRole("navigation", { name: "Main" }).getByText("Live")).toBeVisible();
  expect(await page.evaluate(() => "asked" in globalThis)).toBe(false);

  // Nobody asked for it: nothing is shown.
  await hide(page, true);
  const first = await ask("Which rounding?");
  await expect(page).toHaveTitle(/^\(1\) Rooms/);
  expect(await shownOn(page)).toEqual([]);
  await answer(first);
  await solo.complete(await solo.take(), { result: { summary: "Done." } });
  await expect(page).toHaveTitle(/^Rooms/);

  await hide(page, false);
  await page.getByRole("button", { name: "Your menu" }).click();
  const choice = page.getByRole("group", { name: "Notifications" });
  await expect(choice.getByRole("button", { name: "Off" })).toHaveAttribute("aria-pressed", "true");
  await choice.getByRole("button", { name: "On" }).click();
  await expect(choice.getByRole("button", { name: "On" })).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(page, "the choice of notifications");
  await page.keyboard.press("Escape");

  // In sight: the page itself says it.
  const second = await ask("Half up or half even?");
  await expect(page).toHaveTitle(/^\(1\)/);
  expect(await shownOn(page)).toEqual([]);
  await answer(second);
  await solo.complete(await solo.take(), { result: { summary: "Done." } });
  await expect(page).toHaveTitle(/^Rooms/);

  await hide(page, true);
  const third = await ask("Euro or cents?");
  await expect.poll(() => shownOn(page)).toEqual([{ title: "Euro or cents?", body: `in ${room.name}`, tag: third }]);
  await page.evaluate(() => (globalThis as unknown as { shown: { onclick: () => void }[] }).shown[0]?.onclick());
  await expect(page).toHaveURL(new RegExp(`/inbox\\?item=${third}`));
  await hide(page, false);
  await expect(page.getByRole("region", { name: "Needs you" }).locator("[aria-current]")).toContainText(
    "Euro or cents?",
  );

  // Off again, by the person.
  await page.getByRole("button", { name: "Your menu" }).click();
  await choice.getByRole("button", { name: "Off" }).click();
  await page.keyboard.press("Escape");
  await answer(third);
  await solo.complete(await solo.take(), { result: { summary: "Done." } });
  await hide(page, true);
  await ask("And now?");
  await expect(page).toHaveTitle(/^\(1\)/);
  expect(await shownOn(page)).toHaveLength(1);
});

async function aReceiver() {
  const bodies: { kind: string; text: string }[] = [];
  const answer = { status: 200 };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      bodies.push(JSON.parse(body));
      response.writeHead(answer.status).end("thanks");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    bodies,
    answer,
    close: () => server.close(),
  };
}

test("a lead tells another program what happens, sees what arrives and what does not", async ({
  makeRoom,
  anAgent,
  openRoom,
  person,
  allowErrors,
}) => {
  // What is sent again may hear first that the receiver is gone; the test after it is refused then.
  allowErrors(/409 \(Conflict\) \(\S+\/webhooks\/\S+\/tests\)/);
  const receiver = await aReceiver();
  const room = await makeRoom("solo");
  const solo = await anAgent({ room: room.name, role: "solo" });
  const { page } = await openRoom(room);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Webhooks" }).click();
  await expect(page).toHaveURL(/settings\?section=webhooks$/);
  const section = page.getByRole("region", { name: "Webhooks" });
  await expect(section).toContainText("No webhook yet");
  await expectAccessible(page, "no webhooks");

  const address = section.getByRole("textbox", { name: "Address" });
  await address.fill("nothing");
  await section.getByRole("button", { name: "Add webhook" }).click();
  await expect(section).toContainText("Enter an http or https address.");
  await address.fill(receiver.url);
  await section.getByRole("checkbox", { name: "a decision is answered" }).uncheck();
  await section.getByRole("button", { name: "Add webhook" }).click();
  const secret = section.getByRole("region", { name: "Its secret, shown only once" });
  await expect(secret).toContainText("whsec_");
  await expectAccessible(page, "a new webhook's secret");
  await secret.getByRole("button", { name: "I've saved it" }).click();
  await expect(section).not.toContainText("whsec_");

  await section.getByRole("button", { name: "Send a test" }).click();
  const sent = section.getByRole("list", { name: "What was sent" });
  await expect(sent.getByRole("listitem")).toContainText(["delivered"]);
  await expect(sent).toContainText("thanks");
  expect(receiver.bodies).toMatchObject([{ kind: "webhook.test" }]);

  receiver.answer.status = 500;
  await person.client.call("sendMessage", { params: { room: room.name }, body: { body: "Go." } });
  const { taskId, fence } = await solo.take();
  await solo.client.call("askIntervention", {
    params: { room: room.name, taskId },
    body: { fence, question: "Which rounding?" },
  });
  await expect.poll(() => receiver.bodies.map(({ kind }) => kind)).toContain("decision.opened");
  await section.getByRole("button", { name: "Send a test" }).click();
  await expect(sent.getByRole("listitem").filter({ hasText: "Which rounding?" })).toContainText("It answered 500.");
  await expect(section).toContainText("Nothing has arrived for");
  await expectAccessible(page, "a webhook that fails", { isScreen: true });
  receiver.answer.status = 200;
  const failed = sent.getByRole("listitem").filter({ hasText: "Which rounding?" });
  await failed.getByRole("button", { name: "Send again" }).click();
  await expect(failed).toContainText("delivered");

  await section.getByRole("button", { name: "Switch off" }).click();
  await expect(section).toContainText(`${person.name} switched it off.`);
  await section.getByRole("button", { name: "Switch on" }).click();

  // Gone for good, as the receiver says itself: the room says so to its leads.
  receiver.answer.status = 410;
  await section.getByRole("button", { name: "Send a test" }).click();
  await expect(section).toContainText("The receiver answered 410: it is gone for good.");
  await page.getByRole("link", { name: "Conversation" }).click();
  const strip = page.getByRole("status").filter({ hasText: "was switched off" });
  await expect(strip).toContainText("gone for good");
  await expectAccessible(page, "a webhook that was switched off");
  await strip.getByRole("link", { name: "Open webhooks" }).click();
  await section.getByRole("button", { name: "Remove", exact: true }).click();
  await section.getByRole("button", { name: "Remove for good" }).click();
  await expect(section).toContainText("No webhook yet");
  receiver.close();
});
