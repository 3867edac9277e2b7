import { expectAccessible } from "../fixtures/axe.ts";
import { expect, test } from "../fixtures/test.ts";

test("what agents used today is told by agent and together, as it is reported", async ({
  makeRoom,
  anAgent,
  openRoom,
  person,
}) => {
  const room = await makeRoom("duo");
  const planner = await anAgent({ room: room.name, role: "planner" });
  const builder = await anAgent({ room: room.name, role: "builder" });
  const tasks = ["planner", "builder"].map((role) => ({
    role,
    title: "Dig the hole",
    instruction: "Two metres.",
  }));
  await person.client.call("createTasks", { params: { room: room.name }, body: { tasks } });
  const { page } = await openRoom(room);
  const today = page.getByRole("region", { name: "Used today" });
  const of = (name: string) => today.getByRole("listitem").filter({ hasText: name });
  await expect(of("Builder")).toContainText("unknown");
  await expect(today.getByRole("heading")).toContainText("unknown");

  const [plan, dig] = [await planner.take(), await builder.take()];
  const usage = { inputTokens: 30_000, outputTokens: 8_000 };
  await planner.progress(plan, { percent: 10, usage: { ...usage, costUsd: 1.86 } });
  await expect(of("Planner")).toContainText("1.86 USD");
  await expect(of("Builder")).toContainText("unknown");
  await builder.progress(dig, { percent: 10, usage });
  await expect(of("Builder")).toContainText("38 k tokens");
  await builder.complete(dig, { result: { summary: "It is deep." }, usage });
  await expect(of("Builder")).toContainText("76 k tokens");
  await expect(today.getByRole("heading")).toContainText("at least 1.86 USD");
  await expectAccessible(page, "a room with what was used today");

  await page.goto("/rooms");
  const card = page.getByRole("listitem").filter({ hasText: room.name });
  await expect(card).toContainText("at least 1.86 USD");
  await page.goto("/inbox");
  for (const width of [360, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(today).toBeInViewport();
  }
  await expect(today).toContainText(/at least .* USD/);
});
