// What a module computes, as the data that it gives: a bundle then has neither its code nor what it imports.
import { mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "./ensure.mjs";

/** What packages in CommonJS take for granted, in a bundle of modules. */
export const COMMONJS_NAMES = [
  'import { createRequire as createBannerRequire } from "node:module";',
  "const require = createBannerRequire(import.meta.url);",
  "const { filename: __filename, dirname: __dirname } = import.meta;",
].join("\n");

/** The limits of the contract's fields: the page's build has their values in place of the schemas. */
export const LIMITS = /[\\/]core[\\/]src[\\/]contract[\\/]limits\.ts$/;

/** @returns a module that exports the same values; they are plain data */
export async function readAsData(file) {
  const { build } = await import("esbuild");
  const folder = join(root, "packages", "core", "dist");
  const outfile = join(folder, `${basename(file, ".ts")}.${process.pid}.${Date.now()}.mjs`);
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints: [file],
    outfile,
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    mainFields: ["module", "main"],
    banner: { js: COMMONJS_NAMES },
    logLevel: "silent",
  });
  try {
    const values = Object.entries(await import(outfile));
    return values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join("\n");
  } finally {
    rmSync(outfile);
  }
}
