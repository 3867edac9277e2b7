import { writeFile } from "node:fs/promises";
import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { PlayedRunner } from "../fixtures/played-runner.ts";
import { aProject, Runners } from "../fixtures/runner.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

/** A builder that says and does one thing after the other, when the test lets it. */
const MIND = {
  rules: [
    {
      when: "(?:^|\n)# DEV-\\d+",
      do: [
        { say: "I read the greeting first." },
        { run: "cat greeting.txt" },
        { until: "go-on" },
        { say: "Now I change it." },
        { write: "greeting.txt", text: "Good morning\n" },
        { run: "false" },
        { usage: { inputTokens: 1000, outputTokens: 50 } },
        { context: { used: 170_000, size: 200_000 } },
        { end: { message: "The greeting is polite now." } },
      ],
    },
    {
      when: "(?:^|\n)# PLAN-001",
      do: [
        {
          call: "hand_off",
          input: { to: "builder", intent: "work", message: "Make greeting.txt polite." },
        },
      ],
    },
    { when: "(?:^|\n)# PLAN-\\d+", do: [{ end: { message: "Done: it says good morning." } }] },
  ],
};

test("what a harness says and does is painted as it happens, and ends with its diff and its usage", async ({
  person,
  makeRoom,
  visit,
}, testInfo) => {
  const room = await makeRoom("duo");
  const params = { room: room.name };
  const runners = new Runners(() => person);
  try {
    const folder = testInfo.outputPath("project");
    const git = await aProject(folder);
    await runners.start(room.name, folder, MIND);
    await person.client.call("sendMessage", { params, body: { body: "Make it polite." } });
    const builder = async () =>
      (await person.client.call("listRuns", { params })).data.find(({ role }) => role === "builder");
    await expect.poll(async () => (await builder())?.state).toBe("active");
    const run = String((await builder())?.id);

    const page = await visit();
    await page.goto(`/rooms/${room.name}/runs/${run}`);
    await expect(page.getByRole("heading", { level: 1, name: /on DEV-001$/ })).toBeVisible();
    const output = page.getByRole("log", { name: "What it says and does" });
    await expect(output.getByText("I read the greeting first.").last()).toBeVisible();
    const call = (about: string) => output.getByRole("group").filter({ hasText: about });
    await expect(call("cat greeting.txt")).toContainText(/allowed\s*\d+\.\d s/);
    await expect(page.getByText("Nothing was handed on yet.")).toBeVisible();

    // Nothing is loaded anew: the words come by the socket.
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const tree = /^worktree (.*plan-001.*)$/m.exec(await git("worktree", "list", "--porcelain"));
    await writeFile(`${tree?.[1]}/go-on`, "");
    await expect(output.getByText("Now I change it.")).toBeVisible();
    await expect(call("greeting.txt").last()).toContainText("allowed");
    await expect(call("false")).toContainText("failed");
    expect(asked.filter((url) => url.includes("/output"))).toEqual([]);

    const changes = page.getByRole("region", { name: "Changes" });
    await expect(changes.getByText("Good morning")).toBeVisible();
    await expect(changes).toContainText("+1 −1");
    const facts = page.locator("dl");
    await expect(facts).toContainText(/Tokens1\.1\sk/);
    await expect(facts).toContainText("Costunknown");
    await expect(facts).toContainText("85 %");
    await expect(
      page
        .getByText("Between turns")
        .or(page.getByText(/^Ended/))
        .first(),
    ).toBeVisible();
  } finally {
    await runners.end();
  }
});

/** A builder that can't get past its errors, and goes on as if it had not been stopped; with a person's word it can. */
const failing = (message: string, more: object = {}) => ({
  call: "report_error",
  input: { taskId: "{{1}}", fence: "{{fence}}", message, ...more },
});
const STUCK = {
  rules: [
    {
      when: "^(?=[\\s\\S]*Export the type first)(?:[\\s\\S]*\n)?# DEV-\\d+",
      do: [{ end: { message: "The banner has its type." } }],
    },
    {
      when: "(?:^|\n)# (DEV-\\d+)",
      do: [
        { write: "banner.tsx", text: "export {};\n" },
        failing("“DraftState” is not exported", { file: "banner.tsx", line: 3 }),
        failing("“DraftState” is not assignable", { severity: "critical", file: "banner.tsx" }),
        failing("Unused import", { severity: "warning" }),
        failing("The build fails"),
        { say: "I try once more all the same." },
        failing("It fails again"),
        { hang: true },
      ],
    },
    { when: "(?:^|\n)# PLAN-\\d+", do: [{ end: { message: "Done: it says good morning." } }] },
  ],
};

test("the third error of a run stops its agent: the runner ends its process, and the person whose answer lets it go on sees why", async ({
  person,
  makeRoom,
  visit,
}, testInfo) => {
  const room = await makeRoom("duo");
  const params = { room: room.name };
  const runners = new Runners(() => person);
  try {
    const folder = testInfo.outputPath("project");
    await aProject(folder);
    const page = await visit();
    await page.goto("/inbox");
    await runners.start(room.name, folder, STUCK);
    const task = { role: "builder", title: "Draft banner", instruction: "Do it." };
    await person.client.call("createTasks", { params, body: { tasks: [task] } as never });
    const { client } = person;
    const runsOf = async () =>
      (await client.call("listRuns", { params })).data.filter(({ role }) => role === "builder");

    const asked = page.getByText(/was stopped after 3 errors in one run/).first();
    await expect(asked).toBeVisible();
    await expect.poll(async () => (await runsOf())[0]?.state).toBe("destroyed");
    const { data: errors } = await client.call("listErrors", { params });
    expect(errors.map(({ count, stopped }) => [count, stopped])).toEqual([
      [3, true],
      [2, false],
      [2, false],
      [1, false],
    ]);
    const [run] = await runsOf();
    expect(errors.every(({ runId }) => runId === run?.id)).toBe(true);
    const { data: decisions } = await client.call("listDecisions", { params });
    expect(decisions).toMatchObject([{ kind: "task_failed", urgency: "high" }]);

    await page.goto(`/rooms/${room.name}/runs/${run?.id}`);
    await expect(page.getByText("was stopped after 3 errors in one run.").first()).toBeVisible();
    await expect(page.getByText("A person stopped it.")).toHaveCount(0);
    await page.goto(`/rooms/${room.name}/errors`);
    const card = page.getByRole("region", { name: /was stopped after 3 errors/ });
    await expect(card).toContainText("“DraftState” is not exported");
    await expect(card).not.toContainText("Unused import");
    await card.getByRole("button", { name: /Retry with a note/ }).click();
    await page.getByRole("textbox").last().fill("Export the type first.");
    await page.keyboard.press("Control+Enter");
    await expect(card).toHaveCount(0);
    const ended = async () => (await client.call("getTask", { params: { ...params, taskId: "DEV-001" } })).task.state;
    await expect.poll(ended).toBe("completed");
    expect(await runsOf()).toHaveLength(2);
  } finally {
    await runners.end();
  }
});

const DIFF = `diff --git a/src/refund/webhook.ts b/src/refund/webhook.ts
--- a/src/refund/webhook.ts
+++ b/src/refund/webhook.ts
@@ -41,5 +41,8 @@ export class Webhook {
 export async function onLedgerAnswer(e: Answer) {
-  const refund = await store.find(e.refundId)
-  await store.settle(refund, e)
-  await send('refund.settled', refund)
+  await store.transaction(async (tx) => {
+    const refund = await tx.find(e.refundId)
+    if (refund.state === 'settled') return
+    await tx.settle(refund, e)
+    tx.afterCommit(() => send('refund.settled', refund))
+  })
 }
diff --git a/test/refund/late-answer.test.ts b/test/refund/late-answer.test.ts
new file mode 100644
--- /dev/null
+++ b/test/refund/late-answer.test.ts
@@ -0,0 +1,3 @@
+test('settles once when the timer wins', async () => {
+  expect(send).toHaveBeenCalledTimes(1)
+})
`;

/** A run with five turns, of which the last is under way. */
async function aLongRun(runner: PlayedRunner) {
  const { run, taskId } = await runner.begin();
  const usage = {
    inputTokens: 20_000,
    outputTokens: 4_000,
    cacheReadTokens: 80_000,
    cacheWriteTokens: 0,
    costUsd: 0.08,
    model: "claude-opus-4-6",
  };
  const titles = ["I read the review and the task.", "I look for who sends `refund.settled`."];
  for (const title of titles) {
    await run.add({ kind: "prompt", text: `# ${taskId}\nRefund settles once.` });
    await run.say(title);
    await run.call("Grep", { pattern: "tx.find", path: "src" }, { output: "4 files" });
    await run.call("Read", { file_path: "src/refund/webhook.ts" }, { output: "214 lines" });
    await run.call(
      "Bash",
      { command: "npm test -- refund" },
      { state: "failed", output: "late-answer.test.ts › settles once\nexpected 1, received 2" },
    );
    await run.work();
    await run.endTurn({ usage, context: { used: 142_000, size: 200_000 } });
    await run.beginTurn();
  }
  await run.say(
    "The timer reads the state before the answer is written. Reading inside the same transaction closes the gap.",
  );
  await run.call("Edit", { file_path: "src/refund/webhook.ts", old_string: "a", new_string: "b" });
  const changed = { state: "ok", verdict: "change", rule: "10", durationMs: 6_100 } as const;
  await run.call("Bash", { command: "npm install --ignore-scripts" }, changed);
  await run.call(
    "Bash",
    { command: "git push origin HEAD" },
    {
      state: "denied",
      verdict: "deny",
      rule: "push",
      durationMs: 0,
      output: "Builder pushes after the review. Hand the task on instead.",
    },
  );
  await run.add({ kind: "steer", text: "Mind the timer." });
  await run.call("Bash", { command: "npm test -- refund" }, { id: "now", state: "start", durationMs: undefined });
  const evidence = {
    taskId: taskId ?? "",
    branch: "squadroom/plan-001",
    base: "a1",
    head: "b2",
    artifacts: [],
    changes: { added: 9, removed: 3, files: ["src/refund/webhook.ts"], fileCount: 2 },
    checks: [
      {
        name: "lint",
        passed: true,
        command: "npm run lint",
        durationMs: 4_200,
        output: "Checked 42 files.",
      },
      {
        name: "test",
        passed: false,
        command: "npm test",
        durationMs: 8_400,
        output: "late-answer.test.ts › settles once when the timer wins\nexpected 1, received 2",
      },
    ],
  };
  await run.report({ kind: "examined", evidence: evidence as never, diff: DIFF });
  return run;
}

test("a run is read by turns, filtered and searched; it fits and is accessible", async ({
  person,
  makeRoom,
  visit,
}, testInfo) => {
  const room = await makeRoom("duo");
  const params = { room: room.name };
  await person.client.call("sendMessage", { params, body: { body: "Refund settles once." } });
  const runner = await PlayedRunner.connect(person, room.name);
  const run = await aLongRun(runner);
  const page = await visit();
  await page.goto(`/rooms/${room.name}/runs/${run.id}`);
  const output = page.getByRole("log", { name: "What it says and does" });
  const turns = output.getByRole("region");
  const heads = output.getByRole("heading", { level: 2 });
  await expect(heads).toHaveCount(3);
  await expect(heads.first()).toContainText("I read the review and the task.");
  await expect(heads.first()).toContainText(/1 failed\s*3 calls/);
  await expect(heads.first()).toContainText("0.08");
  await expect(heads.last()).toContainText("now");
  await expect(turns.first().getByText("214 lines")).toBeHidden();
  await expect(output.getByText("Mind the timer.")).toBeVisible();
  const denied = output.getByRole("group").filter({ hasText: "git push origin HEAD" });
  await expect(denied).toContainText(/not run\s*denied/);
  await expect(output.getByText(/^Builder pushes after the review/)).toBeVisible();

  await page.getByRole("button", { name: /^Needs a look 3/ }).click();
  await expect(output.getByRole("group")).toHaveCount(3);
  await page.getByRole("button", { name: "All", exact: true }).click();
  await page.keyboard.press("f");
  await page.keyboard.type("received 2");
  await expect(page.getByText("2 matches")).toBeVisible();
  await page.keyboard.press("Escape");

  const checks = page.getByRole("region", { name: "Checks" });
  await expect(checks).toContainText("npm run lint");
  await expect(checks.getByText("expected 1, received 2")).toBeVisible();
  await expect(checks.getByText("Checked 42 files.")).toBeHidden();
  await checks.getByText("Last lines").click();
  await expect(checks.getByText("Checked 42 files.")).toBeVisible();
  await expectAccessible(page, "a run", { isScreen: true });
  await expectFits(page, "a run");
  await shoot(page, testInfo, "run");
});

test("a run is steered, interrupted, stopped with its consequence said first, and resumed", async ({
  person,
  makeRoom,
  visit,
}) => {
  const room = await makeRoom("duo");
  const params = { room: room.name };
  await person.client.call("sendMessage", { params, body: { body: "Refund settles once." } });
  const runner = await PlayedRunner.connect(person, room.name);
  const { run } = await runner.begin();
  await run.say("I look around.");
  const page = await visit();
  await page.goto(`/rooms/${room.name}/runs/${run.id}`);
  const field = page.getByRole("textbox", { name: /^Tell .* something$/ });
  await field.fill("Mind the timer.");
  await field.press("Control+Enter");
  await expect(field).toHaveValue("");
  await expect(page.getByText("Waits until the harness takes it.")).toBeVisible();
  const [steer] = await runner.orders(run.id);
  expect(steer).toMatchObject({ act: "steer", text: "Mind the timer." });
  const orderId = steer?.id as never;
  const note = "Its window is closed.";
  await run.report({ kind: "settled", orderId, isDone: false, note });
  await expect(page.getByText(`Your line didn't arrive: ${note}`, { exact: false })).toBeVisible();

  await page.getByRole("button", { name: /^Interrupt/ }).click();
  await expect(page.getByText(/interrupts its turn/)).toBeVisible();
  const [interrupt] = await runner.orders(run.id);
  await run.report({
    kind: "settled",
    orderId: interrupt?.id as never,
    isDone: true,
    note: "",
  });
  await run.endTurn({ why: "aborted" });
  await expect(page.locator("dl")).toContainText("Between turns");

  await page.getByRole("button", { name: /^Stop run/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Stop run 1 of / });
  await expect(dialog).toContainText("PLAN-001 goes back to the queue, and the changes stay.");
  await dialog.getByRole("button", { name: "Stop run" }).click();
  await expect(page.getByText(/stops it/)).toBeVisible();
  await run.report({ kind: "ended", why: "stopped", reason: "" });
  await expect(page.getByText("A person stopped it.")).toBeVisible();
  const { task } = await person.client.call("getTask", {
    params: { ...params, taskId: "PLAN-001" },
  });
  expect(task.state).toBe("pending");

  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page).toHaveURL(/\/runs\/2$/);
  expect((await person.client.call("listRuns", { params })).data).toMatchObject([
    { id: 2, state: "creating" },
    { id: 1, state: "destroyed" },
  ]);
  await page.goBack();
  await page.getByRole("link", { name: "Open run 2" }).click();
  await expect(page).toHaveURL(/\/runs\/2$/);
});

test("on a phone Stop is in sight whatever a run said, and Enter by reflex stops nothing", async ({
  person,
  makeRoom,
  visit,
}) => {
  const room = await makeRoom("duo");
  const params = { room: room.name };
  await person.client.call("sendMessage", { params, body: { body: "Refund settles once." } });
  const runner = await PlayedRunner.connect(person, room.name);
  const run = await aLongRun(runner);
  const page = await visit({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await page.goto(`/rooms/${room.name}/runs/${run.id}`);
  const log = page.getByRole("log", { name: "What it says and does" });
  await expect(log.getByText("Mind the timer.")).toBeVisible();
  // Only the page scrolls, and follows what comes.
  expect(await log.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  await run.say("It settles once now.");
  await expect(log.getByText("It settles once now.").last()).toBeInViewport();
  const stop = page.getByRole("button", { name: /^Stop run/ });
  await expect(stop).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: "Newest" }).waitFor({ state: "detached" });
  await page
    .getByText(/^Working, /)
    .first()
    .tap();
  await expect(page.locator("dl")).toContainText("squadroom/");
  await expect(stop).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, "a run on a phone", { isScreen: true });
  await expectFits(page, "a run on a phone");

  await stop.tap();
  const dialog = page.getByRole("dialog", { name: /^Stop run 1 of / });
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  expect(await runner.orders(run.id)).toEqual([]);
  await stop.tap();
  await dialog.getByRole("button", { name: "Stop run" }).tap();
  await expect.poll(async () => (await runner.orders(run.id)).map(({ act }) => act)).toEqual(["stop"]);
});

test("a thousand calls stay quick to read, and what was said before is a click away", async ({
  person,
  makeRoom,
  visit,
}) => {
  const room = await makeRoom("duo");
  const params = { room: room.name };
  await person.client.call("sendMessage", { params, body: { body: "Refund settles once." } });
  const { run } = await (await PlayedRunner.connect(person, room.name)).begin();
  const tool = (id: number) => ({
    id: `c${id}`,
    name: "Bash",
    state: "ok" as const,
    durationMs: 3,
    input: JSON.stringify({ command: `step ${id}` }),
  });
  await run.add(...Array.from({ length: 1_000 }, (_, id) => ({ kind: "tool" as const, tool: tool(id + 1) })));
  const page = await visit();
  await page.goto(`/rooms/${room.name}/runs/${run.id}`);
  const output = page.getByRole("log", { name: "What it says and does" });
  await expect(output.getByText("step 1000", { exact: true })).toBeInViewport();
  await run.add({ kind: "text", text: "That was all of it." });
  await expect(output.getByText("That was all of it.", { exact: true }).last()).toBeInViewport();
  await page.getByRole("button", { name: "Show what came before" }).click();
  await page.getByRole("button", { name: /^Show \d+ earlier entries$/ }).click();
  await page.getByRole("button", { name: /^Show \d+ earlier entries$/ }).click();
  await expect(output.getByText("step 1", { exact: true })).toBeVisible();
  await page.keyboard.press("f");
  await page.keyboard.type("step 77");
  await expect(page.getByText("11 matches")).toBeVisible();
});

test("runs of a room are listed, live ones first; an unknown one says so", async ({
  person,
  makeRoom,
  visit,
  allowErrors,
}) => {
  allowErrors(/404 .*runs\/99/);
  const room = await makeRoom("duo");
  const params = { room: room.name };
  await person.client.call("sendMessage", { params, body: { body: "Refund settles once." } });
  const { run } = await (await PlayedRunner.connect(person, room.name)).begin();
  const page = await visit();
  await page.goto(`/rooms/${room.name}/runs/99`);
  await expect(page.getByText("This room has no run with that number.")).toBeVisible();
  await page.getByRole("link", { name: "All runs" }).click();
  await expect(page.getByRole("link", { name: /on PLAN-001$/ })).toBeVisible();
  await expectAccessible(page, "the runs");
  await expectFits(page, "the runs");
  await page.getByRole("link", { name: /on PLAN-001$/ }).click();
  await expect(page.getByText("Nothing said yet")).toBeVisible();
  await run.say("I begin.");
  await expect(page.getByRole("log").getByText("I begin.").last()).toBeVisible();
});

const FAILED_STARTS = 8;

test("a role whose start failed rests, its waiting task says until when, and is tried at once", async ({
  person,
  makeRoom,
  visit,
}) => {
  const room = await makeRoom("duo");
  const params = { room: room.name };
  await person.client.call("sendMessage", { params, body: { body: "Refund settles once." } });
  const runner = await PlayedRunner.connect(person, room.name);
  const failed = { kind: "ended", why: "start_failed", reason: "It isn't signed in." } as const;
  const [first = 0] = await runner.take();
  await runner.report(first, failed);
  // It rests longer each time.
  for (let n = 2; n <= FAILED_STARTS; n++) {
    await person.client.call("startRun", { params, body: { role: "planner" } });
    await runner.take();
    await runner.report(n, failed);
  }
  const page = await visit();
  await page.goto(`/rooms/${room.name}/settings?section=runners`);
  const waiting = page.getByRole("region", { name: "Waiting for a slot" });
  await expect(waiting).toContainText(
    /PLAN-001 Refund settles once\.?; studio tries again at \d\d:\d\d: its last starts failed/,
  );
  await expectAccessible(page, "a role that rests");
  await expectFits(page, "a role that rests");
  await page.setViewportSize({ width: 1440, height: 900 });
  await waiting.getByRole("button", { name: "Try now" }).click();
  await expect.poll(() => runner.take()).toEqual([FAILED_STARTS + 1]);
  await expect(waiting).toHaveCount(0);
  await expect(page.getByRole("region", { name: "studio", exact: true })).toContainText("Starting");
});
