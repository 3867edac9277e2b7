import type { Played } from "../fixtures/agent.ts";
import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

const LONG = `Ours drifts by up to 2 s from the network’s. ${"I would take theirs and keep the offset. ".repeat(40)}https://example.org/${"a".repeat(160)}`;

interface Said {
  to?: string;
  body?: string;
  kind?: "question" | "request" | "notification";
  subject?: string;
  priority?: "critical" | "high" | "medium" | "low";
  about?: { component?: string; file?: string };
  responseS?: number;
  repliesTo?: string;
}

async function send(room: string, agent: Played, said: Said): Promise<string> {
  const body = { body: "I would take theirs.", ...said };
  const { messageId } = await agent.client.call("sendMessage", { params: { room }, body });
  return messageId;
}

test("agents' messages stand with what they are about and how they stand, and a reply is one click away", async ({
  squad,
  openRoom,
}, testInfo) => {
  const { room, planner, builder, reviewer } = await squad();
  const say = (agent: Played, said: Said) => send(room.name, agent, said);
  const on = await openRoom(room);
  const { page, team } = on;
  const row = (text: string) => on.row(text);
  await on.say("Refunds have to work with partial amounts.");
  await planner.take();

  await say(planner, {
    to: "builder",
    kind: "notification",
    subject: "States are final at settled",
    body: "The machine refuses every move after it; the webhook relies on that.",
  });
  await builder.claim({ waitS: 0 });
  await expect(row("States are final")).toContainText(/Read by Builder in \d+ s, no reply needed/);

  const cap = await say(planner, {
    to: "reviewer",
    kind: "question",
    subject: "May the retry cap be a setting?",
    priority: "medium",
    responseS: 840,
    about: { file: "src/refund/retry.ts" },
    body: "Three is hard-coded. Ops may want five at the end of a month.",
  });
  await expect(row("May the retry cap")).toContainText(/1\d min left to answer, until .* Not delivered/);
  await reviewer.claim({ waitS: 0 });
  await expect(row("May the retry cap")).toContainText(/Delivered in \d+ s\./);
  const open = team.getByRole("region", { name: "Open messages" });
  await expect(open.getByRole("listitem")).toHaveText([/May the retry cap.*1\d min leftPlanner to Reviewer, medium/]);
  await say(reviewer, {
    repliesTo: cap,
    body: "No. A setting needs a migration; keep three and note it.",
  });
  const asked = row("Three is hard-coded");
  await expect(asked).toContainText(/Answered in \d+ s, 1\d min before its deadline/);
  await expect(open).toBeHidden();
  await asked.getByRole("link", { name: "Go to the reply of Reviewer" }).click();
  await expect(page).toHaveURL(/\?at=\d+$/);
  await expect(page.locator(".feed-row[aria-current=true]")).toContainText("answers");
  await asked.getByRole("button", { name: "Open PLAN-001" }).click();
  await expect(page).toHaveURL(/task=PLAN-001/);
  await page.keyboard.press("Escape");
  await on.open();

  for (let turn = 0; turn < 7; turn++)
    await say(turn % 2 === 0 ? builder : planner, {
      to: turn % 2 === 0 ? "planner" : "builder",
      subject: "Who owns rounding?",
      body: turn === 6 ? "Then they differ by a cent." : "Round at the end, the ledger keeps fractions.",
    });
  await expect(row("Then they differ")).toContainText("Loop stopped after 7 turns.");
  await say(builder, {
    to: "reviewer",
    kind: "question",
    subject: "Which clock does the webhook trust?",
    priority: "high",
    responseS: 600,
    about: { component: "Webhook", file: "src/refund/webhook.ts" },
    body: LONG,
  });
  await say(builder, {
    to: "planner",
    kind: "request",
    subject: "Check the export names",
    priority: "critical",
  });
  await expect(open.getByRole("listitem")).toContainText([/loop stopped/, /Which clock/]);
  await shoot(page, testInfo, "messages");
  await expectFits(page, "messages between agents");
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectAccessible(page, "messages between agents");

  await row("Which clock").getByRole("link", { name: "src/refund/webhook.ts" }).click();
  await expect(page).toHaveURL(/\/locks\?path=/);
  await expect(page.getByText("Nobody has locked it")).toBeVisible();
  await expectFits(page, "the locks of one path");
  await page.setViewportSize({ width: 1440, height: 900 });
  await on.open();
  await row("Which clock").getByRole("link", { name: "Webhook", exact: true }).click();
  await expect(page.getByRole("searchbox")).toHaveValue("Webhook");
  await page.goto("/inbox");
  const due = page.getByRole("region", { name: /^Waiting for an answer/ });
  // On a slow machine the one without a limit is late by now, and stands here too.
  await expect(due.getByRole("listitem").filter({ hasText: room.name })).toContainText([
    /Builder asks Reviewer: Which clock does the webhook trust\?\d min leftthen raised, then you/,
  ]);
  await shoot(page, testInfo, "inbox");
  await expectFits(page, "the inbox with answers that are due");
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectAccessible(page, "answers that are due");
  await on.open();
  await row("Then they differ").getByRole("link", { name: "Answer" }).click();
  await expect(page).toHaveURL(/\/inbox\?item=/);
  await expect(page.getByText(/go round in circles: “Who owns rounding\?”/).first()).toBeVisible();
  await expect(page.getByText(/began with: Round at the end/).first()).toBeVisible();
});

test("what does not arrive in time and what is overdue is told", async ({ squad, openRoom }) => {
  const { room, builder, planner } = await squad();
  await builder.claim({ waitS: 0 });
  await planner.claim({ waitS: 0 });
  const on = await openRoom(room);
  await send(room.name, builder, {
    to: "reviewer",
    kind: "question",
    subject: "Is a 409 a failure?",
    priority: "critical",
    responseS: 30,
  });
  await expect(on.row("Is a 409")).toContainText("Not delivered in time: Reviewer has not read it yet.");
  await expect(on.row("Is a 409")).toContainText(/Overdue since .* Reviewer got it again\./);
});

test("a thousand messages scroll, each with its state", async ({ squad, openRoom }) => {
  test.slow();
  const { room, planner, builder, reviewer } = await squad();
  for (let n = 0; n < 250; n++) {
    await Promise.all(
      [builder, planner, builder, planner].map((agent, at) =>
        send(room.name, agent, {
          to: agent === builder ? "reviewer" : "builder",
          subject: `No. ${4 * n + at}`,
          ...(at === 0 && n < 200 ? { kind: "question", responseS: 3_600 + n } : {}),
        }),
      ),
    );
    // Whoever sends gets its own mail with the answer; the reviewer has to ask.
    if (n % 8 === 7) await reviewer.claim({ waitS: 0 });
  }
  const on = await openRoom(room);
  await expect(on.row("No. 999").first()).toBeVisible();
  const open = on.team.getByRole("region", { name: "Open messages" });
  await expect(open.getByRole("listitem")).toHaveCount(5);
  await open.getByRole("button", { name: "195 more" }).click();
  await expect(open.getByRole("listitem")).toHaveCount(200);
});

test("a task that waits for the coordinator says so, and goes on with the answer", async ({
  squad,
  person,
  openRoom,
}, testInfo) => {
  const { room, planner, builder } = await squad();
  const params = { room: room.name };
  const tasks = [{ role: "builder", title: "Build refunds", instruction: "Build them." }];
  await person.client.call("createTasks", { params, body: { tasks } });
  await builder.take();
  const body = { kind: "question", subject: "Which API?", body: "v1 or v2?", waits: true } as const;
  const { messageId } = await builder.client.call("sendMessage", { params, body });
  const on = await openRoom(room);
  await expect(on.task("DEV-001")).toContainText("Waiting for the coordinator");
  await expect(on.member("Builder")).toContainText("online, waiting for an answer");
  await expect(on.page.getByText("Builder is waiting for its answer on DEV-001")).toBeVisible();
  await on.task("DEV-001").click();
  const sheet = on.page
    .getByRole("complementary", { name: /DEV-001/ })
    .or(on.page.getByRole("dialog", { name: /DEV-001/ }));
  await expect(sheet.first()).toContainText("Waiting for the coordinator: “Which API?”");
  await shoot(on.page, testInfo, "waits");
  await send(room.name, planner, { repliesTo: messageId, body: "v2." });
  await expect(sheet.first()).not.toContainText("Waiting for the coordinator");
  await expect(on.row("v1 or v2?")).toContainText("Answered in");
});
