// Lets Node import `.sql` files as text, as the bundle of the server does: node --import ./scripts/sql-loader.mjs
import { readFile } from "node:fs/promises";
import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

if (isMainThread) register(import.meta.url);

export async function load(url, context, nextLoad) {
  if (!url.endsWith(".sql")) return nextLoad(url, context);
  const text = await readFile(new URL(url), "utf8");
  return {
    format: "module",
    shortCircuit: true,
    source: `export default ${JSON.stringify(text)};`,
  };
}
