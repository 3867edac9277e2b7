import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PUBLIC_FOLDERS } from "@squadroom/core/squad-folder/public-folders.fixture";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TestServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

async function textsIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const texts = files.sort().map(async (file) => {
    return [file.slice(folder.length + 1), await readFile(file, "utf8")] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

describe.each(PUBLIC_FOLDERS.map((make, n) => ({ n, ...make() })))("$name", (given) => {
  test("is previewed, becomes a room, and goes out, in and out with equal bytes", async () => {
    const { n, files, roles, rules, cuts = [], outside = 0 } = given;
    const folder = join(server.folder, `folder-${n}`);
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const type = async (...words: string[]) => {
      const { code, out, err } = await server.type(words);
      expect([code, err]).toEqual([0, expect.not.stringMatching(/./)]);
      return out;
    };
    const seen = await type("squad", "import", folder, "--preview");
    const first = seen.split("\n").findIndex((line) => line.startsWith(`${roles.length} role`));
    expect(seen.split("\n").slice(0, first).join("\n")).toMatch(
      new RegExp(cuts.map(({ source }) => `(?=[^]*${source})`).join("")),
    );
    expect(first > 0).toBe(cuts.length > 0);
    expect(seen).toContain(`${roles.length} roles, ${rules.length} rule`);
    if (outside > 0) expect(seen).toContain(`not read: ${outside} files`);

    await type("squad", "import", folder, "--room", `one-${n}`);
    const { team } = JSON.parse(await type("room", "team", "show", `one-${n}`, "--json"));
    expect(team.roles).toHaveLength(Math.min(20, roles.length));
    const [once, twice] = [join(folder, "once"), join(folder, "twice")];
    await type("squad", "export", `one-${n}`, once);
    await type("squad", "import", once, "--room", `two-${n}`);
    await type("squad", "export", `two-${n}`, twice);
    expect(await textsIn(twice)).toEqual(await textsIn(once));
  });
});
