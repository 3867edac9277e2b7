import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { finish } from "../fixtures/session.ts";
import { SessionPage } from "../fixtures/session-page.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

const STEPS = 400;

test("a pipeline of hundreds of steps draws those that are seen, and counts the rest", async ({
  makeRoom,
  person: { client },
  visit,
  anAgent,
}, testInfo) => {
  const room = await makeRoom("lifecycle");
  const params = { room: room.name };
  const { draft, version } = await client.call("getTeam", { params });
  const id = (i: number) => `IMPL-${String(i + 1).padStart(3, "0")}`;
  const steps = Array.from({ length: STEPS }, (_, i) =>
    [`  - id: ${id(i)}`, `    title: Part ${i + 1}`, ...(i === 0 ? [] : [`    requires: [${id(i - 1)}]`])].join("\n"),
  );
  const text = `name: parts\ntitle: Parts\nabout: one after the other\nsteps:\n${steps.join("\n")}\n`;
  const team = { ...draft, pipelines: [text] };
  await client.call("changeTeam", { params, body: { version, team, remap: {} } });
  const body = { title: "Port", description: "Each part.", pipeline: "parts" };
  const { sessionId } = await client.call("createSession", { params, body });

  const page = await visit();
  const screen = new SessionPage(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/rooms/${room.name}/sessions/${sessionId}`);
  await expect(screen.heading(`0 of ${STEPS} steps are done`)).toBeVisible();
  const graph = page.getByRole("region", { name: "The pipeline as a graph" });
  const node = (of: string) => graph.getByRole("button", { name: new RegExp(`^${of} `) });
  await expect(node(id(0))).toBeVisible();
  await expect(node(id(STEPS - 1))).toHaveCount(0);
  expect(await graph.getByRole("button").count()).toBeLessThan(60);
  await graph.evaluate((box) => {
    box.scrollLeft = box.scrollWidth;
  });
  await expect(node(id(STEPS - 1))).toBeInViewport();
  await expect(node(id(0))).toHaveCount(0);
  await expectAccessible(page, "a long pipeline");
  await page.setViewportSize({ width: 1440, height: 900 });

  const strip = page.getByRole("list", { name: "Steps of the pipeline" }).first();
  await expect(strip).toContainText(`${STEPS - 1} waiting`);
  const agent = await anAgent({ room: room.name, role: "executor" });
  await finish(agent, await agent.take());
  await expect(strip).toContainText("1 done");
  await expectFits(page, "a long pipeline");
  for (let done = 1; done < 8; done++) await finish(agent, await agent.take());
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await expect(node(id(8))).toBeInViewport();
  await expect(node(id(0))).not.toBeInViewport();
  await shoot(page, testInfo, "large", { widths: [768, 1024, 1440] });

  await page.setViewportSize({ width: 360, height: 800 });
  const list = screen.work.getByRole("list", { name: "Steps of the pipeline" });
  await expect(list.getByRole("listitem")).toHaveCount(100);
  await expect(list.getByRole("listitem").first()).toContainText(id(8));
  await screen.work.getByRole("button", { name: "Show 100 more" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(200);
  await expectFits(page, "a long pipeline on a phone");
});
