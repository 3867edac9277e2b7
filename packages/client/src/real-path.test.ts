import { realpathSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { folderIn, realIn } from "./real-path.ts";

let top: string;
let root: string;
let home: string;
beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), "squadroom-real-"));
  root = join(top, "project");
  home = join(top, "home");
  await mkdir(join(root, "src", "deep"), { recursive: true });
  await mkdir(join(top, "outside", "sub"), { recursive: true });
  await mkdir(home);
  await writeFile(join(root, "src", "a.ts"), "");
  await symlink(join(top, "outside"), join(root, "out"));
  await symlink(join(top, "outside", "sub"), join(root, "sub"));
  await symlink(join(root, "src"), join(root, "in"));
  await symlink(join(top, "nothing"), join(root, "dangling"));
  await symlink(join(root, "circle"), join(root, "circle"));
});
afterAll(() => rm(top, { recursive: true }));

test.each<[string, string | null]>([
  ["src/a.ts", "src/a.ts"],
  ["src/../src/./a.ts", "src/a.ts"],
  ["src//new/file.ts", "src/new/file.ts"],
  [".", "."],
  ["in/a.ts", "src/a.ts"],
  ["in/new.ts", "src/new.ts"],
  ["in/deep/../../x", "x"],
  // Outside it is named from the top, `TOP` being the folder that this test made.
  ["..", "TOP"],
  ["../outside/x", "TOP/outside/x"],
  ["src/../../outside", "TOP/outside"],
  ["/etc/passwd", "/etc/passwd"],
  ["~/.ssh/id", "TOP/home/.ssh/id"],
  ["~", "TOP/home"],
  ["out/x", "TOP/outside/x"],
  // Behind the link `..` is the folder above its target.
  ["sub/../x", "TOP/outside/x"],
  ["src/none/../../y", "y"],
  ["dangling", null],
  ["dangling/x", null],
  ["circle/x", null],
  ["src/a.ts\0.md", null],
  ["", null],
])("%j is really %j", (path, real) => {
  expect(realIn(root, path, home)).toBe(real?.replace("TOP", realpathSync(top)) ?? null);
});

test("a path from the top of the system is in the project where it leads there", () => {
  expect(realIn(root, join(root, "in", "a.ts"), home)).toBe("src/a.ts");
  expect(realIn(join(root, "in"), join(root, "src", "a.ts"), home)).toBe("a.ts");
  const beside = join(realpathSync(top), "project-2", "a.ts");
  expect(realIn(root, beside, home)).toBe(beside);
});

test("where a call runs is relative to the project", () => {
  expect(folderIn(root, root)).toBe(".");
  expect(folderIn(root, join(root, "in", "deep"))).toBe("src/deep");
  expect(folderIn(root, top)).toBe(realpathSync(top));
});
