// Tells whether something that was made is outdated: by a hash over what it was made of.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./ensure.mjs";

const NO_INPUT = /^(node_modules|dist|test-results|coverage)$|\.test\.tsx?$/;

/** @param inputs files and folders of the repository */
export function hashInputs(inputs) {
  const hash = createHash("sha256").update(process.versions.node.split(".")[0]);
  for (const input of inputs) {
    for (const file of filesIn(join(root, input))) {
      hash.update(relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
    }
  }
  return hash.digest("hex");
}

function filesIn(path) {
  if (!existsSync(path)) return [];
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (error.code === "ENOTDIR") return [path];
    throw error;
  }
  return entries
    .filter(({ name }) => !NO_INPUT.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(path, entry.name)) : [join(path, entry.name)]));
}
