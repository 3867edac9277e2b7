import type { UsageBody } from "@squadroom/core/usage/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { anAgent, refusalOf, take } from "../decision/squad.fixture.ts";

let db: TestDatabase;
let here: Server;

beforeAll(async () => {
  db = await testDatabase();
  here = await aServer(db.url);
});
afterAll(async () => {
  await here.close();
  await db.drop();
});

const USED = { inputTokens: 1_000, outputTokens: 100, model: "house-large-2" };

/** A solo with a task in hand, in a room of its own. */
async function atWork() {
  const room = await createRoom(here.admin, "solo");
  const solo = await anAgent(here, room, "solo");
  const tasks = [{ role: "solo", title: "Refunds", instruction: "Make them idempotent." }];
  await here.admin.call("createTasks", { params: { room }, body: { tasks } });
  return { room, solo, held: await take(solo) };
}

async function reportsIn(room: string) {
  const { data } = await here.admin.call("listEvents", { params: { room }, query: {} });
  return data.flatMap((event) => (event.type === "usage.reported" ? [event.data.usage] : []));
}

async function priceOf(model: string) {
  const { data } = await here.admin.call("listPrices", { query: {} });
  return data.find((price) => price.model === model);
}

describe("usage without a cost", () => {
  test("is estimated at the next report after a price is set, and the log says by which", async () => {
    const { room, solo, held } = await atWork();
    await solo.progress(held, { usage: USED });
    await here.admin.call("setPrice", {
      body: { model: "house-*", inputUsd: 3, outputUsd: 15 },
    });
    await solo.progress(held, { usage: USED });
    await solo.progress(held, { usage: { ...USED, cacheReadTokens: 5 } });
    await solo.progress(held, { usage: { ...USED, costUsd: 0.5 } });
    await solo.progress(held, { usage: { ...USED, costUsd: 0.25, basis: "estimated" } });

    const told = (await reportsIn(room)).map(({ costUsdMicros, basis, pricedBy }) => {
      return [costUsdMicros, basis, pricedBy];
    });
    expect(told).toEqual([
      [null, "unknown", undefined],
      [4_500, "estimated", "house-*"],
      [null, "unknown", undefined],
      [500_000, "billed", undefined],
      [250_000, "estimated", undefined],
    ]);
    const { data } = await here.admin.call("listUsage", { query: { since: 0, room } });
    expect(data[0]?.usage).toMatchObject({
      costUsdMicros: 754_500,
      estimatedUsdMicros: 254_500,
      unpricedTokens: 2_205,
    });
    const { task } = await here.admin.call("getTask", { params: { room, taskId: held.taskId } });
    expect(task.usage).toEqual(data[0]?.usage);
    expect(await here.admin.call("verifyRoom", { params: { room } })).toMatchObject({ ok: true });
  });

  test("is refused with a basis that its cost contradicts", async () => {
    const { solo, held } = await atWork();
    const odd: Partial<UsageBody>[] = [{ basis: "billed" }, { basis: "unknown", costUsd: 1 }];
    for (const one of odd) {
      const refused = solo.progress(held, { usage: { ...USED, ...one } });
      expect(await refusalOf(refused)).toMatchObject({ code: "bad_request" });
    }
  });
});

describe("a price of the server's own", () => {
  test("goes before the one that came with Squadroom, which returns when it is removed", async () => {
    const model = "claude-haiku-4-5*";
    expect(await priceOf(model)).toMatchObject({ inputUsd: 1, builtIn: true });
    await here.admin.call("setPrice", { body: { model: "Claude-Haiku-4-5*", inputUsd: 0.9 } });
    expect(await priceOf(model)).toBeUndefined();
    expect(await priceOf("Claude-Haiku-4-5*")).toMatchObject({
      inputUsd: 0.9,
      outputUsd: null,
      builtIn: false,
      asOf: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    const { now } = await here.admin.call("removePrice", { params: { model } });
    expect(now).toMatchObject({ model, inputUsd: 1, builtIn: true });
    const again = here.admin.call("removePrice", { params: { model } });
    expect(await refusalOf(again)).toMatchObject({ code: "price_unknown" });
  });

  test("may have a name with slashes", async () => {
    const model = "azure/house/small";
    await here.admin.call("setPrice", { body: { model, inputUsd: 1 } });
    expect(await here.admin.call("removePrice", { params: { model } })).toEqual({
      removed: true,
      now: null,
    });
  });
});

describe("an import", () => {
  const file = (usd: number) =>
    JSON.stringify({
      "imported-a": { litellm_provider: "x", input_cost_per_token: usd, output_cost_per_token: 0 },
      "imported-b": { litellm_provider: "x", mode: "image" },
    });

  test("says first what would change, changes that, and is the same a second time", async () => {
    const importing = (content: string, preview = false) =>
      here.admin.call("importPrices", { body: { content, preview } });
    const seen = await importing(file(1e-6), true);
    expect(seen).toMatchObject({
      format: "litellm",
      counts: { added: 1, changed: 0, same: 0, skipped: 1 },
      changes: [{ model: "imported-a", inputUsd: 1, outputUsd: 0, change: "added" }],
      warnings: [{ row: "imported-b", message: "Skipped: it has no price for a token." }],
      warningCount: 1,
    });
    expect(await priceOf("imported-a")).toBeUndefined();
    await importing(file(1e-6));
    expect(await priceOf("imported-a")).toMatchObject({ inputUsd: 1, source: "LiteLLM" });
    expect((await importing(file(1e-6))).counts).toMatchObject({ same: 1 });
    expect((await importing(file(2e-6))).counts).toMatchObject({ changed: 1 });
    expect(await refusalOf(importing("{}"))).toMatchObject({ code: "import_invalid" });
  });

  test("sets all of a file or none of it", async () => {
    const prices = Array.from({ length: 5_001 }, (_, n) => ({ model: `many-${n}`, inputUsd: 1 }));
    const body = { content: JSON.stringify({ prices }) };
    expect(await refusalOf(here.admin.call("importPrices", { body }))).toMatchObject({
      code: "limit_reached",
    });
    expect(await priceOf("many-0")).toBeUndefined();
  });

  test("is in the server's audit, as each price is", async () => {
    const { data } = await here.admin.call("listServerAudit", { query: {} });
    const acts = data.map(({ act, subject }) => [act, subject]);
    expect(acts).toContainEqual(["prices_imported", "litellm"]);
    expect(acts).toContainEqual(["price_set", "house-*"]);
    expect(acts).toContainEqual(["price_removed", "azure/house/small"]);
  });
});
