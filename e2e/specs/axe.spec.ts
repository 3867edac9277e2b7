import { expectAccessible } from "../fixtures/axe.ts";
import { expect, test } from "../fixtures/test.ts";

const LOOKS = [
  { colorScheme: "light", viewport: { width: 1440, height: 900 } },
  { colorScheme: "dark", viewport: { width: 1440, height: 900 } },
  { colorScheme: "light", viewport: { width: 360, height: 740 } },
  { colorScheme: "dark", viewport: { width: 360, height: 740 } },
] as const;

for (const { colorScheme, viewport } of LOOKS) {
  const isPhone = viewport.width < 600;
  const look = { colorScheme, viewport, reducedMotion: "reduce" } as const;

  test(`every screen is accessible: ${colorScheme}, ${viewport.width} px`, async ({
    visit,
    squad,
    makeRoom,
    person,
    anotherPerson,
    allowErrors,
  }) => {
    test.setTimeout(120_000);
    allowErrors(/status of 40[14]/);
    const newcomer = await anotherPerson("Nora");
    const fresh = await visit({ ...look, as: newcomer });
    await fresh.goto("/rooms");
    await expect(
      fresh.getByRole("heading", { name: "Welcome. There is no room yet." }),
    ).toBeVisible();
    await expectAccessible(fresh, "the first page");
    await fresh.getByRole("button", { name: "New room" }).click();
    await expect(fresh.getByRole("dialog", { name: "New room" })).toBeVisible();
    await expectAccessible(fresh, "the new room dialog");
    await fresh.goto("/connect");
    await expect(fresh.getByRole("heading", { name: "An agent joins a room" })).toBeVisible();
    await expectAccessible(fresh, "connect without a room");
    await fresh.goto("/rooms/nowhere");
    await expect(fresh.getByRole("heading", { name: "You cannot open this room" })).toBeVisible();
    await expectAccessible(fresh, "a room that is not there");

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
    const build = await builder.take();
    await builder.handOff(build, {
      to: "reviewer",
      intent: "work",
      message: "Built.",
      result: { criteria: [{ criterion: "asks before it acts", met: true }] },
    });
    await reviewer.handOff(await reviewer.take(), {
      to: "builder",
      intent: "findings",
      message: "1. Two clicks refund twice.\n\n> quoted\n\n| a | b |\n|---|---|\n| 1 | 2 |",
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
    for (let attempt = 0; attempt < 3; attempt++)
      await planner.fail(await planner.take(), "Nobody knows a better word.");
    await say("Which colours do we have?");
    await planner.handOff(await planner.take(), {
      to: "user",
      intent: "question",
      message: "In which shop?\n\n- the old one\n- the new one",
    });
    await makeRoom("solo");

    const page = await visit(look);
    await page.goto("/rooms");
    await expect(page.getByRole("main")).toContainText("answer Planner");
    await expectAccessible(page, "rooms as a grid");
    if (!isPhone) {
      await page.getByRole("button", { name: "List" }).click();
      await expectAccessible(page, "rooms as a list");
    }
    await page.goto(`/rooms/${room.name}`);
    await expect(page.getByRole("list", { name: "What happens in this room" })).toContainText(
      "In which shop?",
    );
    await expect(page.getByRole("region", { name: /PLAN-002 failed/ })).toBeVisible();
    await expectAccessible(page, "a room");
    await page.getByRole("combobox", { name: "Message to the team" }).fill("Ask @");
    await expect(page.getByRole("listbox", { name: "Roles that fit" })).toBeVisible();
    await expectAccessible(page, "a message being written");
    await page.getByRole("combobox", { name: "Message to the team" }).fill("");
    await page
      .getByRole("button", { name: /^Details of event/ })
      .last()
      .click();
    await expect(page.getByRole("dialog", { name: /^Event/ })).toBeVisible();
    await expectAccessible(page, "an event's detail");
    await page.keyboard.press("Escape");
    if (isPhone) await page.getByRole("button", { name: "Team and work" }).click();
    await page
      .getByRole("button")
      .filter({ hasText: /^FIX-001 / })
      .click();
    await expect(page.getByRole("dialog", { name: "FIX-001" })).toBeVisible();
    await expectAccessible(page, "a task's sheet");
    await page.getByRole("button", { name: "Hand to another role" }).last().click();
    await expectAccessible(page, "handing a task on");
    await page.reload();
    await expect(page.getByRole("list", { name: "What happens in this room" })).toContainText(
      "In which shop?",
    );
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("option").first()).toBeVisible();
    await expectAccessible(page, "the palette");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
    await expectAccessible(page, "the keys");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Your menu" }).filter({ visible: true }).click();
    await expect(page.getByText(`Signed in as ${person.name}`)).toBeVisible();
    await expectAccessible(page, "one's menu");
    await page.getByRole("button", { name: "Set a password" }).click();
    await expect(page.getByRole("dialog", { name: "Set a password" })).toBeVisible();
    await expectAccessible(page, "the password dialog");

    await page.goto(`/connect?room=${room.name}&role=reviewer`);
    await expect(page.getByRole("radio", { name: /Reviewer/ })).toBeChecked();
    await expectAccessible(page, "connect");
    await page.getByRole("textbox", { name: "Name in the room" }).fill("Reviewer 2");
    await page.getByRole("button", { name: /^Make the lines/ }).click();
    await expect(page.getByText("waiting for its first call")).toBeVisible();
    await expectAccessible(page, "the lines to connect with");

    const viewer = await anotherPerson("Vera");
    await person.client.call("setRoomPerson", {
      params: { ...params, personId: viewer.id },
      body: { role: "viewer" },
    });
    const reading = await visit({ ...look, as: viewer });
    await reading.goto(`/rooms/${room.name}`);
    await expect(reading.getByText("You may read this room.")).toBeVisible();
    await expectAccessible(reading, "a viewer's room");

    const outside = await visit({ ...look, as: null });
    await outside.goto("/sign-in");
    await expect(outside.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await expectAccessible(outside, "signing in by password");
    const admin = await person.server.localAdmin();
    const { url } = await admin.call("makeLink", { body: { personId: viewer.id } });
    await outside.goto(url);
    await expect(outside.getByRole("heading", { name: `Sign in as ${viewer.name}` })).toBeVisible();
    await expectAccessible(outside, "signing in by link");
    await outside.goto(`/sign-in?x#${"a".repeat(43)}`);
    await expect(
      outside.getByRole("heading", { name: "This link is not known here" }),
    ).toBeVisible();
    await expectAccessible(outside, "a link that is not known");
  });
}

test("nothing moves for people who want no motion", async ({ visit, makeRoom }) => {
  const room = await makeRoom("solo");
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    const page = await visit({ reducedMotion });
    await page.addInitScript(() => {
      const moved = window as unknown as { longest: number };
      moved.longest = 0;
      const note = (event: Event) => {
        const element = event.target as Element;
        for (const animation of element.getAnimations()) {
          const { duration } = animation.effect?.getTiming() ?? {};
          moved.longest = Math.max(moved.longest, Number(duration ?? 0));
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
    const longest = await page.evaluate(() => (window as unknown as { longest: number }).longest);
    if (reducedMotion === "reduce") expect(longest).toBeLessThanOrEqual(1);
    else expect(longest).toBeGreaterThan(50);
  }
});
