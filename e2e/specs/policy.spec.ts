import { createClient } from "@squadroom/client/http";
import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { expect, test } from "../fixtures/test.ts";

const COMMAND = "git push origin HEAD:feature/refunds";

test("a call is allowed from a phone, and the policy page tries, lists and takes back", async ({
  makeRoom,
  anAgent,
  visit,
  person,
}) => {
  const room = await makeRoom("solo");
  const params = { room: room.name };
  const agent = await anAgent({ room: room.name, role: "solo", harness: "claude" });
  const client = createClient({ baseUrl: person.server.url, token: agent.token });
  await person.client.call("sendMessage", { params, body: { body: "Push it" } });
  await agent.take();
  const body = { callId: "c-1", harness: "claude", tool: "Bash", input: { command: COMMAND } };
  const check = (callId: string) => client.call("checkCall", { params, body: { ...body, callId } });
  expect((await check("c-1")).verdict).toBe("ask");

  const page = await visit({ viewport: { width: 360, height: 740 }, hasTouch: true });
  await page.goto("/inbox");
  await expect(page.getByText(/^\d+ min left$/)).toBeVisible();
  await expect(page.locator("pre")).toHaveText(COMMAND);
  await expect(page.getByText(/^Denied at/)).toBeVisible();
  await expectAccessible(page, "a permission on a phone");
  await expectFits(page, "a permission, by touch");
  await page.setViewportSize({ width: 360, height: 740 });
  const desk = await visit();
  await desk.goto("/inbox");
  await expect(desk.locator("pre")).toHaveText(COMMAND);
  await expectFits(desk, "a permission");
  await page.getByRole("button", { name: /^Always for Solo/ }).tap();
  const confirm = page.getByRole("region", { name: "Confirm" });
  await confirm.getByRole("button", { name: /^Always for Solo/ }).tap();
  await expect.poll(async () => (await check("c-1")).verdict).toBe("allow");
  expect((await check("c-2")).verdict).toBe("allow");

  await page.goto(`/rooms/${room.name}/settings?section=policy`);
  await page.getByRole("textbox", { name: "Command" }).fill("sudo git push -f origin main");
  await page.getByRole("button", { name: "Try it" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Denied" })).toContainText("by rule");
  await expect(page.getByRole("list", { name: "Recent verdicts" })).toContainText(COMMAND);
  await expectAccessible(page, "the policy of a room");
  await desk.goto(`/rooms/${room.name}/settings?section=policy`);
  await desk.getByRole("textbox", { name: "Command" }).fill("npm ci");
  await desk.getByRole("button", { name: "Try it" }).click();
  await expect(desk.getByRole("status").filter({ hasText: "Changed" })).toBeVisible();
  await expect(desk.getByRole("list", { name: "Recent verdicts" })).toContainText(COMMAND);
  for (const closed of await desk.getByText("Tool lists").all()) await closed.click();
  await desk.getByText("All rules, as they judge it").click();
  await expectFits(desk, "the policy of a room");
  await desk.setViewportSize({ width: 1440, height: 900 });
  const limit = desk.getByRole("combobox", {
    name: "Permissions that an agent may have open at once",
  });
  await limit.selectOption("1 permission");
  await expect(desk.getByText("Saved. It applies from the next call on.")).toBeVisible();
  await page.getByRole("button", { name: /^Take back/ }).click();
  await expect.poll(async () => (await check("c-3")).verdict).toBe("ask");
  expect(await check("c-4")).toMatchObject({ verdict: "deny", rule: "ask_limit" });
});
