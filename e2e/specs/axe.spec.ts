import { expectAccessible } from "../fixtures/axe.ts";
import { expect, test } from "../fixtures/test.ts";

test("who is not signed in has accessible pages", async ({ visit, anotherPerson, person, allowErrors }) => {
  allowErrors(/status of 40[14]/);
  const page = await visit({ as: null });
  await page.goto("/sign-in");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expectAccessible(page, "signing in by password", { isScreen: true });
  const guest = await anotherPerson("Vera");
  const admin = await person.server.localAdmin();
  const { url } = await admin.call("makeLink", { body: { personId: guest.id } });
  await page.goto(url);
  await expect(page.getByRole("heading", { name: `Sign in as ${guest.name}` })).toBeVisible();
  await expectAccessible(page, "signing in by link", { isScreen: true });
  await page.goto(`/sign-in#${"a".repeat(43)}`);
  await expect(page.getByRole("heading", { name: "This server doesn't know this link" })).toBeVisible();
  await expectAccessible(page, "a link that is not known");
});

test("who is new has accessible pages", async ({ page, allowErrors }) => {
  allowErrors(/status of 40[14]/);
  await page.goto("/rooms");
  await expect(page.getByRole("heading", { name: "Nobody has shared a room with you yet" })).toBeVisible();
  await expectAccessible(page, "the first page", { isScreen: true });
  await page.getByRole("button", { name: "New room" }).click();
  await expect(page.getByRole("dialog", { name: "New room" })).toBeVisible();
  await expectAccessible(page, "the new room dialog");
  await page.goto("/connect");
  await expect(page.getByRole("heading", { name: "An agent needs a room to join" })).toBeVisible();
  await expectAccessible(page, "connecting without a room", { isScreen: true });
  await page.goto("/rooms/nowhere");
  await expect(page.getByRole("heading", { name: "You can't open this room" })).toBeVisible();
  await expectAccessible(page, "a room that is not there");
});

test("a room with all that can happen in it is accessible", async ({ openRoom, squad, person, anotherPerson }) => {
  const { room, planner, builder, reviewer } = await squad();
  const params = { room: room.name };
  const say = (body: string) => person.client.call("sendMessage", { params, body: { body } });
  await say("Let customers **refund** an order, see `orders.ts` and https://example.org/refunds");
  await planner.handOff(await planner.take(), {
    to: "builder",
    intent: "work",
    message: "Build it.",
    task: {
      title: "A refund button on the order page that asks before it acts",
      successCriteria: ["asks before it acts"],
    },
  });
  await builder.handOff(await builder.take(), {
    to: "reviewer",
    intent: "work",
    message: "Built.",
    result: { criteria: [{ criterion: "asks before it acts", met: true }] },
  });
  await reviewer.handOff(await reviewer.take(), {
    to: "builder",
    intent: "findings",
    message: "1. Two clicks refund twice.\n\n> quoted\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] read",
  });
  await builder.progress(await builder.take(), {
    percent: 40,
    action: "locking the row of the order",
    completed: ["read it"],
    remaining: ["test it"],
    artifacts: [{ path: "src/orders/refund.ts", status: "modified" }],
  });
  await reviewer.leave();
  await say("And rename the cart");
  for (let attempt = 0; attempt < 3; attempt++) await planner.fail(await planner.take(), "Nobody knows a better word.");
  await say("Which colours do we have?");
  await planner.handOff(await planner.take(), {
    to: "user",
    intent: "question",
    message: "In which shop?\n\n- the old one\n- the new one",
  });

  const screen = await openRoom(room);
  const { page } = screen;
  await expect(screen.row("In which shop?")).toBeVisible();
  await expect(page.getByRole("region", { name: /^PLAN-002 .*failed after 3 attempts/ })).toBeVisible();
  await expectAccessible(page, "a room", { isScreen: true });
  await screen.composer.fill("Ask @");
  await expect(page.getByRole("listbox", { name: "Roles that fit" })).toBeVisible();
  await expectAccessible(page, "a message being written");
  await screen.composer.fill("");
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await page.getByRole("textbox", { name: "Find in the conversation" }).fill("refund");
  await expectAccessible(page, "a search");
  await page.keyboard.press("Escape");
  await screen
    .row("In which shop?")
    .getByRole("button", { name: /^Details of event/ })
    .click();
  await expect(page.getByRole("dialog", { name: /^Event/ })).toBeVisible();
  await expectAccessible(page, "an event's detail");
  await page.keyboard.press("Escape");
  await screen.task("FIX-001").click();
  const sheet = page.getByRole("dialog", { name: "FIX-001" });
  await expect(sheet).toContainText("locking the row of the order");
  await expectAccessible(page, "a task's sheet");
  await sheet.getByRole("button", { name: "Hand to another role" }).click();
  await expectAccessible(page, "handing a task on");
  await page.keyboard.press("Escape");

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Team and work" }).click();
  await expect(page.getByRole("dialog", { name: "Team" })).toBeVisible();
  await expectAccessible(page, "team and work on a phone");

  const viewer = await anotherPerson("Vera");
  await person.client.call("setRoomPerson", {
    params: { ...params, personId: viewer.id },
    body: { role: "viewer" },
  });
  const reading = await openRoom(room, { as: viewer });
  await expect(reading.page.getByText("You can read this room.")).toBeVisible();
  await expectAccessible(reading.page, "a viewer's room");
});

test("rooms, connecting, the palette, keys and one's menu are accessible", async ({
  page,
  makeRoom,
  anAgent,
  person,
}) => {
  const [asking, failing] = [await makeRoom("solo"), await makeRoom("squad")];
  const solo = await anAgent({ room: asking.name, role: "solo" });
  await person.client.call("sendMessage", {
    params: { room: asking.name },
    body: { body: "Choose" },
  });
  await solo.handOff(await solo.take(), {
    to: "user",
    intent: "question",
    message: "Tea or coffee?",
  });
  await person.client.call("sendMessage", {
    params: { room: failing.name },
    body: { body: "Fail" },
  });
  const planner = await anAgent({ room: failing.name, role: "planner", harness: "script" });
  for (let attempt = 0; attempt < 3; attempt++) await planner.fail(await planner.take(), "No.");

  await page.goto("/rooms");
  await expect(page.getByRole("main")).toContainText("answer Solo");
  await expect(page.getByRole("main")).toContainText("PLAN-001 failed");
  await expectAccessible(page, "rooms as a grid", { isScreen: true });
  await page.getByRole("button", { name: "List" }).click();
  await expectAccessible(page, "rooms as a list");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectAccessible(page, "the palette");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await expectAccessible(page, "the keys");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Your menu" }).first().click();
  await expect(page.getByText(`Signed in as ${person.name}`)).toBeVisible();
  await expectAccessible(page, "one's menu");
  await page.getByRole("button", { name: "Set a password" }).click();
  await expect(page.getByRole("dialog", { name: "Set a password" })).toBeVisible();
  await expectAccessible(page, "the password dialog");

  await page.goto(`/connect?room=${failing.name}&role=reviewer`);
  await expect(page.getByRole("radio", { name: /Reviewer/ })).toBeChecked();
  await expectAccessible(page, "connecting", { isScreen: true });
  await page.getByRole("button", { name: /^Show the command/ }).click();
  await expect(page.getByText("waiting for its first call")).toBeVisible();
  await expectAccessible(page, "the lines to connect with");
});

test("nothing moves for people who want no motion", async ({ visit, makeRoom }) => {
  const room = await makeRoom("solo");
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    const page = await visit({ reducedMotion });
    await page.addInitScript(() => {
      const moved = window as unknown as { longestMs: number };
      moved.longestMs = 0;
      const note = (event: Event) => {
        for (const animation of (event.target as Element).getAnimations()) {
          const { duration } = animation.effect?.getTiming() ?? {};
          moved.longestMs = Math.max(moved.longestMs, Number(duration ?? 0));
        }
      };
      document.addEventListener("animationstart", note, true);
      document.addEventListener("transitionrun", note, true);
    });
    await page.goto("/rooms");
    await page.getByRole("button", { name: "New room" }).click();
    await expect(page.getByRole("dialog", { name: "New room" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("main").getByRole("link", { name: room.name }).hover();
    await page.getByRole("main").getByRole("link", { name: room.name }).click();
    await expect(page.getByRole("heading", { level: 1, name: room.name })).toBeVisible();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
    const longest = await page.evaluate(() => (window as unknown as { longestMs: number }).longestMs);
    if (reducedMotion === "reduce") expect(longest).toBeLessThanOrEqual(1);
    else expect(longest).toBeGreaterThan(50);
  }
});
