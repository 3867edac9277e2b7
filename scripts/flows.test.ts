import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Maps from a flow to what it says, what finds the sessions of one, and what narrows a session once. */
const ASKING = [
  "apps/cli/src/commands/session-text.ts",
  "apps/web/src/features/session/flow-view.tsx",
  "apps/web/src/features/session/flow-words.ts",
  "packages/core/src/flow/dispatch.ts",
  "packages/core/src/flow/sessions.ts",
  "packages/core/src/prompt/context/flow-prompt.ts",
  "packages/core/src/session/flow/flows.ts",
  "packages/core/src/session/record/set.ts",
  "packages/core/src/session/rules/rules.ts",
  "packages/core/src/session/shown.ts",
];
/** A flow's own folders. */
const OWN = /^packages\/core\/src\/session\/(?:brainstorm|pipeline)\//;

test("nobody else asks which flow a session takes (ADR 43)", () => {
  const asks = (file: string) => /\.flow\b|\{ flow \}|"pipeline" in /.test(readFileSync(join(root, file), "utf8"));
  const sources = ["packages", "apps"].flatMap((folder) =>
    readdirSync(join(root, folder)).flatMap((name) => under(join(root, folder, name, "src"))),
  );
  const asking = sources.filter((file) => !/\.(?:test|fixture)\.tsx?$/.test(file) && !OWN.test(file) && asks(file));
  expect(asking.sort()).toEqual(ASKING);
});

function under(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => relative(root, join(folder, name)));
}
