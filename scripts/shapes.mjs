// The text of `packages/core/src/contract/shapes.ts` as it is loaded: TypeScript's types of the contract and of events as
// JSON schemas. Reading them takes seconds, so it is done once for each state of the source, when somebody needs them.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root, run } from "./ensure.mjs";
import { hashInputs } from "./inputs.mjs";

/** The file whose text it is. */
export const SHAPES = /[\\/]core[\\/]src[\\/]contract[\\/]shapes\.ts$/;

const READER = "packages/core/scripts/read-shapes.ts";
const INPUTS = ["packages/core/src", READER, "scripts/shapes.mjs", "pnpm-lock.yaml"];
const made = join(root, "packages", "core", "dist", "shapes.js");
const known = new Map();

/** @throws when the source can't be read; the message holds what its reader printed */
export function readShapes() {
  const hash = hashInputs(INPUTS);
  if (!known.has(hash)) known.set(hash, readOrMake(`// ${hash}\n`));
  return known.get(hash);
}

async function readOrMake(mark) {
  const before = existsSync(made) ? readFileSync(made, "utf8") : "";
  if (before.startsWith(mark)) return before;
  mkdirSync(dirname(made), { recursive: true });
  // Of this process alone: a build and a test may read them at the same time.
  const part = `${made}.${process.pid}`;
  const { code, output } = await run(process.execPath, ["--import", "tsx", READER, part], {
    shown: false,
  });
  if (code !== 0) throw new Error(`The contract's types couldn't be read:\n${output}`);
  const text = `${mark}export const shapes = ${readFileSync(part, "utf8")};\n`;
  writeFileSync(part, text);
  renameSync(part, made);
  return text;
}
