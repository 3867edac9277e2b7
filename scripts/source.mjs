// Builds, then becomes a program of `bench/`, which is run from its source.
import { join } from "node:path";
import { build } from "./build.mjs";
import { become, ensure, giveUp, root } from "./ensure.mjs";

/**
 * What runs a program of a tree from its source: program, arguments, folder.
 *
 * @param file below `bench/`
 */
export function sourceCommand(tree, file, options) {
  const loaders = ["--import", "tsx", "--import", "./scripts/sql-loader.mjs"];
  return [process.execPath, [...loaders, join(tree, "bench", file), ...options], tree];
}

export async function ready() {
  ensure();
  await build().catch((error) => giveUp(error.message));
}

export async function becomeSource(file, options) {
  await ready();
  const [program, args] = sourceCommand(root, file, options);
  become(program, args);
}
