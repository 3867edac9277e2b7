import { expectFits } from "../fixtures/fit.ts";
import { expect, test } from "../fixtures/test.ts";

const PASSWORD = "nine green bottles";

test("a link to a card leads a phone through the sign-in to that very card, and answers nothing", async ({
  visit,
  person,
  makeRoom,
  anAgent,
  allowErrors,
}) => {
  allowErrors(/status of 401/);
  await person.client.call("setPassword", { body: { password: PASSWORD } });
  const ask = async (question: string) => {
    const room = await makeRoom("solo");
    const solo = await anAgent({ room: room.name, role: "solo" });
    await person.client.call("sendMessage", { params: { room: room.name }, body: { body: "Go." } });
    const { taskId, fence } = await solo.take();
    const params = { room: room.name, taskId };
    const { decisionId } = await solo.client.call("askIntervention", {
      params,
      body: { fence, question },
    });
    return { room, decisionId };
  };
  await ask("Half up?");
  const { room, decisionId } = await ask("Euro or cents?");

  const page = await visit({ as: null, viewport: { width: 360, height: 740 } });
  await page.goto(`/inbox?item=${decisionId}&room=${room.name}`);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(person.name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: /^Sign in/ }).click();
  await expect(page).toHaveURL(new RegExp(`/inbox\\?item=${decisionId}`));
  const open = page.getByRole("region", { name: "Needs you" }).locator("[aria-current]");
  await expect(open).toContainText("Euro or cents?");
  await expectFits(page, "a card that a link opened");
  const { data } = await person.client.call("listNeedsYou", { query: {} });
  expect(data).toHaveLength(2);

  // Somebody answers it: the link then says so and leads to the room.
  await person.client.call("answerDecision", {
    params: { room: room.name, decisionId },
    body: { optionId: "answer", note: "Cents." },
  });
  await page.goto(`/inbox?item=${decisionId}&room=${room.name}`);
  await expect(page.getByText("What your link leads to isn't waiting for you")).toBeVisible();
  await page.getByRole("link", { name: "Open the room" }).first().click();
  await expect(page).toHaveURL(new RegExp(`/rooms/${room.name}`));
});
