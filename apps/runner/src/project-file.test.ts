import { shareOf } from "@squadroom/core/testing/property-runs.fixture";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PROJECT_FILE, parseProject, readProject } from "./project-file.ts";
import { aFolder, write } from "./tree/trees.fixture.ts";

const problemsIn = (source: string) => {
  const read = parseProject(source);
  return "problems" in read ? read.problems.map(({ line, field, message }) => `${line} ${field}: ${message}`) : read;
};

describe("a project's file", () => {
  it("says how agents run there", async () => {
    const root = aFolder();
    write(root, {
      [PROJECT_FILE]: `{
        // Comments are fine.
        "setup": "npm ci",
        "copy": [".env"],
        "checks": [{ "name": "test", "run": "npm test" }, { "name": "lint", "run": "npm run lint", "timeoutS": 60 }],
        "roles": [
          { "role": "builder", "with": "claude", "model": "opus" },
          { "role": "reviewer", "with": "claude", "ephemeral": true },
        ],
        "slots": 3,
        "warm": true,
      }`,
    });
    expect(await readProject(root)).toEqual({
      setup: { run: "npm ci", timeoutS: 900 },
      copy: [".env"],
      env: [],
      wrap: [],
      checks: [
        { name: "test", run: "npm test", timeoutS: 600 },
        { name: "lint", run: "npm run lint", timeoutS: 60 },
      ],
      checksFrom: "file",
      roles: [
        { role: "builder", with: "claude", model: "opus", ephemeral: false },
        { role: "reviewer", with: "claude", ephemeral: true },
      ],
      slots: 3,
      warm: true,
      hooks: false,
      startTimeoutS: 90,
      turnTimeoutS: 3600,
      idleTimeoutS: 600,
      drainTimeoutS: 600,
    });
  });

  it("has each mistake told with its line and field", () => {
    const source = `{
  "setup": { "run": "", "timeouts": 5 },
  "copy": [".env", "../secret"],
  "checks": [
    { "name": "test" },
    { "name": "lint", "run": "x", "timeoutS": "60" }
  ],
  "role": [],
  "slots": 0
}`;
    expect(problemsIn(source)).toEqual([
      "2 setup.run: is empty",
      "2 setup.timeouts: is unknown here. Did you mean `timeoutS`?",
      "3 copy[1]: names no file of the project: write it from the project's root",
      "5 checks[0].run: is missing",
      "6 checks[1].timeoutS: has to be a number",
      "8 role: is unknown here. Did you mean `roles`?",
      "9 slots: Too small: expected number to be >=1",
    ]);
    expect(problemsIn('{ "roles": { "builder": "claude" }, "warm": 1 }')).toEqual([
      '1 roles: has to be a list: `[{ "role": "builder", "with": "claude" }]`',
      "1 warm: has to be `true` or `false`",
    ]);
    expect(problemsIn('{\n "setup": 5 }')).toEqual(["2 setup: is neither a command nor `{run, timeoutS}`"]);
    expect(problemsIn('{"checks":[{"name":"a","run":"b"},{"name":"a","run":"c"}]}')).toEqual([
      "1 checks: has one name twice",
    ]);
    expect(problemsIn('{"slots": 1,\n"slots": 2}')).toEqual(["2 slots: is there twice"]);
    expect(problemsIn('{\n\n "slots" 1}')).toEqual(["3 : is no JSON here: colon expected"]);
    expect(problemsIn("")).toEqual(["1 : is no JSON here: value expected"]);
    expect(problemsIn("[]")).toEqual(["1 : has to be an object: `{…}`"]);
  });

  it("is read or refused, whatever it contains", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.json().map((text) => `{"checks": ${text}}`),
        ),
        (text) => {
          const read = parseProject(text);
          if ("problems" in read) expect(read.problems.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: shareOf(500) },
    );
  });

  it("has its checks from the scripts where it names none, and says where they come from", async () => {
    const root = aFolder();
    expect(await readProject(root)).toMatchObject({ checks: [], checksFrom: "none", roles: [] });
    const scripts = { test: "vitest run", lint: "biome ci", build: "tsc", typecheck: " " };
    write(root, { "package.json": JSON.stringify({ scripts }), "pnpm-lock.yaml": "" });
    expect(await readProject(root)).toMatchObject({
      checks: [
        { name: "lint", run: "pnpm run lint" },
        { name: "tests", run: "pnpm run test" },
      ],
      checksFrom: "scripts",
    });
    const none = { test: 'echo "Error: no test specified" && exit 1' };
    write(root, { "package.json": JSON.stringify({ scripts: none }), [PROJECT_FILE]: "{}" });
    expect(await readProject(root)).toMatchObject({ checks: [], checksFrom: "none" });
    write(root, { [PROJECT_FILE]: '{"checks": []}' });
    expect(await readProject(root)).toMatchObject({ checks: [], checksFrom: "file" });
    write(root, { [PROJECT_FILE]: "{" });
    expect(await readProject(root)).toHaveProperty("problems");
  });
});
