import type { Page } from "@playwright/test";
import { InboxPage } from "../fixtures/inbox-page.ts";
import { expect, test } from "../fixtures/test.ts";

const COUNT = 4;

test.beforeEach(async ({ makeRoom, anAgent, person }) => {
  const room = await makeRoom("solo");
  const agent = await anAgent({ room: room.name, role: "solo" });
  const tasks = Array.from({ length: COUNT }, (_, n) => ({
    role: "solo",
    title: `Stone ${n + 1}`,
    instruction: "Lift it.",
  }));
  await person.client.call("createTasks", { params: { room: room.name }, body: { tasks } });
  for (let i = 0; i < COUNT * 3; i++) await agent.fail(await agent.take(), "No way.");
});

test("a held key answers one row, and so do presses in a row", async ({ page, person }) => {
  const inbox = new InboxPage(page);
  await inbox.visit();
  await expect(inbox.rows).toHaveCount(COUNT);
  const answers = async () => {
    const { decided } = await person.client.call("getInbox");
    return decided.data.length;
  };
  const steady = page.locator("html:not([data-resting])");
  const cdp = await page.context().newCDPSession(page);
  const down = (key: string, autoRepeat: boolean) =>
    cdp.send("Input.dispatchKeyEvent", { type: "keyDown", key, text: key, autoRepeat });

  // From here on the next row opens, and has the focus, when one is answered.
  await page.keyboard.press("j");
  await expect(inbox.title()).toBeFocused();
  // As fast as a machine can: each press finds the row in a state of its own.
  await expect(steady).toBeAttached();
  for (const autoRepeat of [false, ...Array<boolean>(30).fill(true)]) await down("a", autoRepeat);
  await expect(inbox.done).toHaveCount(1);
  await expect(steady).toBeAttached();
  for (let i = 0; i < 20; i++) await down("a", true);
  await cdp.send("Input.dispatchKeyEvent", { type: "keyUp", key: "a" });
  expect(await answers()).toBe(1);

  // The moment in which the next row opens is too early, too.
  await whenSettled(page, 2, "key");
  await down("1", false);
  await expect(inbox.done).toHaveCount(2);
  await expect(steady).toBeAttached();
  await expect(inbox.done).toHaveCount(2);
  expect(await answers()).toBe(2);
});

test("a tap that comes while the next row moves under the finger answers nothing", async ({ visit }) => {
  const page = await visit({ viewport: { width: 360, height: 780 }, hasTouch: true });
  const inbox = new InboxPage(page);
  await inbox.visit();
  await expect(inbox.rows).toHaveCount(COUNT);
  await whenSettled(page, 1, "tap");
  await inbox.answer("Retry").click();
  await expect(inbox.done).toHaveCount(1);
  await expect(page.locator("html:not([data-resting])")).toBeAttached();
  await expect(inbox.done).toHaveCount(1);
  await inbox.answer("Retry").click();
  await expect(inbox.done).toHaveCount(2);
});

/** As soon as so many rows are answered, what answers the row that is open then. */
function whenSettled(page: Page, count: number, how: "key" | "tap"): Promise<void> {
  return page.evaluate(
    ([count, how]) => {
      const watch = new MutationObserver(() => {
        const next = document.querySelector(".dec.open .answers button");
        if (!next || document.querySelectorAll(".dec.settled").length < count) return;
        watch.disconnect();
        const whole = { bubbles: true, cancelable: true };
        if (how === "tap") next.dispatchEvent(new MouseEvent("click", { ...whole, detail: 2 }));
        else document.body.dispatchEvent(new KeyboardEvent("keydown", { ...whole, key: "1" }));
      });
      watch.observe(document.body, { subtree: true, childList: true, attributes: true });
    },
    [count, how] as const,
  );
}
