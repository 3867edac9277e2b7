// Lets Node import what is no module of its own, as the bundle of the server has it: `.sql` files as text, and the
// contract's shapes. node --import ./scripts/sql-loader.mjs
import { readFile } from "node:fs/promises";
import { register } from "node:module";
import { isMainThread } from "node:worker_threads";
import { readShapes, SHAPES } from "./shapes.mjs";

if (isMainThread) register(import.meta.url);

export async function load(url, context, nextLoad) {
  if (SHAPES.test(url)) return moduleOf(await readShapes());
  if (!url.endsWith(".sql")) return nextLoad(url, context);
  return moduleOf(`export default ${JSON.stringify(await readFile(new URL(url), "utf8"))};`);
}

function moduleOf(source) {
  return { format: "module", shortCircuit: true, source };
}
