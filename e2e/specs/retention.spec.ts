import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

test("settings say how long sessions are kept, which are held, and set the room's periods", async ({
  makeRoom,
  person,
  visit,
}, info) => {
  const room = await makeRoom("squad");
  const params = { room: room.id };
  const { call } = person.client;
  for (const [i, title] of ["Tax rules 2027", "Offline queue"].entries()) {
    await call("createSession", { params, body: { title } });
    await call("stopSession", { params: { ...params, sessionId: i + 1 }, body: {} });
  }
  const held = { params: { ...params, sessionId: 1 }, body: { reason: "Audit until January" } };
  await call("holdSession", held);
  const page = await visit();
  await page.goto(`/rooms/${room.name}/settings?section=retention`);
  const list = page.getByRole("region", { name: "Held" });
  await expect(list.getByRole("listitem")).toContainText("Tax rules 2027");
  await expect(list).toContainText("“Audit until January”");
  await expect(page.getByRole("region", { name: "If it ran now" })).toContainText("Nothing is due.");
  await shoot(page, info, "retention");
  await expectAccessible(page, "retention", { isScreen: true });
  await expectFits(page, "retention");

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel("Failed, deleted after").fill("60 d");
  await page.getByRole("button", { name: "Save periods" }).click();
  await expect(page.getByText("The periods are set.")).toBeVisible();
  await list.getByRole("button", { name: "Release Tax rules 2027" }).click();
  await expect(list).toContainText("No session is held.");
  const { periods } = await call("getRetention", { params });
  expect(periods.failed.deleteAfterS).toBe(60 * 86_400);

  // What is archived is out of the list of ended sessions, and found under its own name.
  const soon = { archiveAfterS: 60, deleteAfterS: 30 * 86_400 };
  await call("setRetention", { params, body: { completed: soon, failed: soon } });
  await expect
    .poll(
      async () => {
        await call("runRetention", { params });
        return (await call("getRetention", { params })).archived.length;
      },
      { timeout: 120_000 },
    )
    .toBe(2);
  await page.goto(`/rooms/${room.name}/sessions`);
  const ended = page.getByRole("region", { name: "Ended" });
  const filter = ended.getByRole("group", { name: "How it ended" });
  await expect(ended.getByRole("listitem")).toHaveCount(0);
  await filter.getByRole("button", { name: "Archived" }).click();
  await expect(ended.getByRole("listitem")).toContainText([/archived/, /archived/]);
  await expectAccessible(page, "archived sessions", { isScreen: true });
  await expectFits(page, "archived sessions");
  await page.setViewportSize({ width: 1440, height: 900 });
  await filter.getByRole("button", { name: "Stopped" }).click();
  await expect(ended.getByText("No ended sessions match.")).toBeVisible();
});
