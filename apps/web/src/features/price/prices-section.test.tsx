import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { Refused, serve, show } from "../../testing/page.fixture.tsx";
import { PricesSection } from "./prices-section.tsx";

const WRITES = { cacheWriteUsd: null, cacheWrite1hUsd: null };
const NONE = { cacheReadUsd: null, ...WRITES, contextSize: null, class: null };
const opus = (over = {}) => ({
  model: "opus*",
  provider: "anthropic",
  inputUsd: 5,
  outputUsd: 25,
  ...NONE,
  class: "premium",
  contextSize: 200_000,
  source: "list",
  asOf: "2026-11-01",
  builtIn: true,
  ...over,
});

const rowOf = (model: string) => within(screen.getByRole("row", { name: new RegExp(model) }));

test("a price that came with Squadroom becomes the server's own by its change, and applies again when that goes", async () => {
  let prices = [opus()];
  const asked = serve({
    listPrices: () => ({ data: prices, next: null }),
    setPrice: () => {
      prices = [opus({ inputUsd: 4, builtIn: false, source: "Ada" })];
      return { price: prices[0] as never };
    },
    removePrice: () => {
      prices = [opus()];
      return { removed: true, now: prices[0] as never };
    },
  });
  const { user } = await show(<PricesSection />);
  await screen.findByText("built in, 2026-11-01");
  expect(rowOf("opus").getAllByText("unknown")).toHaveLength(3);
  expect(rowOf("opus").getByText("premium")).toBeTruthy();
  expect(rowOf("opus").getByText("200,000")).toBeTruthy();
  expect(rowOf("opus").queryByRole("button", { name: /^Remove/ })).toBeNull();

  await user.click(rowOf("opus").getByRole("button", { name: "Edit the price of opus*" }));
  const input = screen.getByLabelText("Input");
  await user.clear(input);
  await user.type(input, "four");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(screen.getByText("Give a number from 0 to 10,000, or nothing.")).toBeTruthy();
  expect(asked.some(({ id }) => id === "setPrice")).toBe(false);
  await user.clear(input);
  await user.type(input, "4");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Ada, 2026-11-01");
  expect(asked.find(({ id }) => id === "setPrice")?.body).toEqual({
    model: "opus*",
    provider: "anthropic",
    inputUsd: 4,
    outputUsd: 25,
    ...NONE,
    class: "premium",
    contextSize: 200_000,
  });

  await user.click(rowOf("opus").getByRole("button", { name: "Remove the price of opus*" }));
  await user.click(screen.getByRole("button", { name: "Remove" }));
  await screen.findByText("built in, 2026-11-01");
});

test("a file is looked at before its prices are set", async () => {
  const counts = { added: 1, changed: 1, same: 3, skipped: 2 };
  const changes = [opus({ change: "changed" }), opus({ model: "haiku", change: "added" })];
  const warnings = [{ row: "dall-e", message: "has no price for tokens" }];
  const asked = serve({
    listPrices: () => ({ data: [], next: null }),
    importPrices: ({ body }) => {
      const { preview = false, content } = body as { preview?: boolean; content: string };
      if (content === "no") return new Refused("import_invalid", "This is no list of prices.");
      const read = { format: "litellm", counts, changes, warnings, warningCount: 1 };
      return { ...read, isPreview: preview } as never;
    },
  });
  const { user } = await show(<PricesSection />);
  await screen.findByText("No prices");
  await user.click(screen.getByRole("button", { name: "Import prices" }));
  await user.upload(screen.getByLabelText("File"), new File(["no"], "a.json"));
  await screen.findByText("This is no list of prices.");
  await user.upload(screen.getByLabelText("File"), new File(["{}"], "a.json"));
  await screen.findByText("1 new, 1 changes, 3 stay the same, 2 rows are no prices");
  expect(within(screen.getByRole("list", { name: "What would change" })).getAllByRole("listitem")).toHaveLength(2);
  expect(asked.filter(({ id }) => id === "importPrices").map(({ body }) => body)).toEqual([
    { content: "no", preview: true },
    { content: "{}", preview: true },
  ]);
  await user.click(screen.getByRole("button", { name: "Import 2 prices" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(asked.filter(({ id }) => id === "importPrices").at(-1)?.body).toEqual({ content: "{}" });
});

test("thousands of prices are found by name, and a server that can't be reached says so", async () => {
  const many = Array.from({ length: 300 }, (_, i) => opus({ model: `model-${i}` }));
  let isDown = true;
  serve({
    listPrices: () => (isDown ? new Refused("bad_request", "Not now.") : { data: many, next: null }),
  });
  const { user } = await show(<PricesSection />);
  await screen.findByText("Couldn't load the prices");
  isDown = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("300 models");
  expect(screen.getAllByRole("row")).toHaveLength(26);
  await user.type(screen.getByLabelText("Find a model"), "model-29");
  expect(screen.getByText("11 models")).toBeTruthy();
  expect(screen.getAllByRole("row")).toHaveLength(12);
});
