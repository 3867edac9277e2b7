// Builds, then becomes a program of `bench/`, which is run from its source.
import { join } from "node:path";
import { build } from "./build.mjs";
import { become, ensure, giveUp, root } from "./ensure.mjs";

/** @param file below `bench/` */
export async function becomeSource(file, options) {
  ensure();
  await build().catch((error) => giveUp(error.message));
  const loaders = ["--import", "tsx", "--import", "./scripts/sql-loader.mjs"];
  become(process.execPath, [...loaders, join(root, "bench", file), ...options]);
}
