import { writeFile } from "node:fs/promises";
import type { Reply } from "@squadroom/client/call";
import { allRows, type Row } from "@squadroom/client/pages";
import { writePrices } from "@squadroom/core/price/import";
import { FIGURES, PRICE_USD_MAX } from "@squadroom/core/price/price";
import type { Command } from "commander";
import { answering, define, group, number } from "../answer.ts";
import { openAdminDoor } from "../door.ts";
import { CliError } from "../failure.ts";
import type { Cli } from "../settings.ts";
import { readText } from "../text-input.ts";
import { columns } from "../words.ts";

type Price = Row<"listPrices">;

/** What models cost on this server. */
export function addPrices(program: Command, cli: Cli): void {
  const prices = group(
    program,
    "prices",
    "what models cost, for estimates where agents name no cost",
  );
  addList(prices, cli);
  addSet(prices, cli);
  addRemove(prices, cli);
  addImport(prices, cli);
  addExport(prices, cli);
}

function addList(prices: Command, cli: Cli): void {
  const command = define(prices, "list", "list prices, in US dollars for a million tokens");

  answering(cli, command, async () => {
    const { call } = await openAdminDoor(cli);
    const data = await allRows(call, "listPrices", {});
    const head = [
      "model",
      "input",
      "output",
      "cache read",
      "cache write",
      "for 1 h",
      "class",
      "context",
      "from",
    ];
    const rows = data.map((price) => {
      const about = [price.class ?? "unknown", String(price.contextSize ?? "unknown")];
      return [price.model, ...figuresOf(price), ...about, originOf(price)];
    });
    return { data: { data, next: null }, text: columns([head, ...rows], "") };
  });
}

function addSet(prices: Command, cli: Cli): void {
  const usd = number(0, PRICE_USD_MAX);
  const command = define(
    prices,
    "set <model>",
    "set what a model costs, in US dollars for a million tokens",
    "A model that ends in * stands for all names that begin like that. What you leave out is unknown; a model without any price is unknown altogether.",
  )
    .option("--in <usd>", "input", usd)
    .option("--out <usd>", "output", usd)
    .option("--cache-read <usd>", "reading from the cache", usd)
    .option("--cache-write <usd>", "writing to the cache, for five minutes", usd)
    .option("--cache-write-1h <usd>", "writing to it for an hour", usd)
    .option("--provider <name>", "who bills it")
    .option("--context <tokens>", "tokens that it can read at once", number(1, 1_000_000_000))
    .option("--class <word>", "what kind of work it is for")
    .option("--source <text>", "where the figures come from; by default you")
    .option("--as-of <day>", "the day they were true, YYYY-MM-DD; by default today");
  answering(cli, command, async ([model = ""], options) => {
    const { call } = await openAdminDoor(cli);
    const body = {
      model,
      ...given("inputUsd", options.in),
      ...given("outputUsd", options.out),
      ...given("cacheReadUsd", options.cacheRead),
      ...given("cacheWriteUsd", options.cacheWrite),
      ...given("cacheWrite1hUsd", options.cacheWrite1h),
      ...given("provider", options.provider),
      ...given("contextSize", options.context),
      ...given("class", options.class),
      ...given("source", options.source),
      ...given("asOf", options.asOf),
    };
    const reply = await call("setPrice", { body });
    return { data: reply, text: `${model}: ${priceText(reply.price)}.` };
  });
}

function given(name: string, value: unknown): Record<string, unknown> {
  return value === undefined ? {} : { [name]: value };
}

function addRemove(prices: Command, cli: Cli): void {
  const command = define(
    prices,
    "remove <model>",
    "remove a price of this server's own; one that came with Squadroom applies again",
  );

  answering(cli, command, async ([model = ""]) => {
    const { call } = await openAdminDoor(cli);
    const reply = await call("removePrice", { params: { model } });
    const now = reply.now ? `${reply.now.model}: ${priceText(reply.now)}` : "Its cost is unknown";
    return { data: reply, text: `Removed the price of ${model}. ${now}.` };
  });
}

function addImport(prices: Command, cli: Cli): void {
  const command = define(
    prices,
    "import <file>",
    "set the prices of a JSON file, `-` for stdin",
    "Reads what `squadroom prices export` writes, and LiteLLM's model_prices_and_context_window.json.",
  ).option("--preview", "say what would change, and change nothing");
  answering(cli, command, async ([file = ""], options) => {
    const content = await readText(cli.io, { file }, "FILE");
    const { call } = await openAdminDoor(cli);
    const preview = options.preview === true;
    const reply = await call("importPrices", { body: { content, preview } });
    return { data: reply, text: importText(reply) };
  });
}

function importText(reply: Reply<"importPrices">): string {
  const { counts, warnings, warningCount, changes, isPreview } = reply;
  const would = isPreview ? "would be " : "";
  const more = warningCount - warnings.length;
  return [
    `${would}added: ${counts.added}, ${would}changed: ${counts.changed}, the same: ${counts.same}, skipped: ${counts.skipped}`,
    ...(isPreview ? changes.map((price) => `  ${price.model}: ${priceText(price)}`) : []),
    ...warnings.map(({ row, message }) => `  ${row}: ${message}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join("\n");
}

function addExport(prices: Command, cli: Cli): void {
  const command = define(prices, "export [file]", "write all prices as JSON, to a file or stdout");

  answering(cli, command, async ([file = ""]) => {
    const { call } = await openAdminDoor(cli);
    const data = await allRows(call, "listPrices", {});
    const text = writePrices(data);
    if (file === "" || file === "-") return { data: { data }, text, isFile: true };
    await writeFile(file, text).catch((cause: Error) => {
      throw new CliError(
        "file_unwritable",
        `Couldn't write ${file}: ${cause.message}`,
        "Name another file.",
      );
    });
    return { data: { data }, text: `${data.length} prices are in ${file}.` };
  });
}

function figuresOf(price: Price): string[] {
  return FIGURES.map((usd) => String(price[usd] ?? "unknown"));
}

/** "3 in, 15 out, 0.3 cache read, 3.75 cache write, 6 cache write for 1 h". */
function priceText(price: Price): string {
  const words = ["in", "out", "cache read", "cache write", "cache write for 1 h"];
  return figuresOf(price)
    .map((usd, i) => `${usd} ${words[i]}`)
    .join(", ");
}

function originOf({ source, asOf, builtIn }: Price): string {
  return `${source}, ${asOf}${builtIn ? ", built in" : ""}`;
}
