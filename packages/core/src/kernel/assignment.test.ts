import { expect, it } from "vitest";
import { TaskBody } from "../task/contract.ts";
import { OutputsBody, readOutputs } from "./assignment.ts";

const NAMED = [
  { name: "endpoint", path: "src/users.ts" },
  { name: "tests", path: "src/users.test.ts" },
];

it("takes outputs as document 002 writes them, as a list, and as name=path", () => {
  for (const said of [
    { endpoint: "src/users.ts", tests: "src/users.test.ts" },
    NAMED,
    ["endpoint=src/users.ts", " tests = src/users.test.ts"],
  ])
    expect(OutputsBody.parse(said)).toEqual(NAMED);
  expect(OutputsBody.parse(["src/a.ts", { name: "b", path: "b.ts" }, "c d=e.ts"])).toEqual([
    "src/a.ts",
    { name: "b", path: "b.ts" },
    { name: "c d", path: "e.ts" },
  ]);
});

it("leaves a path with = in it alone where it has a folder, and where nothing follows", () => {
  for (const path of ["src/a=b.ts", "=b.ts", "a=", "docs/x.md"]) expect(readOutputs([path])).toEqual([path]);
  expect(readOutputs([{ name: "page", path: "a=b.ts" }])).toEqual([{ name: "page", path: "a=b.ts" }]);
});

it("refuses what is neither, by its place", () => {
  const body = (outputs: unknown) =>
    TaskBody.safeParse({ title: "T", instruction: "Do it.", role: "builder", outputs });
  expect(body({ tests: "src/a.test.ts" }).data?.outputs).toEqual([{ name: "tests", path: "src/a.test.ts" }]);
  for (const [said, place] of [
    [["src/a.ts", 5], "outputs.1"],
    [{ tests: 5 }, "outputs.0"],
    [[{ name: "tests" }], "outputs.0"],
    ["src/a.ts", "outputs"],
    [5, "outputs"],
  ] as const) {
    const { error } = body(said);
    expect(error?.issues.map(({ path }) => path.join("."))).toEqual([place]);
    if (place !== "outputs") expect(error?.issues[0]?.message).toBe('a path, "name=path" or {"name", "path"}');
  }
});
