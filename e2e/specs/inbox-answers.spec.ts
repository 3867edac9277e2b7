import { expectFits } from "../fixtures/fit.ts";
import { InboxPage } from "../fixtures/inbox-page.ts";
import { expect, test } from "../fixtures/test.ts";

test("nobody gives questions away by habit: the first answer opens them, giving them away is last", async ({
  page,
  crewAt,
}) => {
  const { room, person } = await crewAt("questions");
  const inbox = new InboxPage(page);
  await inbox.visit();
  await expect(inbox.open).toContainText("Holds up 1 session.");
  const answers = inbox.open.getByRole("list", { name: "Answers" }).getByRole("button");
  await expect(answers.first()).toHaveText(/^Answer/);
  await expect(answers.last()).toHaveText(/^Leave 2 questions to the agents/);
  for (const key of ["a", "1"]) {
    await inbox.visit();
    await expect(inbox.open).toBeVisible();
    await page.keyboard.press("j");
    await page.keyboard.press(key);
    await expect(inbox.open.getByRole("group").nth(1)).toBeFocused();
    await expect(page).toHaveURL(/\/inbox/);
  }
  const { data: decisions } = await person.client.call("listDecisions", {
    params: { room: room.name },
    query: { state: "pending" },
  });
  expect(decisions.map(({ kind }) => kind)).toEqual(["questions"]);
});

test("closed rows name what they do in full, at every width, whatever is asked", async ({
  page,
  crewAt,
  person,
  squad,
}) => {
  const places = ["triage", "approaches", "first section", "budget", "next session"] as const;
  for (const place of places) await crewAt(place);
  const { room, builder } = await squad();
  const params = { room: room.name };
  const task = { role: "builder", title: "Round", instruction: "Round it." };
  await person.client.call("createTasks", { params, body: { tasks: [task] } });
  const { taskId, fence } = await builder.take();
  await builder.client.call("askIntervention", {
    params: { ...params, taskId },
    body: {
      fence,
      question: "Half up or half even?",
      options: [{ label: "Half even, as the bank has done it since the year before last" }, { label: "Half up" }],
    },
  });
  const inbox = new InboxPage(page);
  await inbox.visit();
  await expect(inbox.rows).toHaveCount(places.length + 1);
  await expectFits(page, "an inbox of all kinds");
});
