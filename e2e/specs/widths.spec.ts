import { expectFits } from "../fixtures/fit.ts";
import { expect, test } from "../fixtures/test.ts";

const LONG_NAME = "first-room-with-a-name-as-long-as-it-may";

test("a room's pages fit at every width, with the longest of names", async ({ page, person }) => {
  const { roomId } = await person.client.call("createRoom", {
    body: { name: LONG_NAME, preset: "squad" },
  });
  const params = { room: roomId };
  for (const [title, priority] of [
    ["Let customers refund an order within thirty days, whichever payment they used", "critical"],
    ["Rename the cart", "low"],
  ] as const)
    await person.client.call("addItems", {
      params,
      body: {
        items: [{ title, priority, value: 4, complexity: 2, labels: ["payments", "checkout-web"] }],
      },
    });
  await person.client.call("sendMessage", { params, body: { body: "Which shop is it?" } });
  const tabs = page.getByRole("navigation", { name: "Pages of the room" }).getByRole("link");
  const lit = tabs.and(page.locator("[aria-current=page]"));
  const places = new Set<string>();
  for (const [path, tab] of [
    ["", "Conversation"],
    ["/replay", "Conversation"],
    ["/work", "Work"],
    ["/backlog", "Work"],
    ["/locks", "Work"],
    ["/branches", "Changes"],
    ["/runs", "Changes"],
    ["/errors", "Changes"],
    ["/sessions", "Sessions"],
    ["/import", "Sessions"],
    ["/wisdom", "Wisdom"],
    ["/metrics", "Metrics"],
    ["/settings", "Settings"],
  ] as const) {
    await page.goto(`/rooms/${LONG_NAME}${path}`);
    await expect(lit).toHaveText(tab);
    await expectFits(page, `a room${path}`);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(lit).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1440, height: 900 });
    places.add(JSON.stringify(await tabs.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))));
  }
  // Lit or not, a tab has one width, and so all keep their places.
  expect([...places]).toHaveLength(1);
});

test("a room's settings fit at every width, with people of long names", async ({
  page,
  squad,
  anotherPerson,
  person,
}) => {
  const { room } = await squad();
  const long = await anotherPerson("Vera Featherstonehaugh-Cholmondeley");
  await person.client.call("setRoomPerson", {
    params: { room: room.name, personId: long.id },
    body: { role: "viewer" },
  });
  for (const [section, shown] of [
    ["team", "Roles"],
    ["models", "Models"],
    ["people", "People"],
    ["credentials", "Credentials"],
    ["gates", "Gates of sessions"],
    ["webhooks", "Webhooks"],
    ["audit", "Audit"],
  ] as const) {
    await page.goto(`/rooms/${room.name}/settings?section=${section}`);
    await expect(page.getByRole("heading", { level: 2, name: shown, exact: true })).toBeVisible();
    await expectFits(page, `settings, ${section}`);
  }
});

for (const place of ["triage", "first section", "plan", "rejected task", "checkpoint"] as const)
  test(`a session fits at every width: ${place}`, async ({ page, crewAt }) => {
    const { room } = await crewAt(place);
    await page.goto(`/rooms/${room.name}/sessions/1`);
    await expect(page.getByRole("region", { name: "Your answer" })).toBeVisible();
    await expectFits(page, place);
  });

test("inbox, rooms, connecting and the steps of a session fit at every width", async ({ page, crewAt }) => {
  const { room } = await crewAt("questions");
  for (const path of ["/inbox", "/rooms", "/connect", "/settings"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectFits(page, path);
  }
  await page.goto(`/rooms/${room.name}/sessions/1`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectFits(page, "questions of a session");
});
