import type { Reply } from "@squadroom/client/call";
import { allRows, type Row } from "@squadroom/client/pages";
import { writePrices } from "@squadroom/core/price/export";
import { FIGURES } from "@squadroom/core/price/price";
import type { Command } from "commander";
import { answering, define, group } from "../answer.ts";
import { addContract, type Words } from "../contract-commands.ts";
import { openAdminDoor } from "../door.ts";
import { saveText } from "../folder-files.ts";
import type { Cli } from "../settings.ts";
import { readText } from "../text-input.ts";
import { columns } from "../words.ts";

type Price = Row<"listPrices">;

/** What models cost on this server. */
export function addPrices(program: Command, cli: Cli): void {
  const prices = group(program, "prices", "what models cost, for estimates where agents name no cost");
  addContract(prices, cli, words);
  addImport(prices, cli);
  addExport(prices, cli);
}

const words: Words = {
  listPrices: ({ data }) => {
    const kinds = ["input", "output", "cache read", "cache write", "for 1 h"];
    const head = ["model", ...kinds, "class", "context", "from"];
    const rows = data.map((price) => {
      const about = [price.class ?? "unknown", String(price.contextSize ?? "unknown")];
      return [price.model, ...figuresOf(price), ...about, originOf(price)];
    });
    return columns([head, ...rows], "");
  },
  setPrice: ({ price }, { body }) => `${body.model}: ${priceText(price)}.`,
  removePrice: ({ now }, { params }) => {
    const left = now ? `${now.model}: ${priceText(now)}` : "Its cost is unknown";
    return `Removed the price of ${params.model}. ${left}.`;
  },
};

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
    await saveText(file, text);
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
