import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { TestServer } from "./server.fixture.ts";
import { aSquad } from "./squad.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "squadroom-carry-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** A session whose triage is under way: scouted, with a message, an error and progress. */
async function atTriage(room: string) {
  const squad = await aSquad(server, room);
  await squad.lead("session", "add", "One", "store", "--description", "Both in one.");
  await squad.present({ type: "scout", angle: "all", notes: "Two stores that disagree." });
  await squad.planner(["wait"]);
  await squad.planner(["progress", "--step", "Read both stores", "--percent", "40"]);
  await squad.planner(["error", "The store is locked: AKIAIOSFODNN7EXAMPLE", "--type", "Locked"]);
  await squad.planner(["send", "builder", "Which store is older?"]);
  return squad;
}

test("a session is written to a folder and as a zip, twice the same, without secrets", async () => {
  const { lead } = await atTriage("carry");
  const folder = await aFolder();

  const done = await lead("session", "export", "1", folder);
  expect([done.err, done.code]).toEqual(["", 0]);
  const [name = ""] = await readdir(folder);
  expect(name).toMatch(/^\d{8}T\d{6}Z$/);
  const files = (await readdir(join(folder, name), { recursive: true })).sort();
  const plain = files.map((file) => file.replace(/(task|msg)_\w+|\d{8}T\d{6}Z/, "…"));
  expect(plain.sort()).toEqual([
    "conversation.yaml",
    "error-planner-…-1.md",
    "proposals",
    "proposals/scout-v1.yaml",
    "role-comm-planner-to-builder-….md",
    "role-comm-planner-….md",
    "role-comm-planner-….md",
    "role-plan-planner-….md",
    "role-plan-planner-….md",
    "session-status.md",
    "shared-context.json",
  ]);
  const back = await lead("session", "import", join(folder, name), "--preview");
  expect(back.out).toContain("Session 1 is the same one: it has the same title and times.");
  const all = await Promise.all(
    files.filter((file) => file.includes(".")).map((file) => readFile(join(folder, name, file), "utf8")),
  );
  for (const said of ["title: One store", "Two stores that disagree.", "Which store is older?"])
    expect(all.join("\n")).toContain(said);
  expect(all.join("\n")).not.toContain("AKIAIOSFODNN7EXAMPLE");

  const [one, two] = [join(folder, "one.zip"), join(folder, "two.zip")];
  for (const zip of [one, two]) expect((await lead("session", "export", "1", zip)).out).toContain("10 files");
  expect(await readFile(one)).toEqual(await readFile(two));
  await writeFile(join(folder, "here.zip"), "mine");
  const there = await lead("session", "export", "1", join(folder, "here.zip"));
  expect([there.code, there.err]).toEqual([2, expect.stringContaining("is there already")]);
  expect((await lead("session", "export", "9", folder)).err).toContain("no session 9");
});

test("a folder comes in after a look, without links, and goes out the same", async () => {
  const { lead } = await atTriage("carry-in");
  const [out, again] = [await aFolder(), await aFolder()];
  await lead("session", "export", "1", out);
  const [name = ""] = await readdir(out);
  await symlink("/etc/passwd", join(out, name, "passwd"));

  const seen = await lead("session", "import", out, "--preview");
  expect([seen.err, seen.code]).toEqual(["", 0]);
  for (const said of ["“One store”, stopped", "passwd: Left out", "tasks", "note session-status.md:"])
    expect(seen.out).toContain(said);
  expect((await lead("session", "list")).out).not.toContain("Imported");
  expect((await lead("session", "import", out)).out).toContain("Added as session 2.");
  // The room has nothing of its own of it, and says so.
  for (const words of [
    ["report", "2"],
    ["session", "show", "2"],
    ["session", "artifacts", "2"],
    ["worklog", "--session", "2"],
    ["errors", "--session", "2"],
  ])
    expect((await lead(...words)).out).toMatch(
      /This session was imported\. In its 10 files: \d of 2 tasks completed, 0 decisions, 1 message, 1 error, /,
    );
  await lead("session", "export", "2", again);
  const read = async (folder: string, file: string) => readFile(join(folder, name, file), "utf8");
  const files = await readdir(join(again, name), { recursive: true });
  expect(files).not.toContain("passwd");
  for (const file of files.filter((one) => one.includes(".")))
    expect(await read(again, file)).toBe(await read(out, file));
  const none = await lead("session", "import", join(out, name, "proposals"));
  expect([none.code, none.err]).toEqual([2, expect.stringContaining("import_invalid")]);
});

test("a whole room is written to a file, shown, and created from it under another name", async () => {
  await atTriage("mover");
  const type = (...args: string[]) => server.type(args);
  const folder = await aFolder();
  const file = join(folder, "mover.room.gz");

  const done = await type("room", "export", "mover", file);
  expect([done.err, done.code]).toEqual(["", 0]);
  const again = await type("room", "export", "mover", file);
  expect(again.code).not.toBe(0);
  expect(again.err).toContain("is there already");
  const bytes = await readFile(file);
  expect(gunzipSync(bytes).toString()).toMatch(/^\{"head":\{"squadroom":"room","format":1/);

  const seen = await type("room", "import", file, "--name", "moved", "--preview");
  expect(seen.out).toMatch(/^mover: \d+ events, \d+ tasks, 1 session, 0 files\./);
  expect(seen.out).toContain("Nothing was created.");
  const made = await type("room", "import", file, "--name", "moved");
  expect([made.err, made.code]).toEqual(["", 0]);
  expect(made.out).toContain("Created moved.");
  expect((await type("verify", "moved")).code).toBe(0);

  await writeFile(join(folder, "half.gz"), bytes.subarray(0, bytes.length / 2));
  const half = await type("room", "import", join(folder, "half.gz"), "--name", "half");
  expect(half.code).not.toBe(0);
  expect(half.err).toContain("breaks off");
});
