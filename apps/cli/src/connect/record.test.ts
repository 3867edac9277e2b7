import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Connection } from "./connections.ts";
import type { Change } from "./edit.ts";
import { ConnectRecord } from "./record.ts";

async function aHome() {
  const home = await mkdtemp(join(tmpdir(), "squadroom-record-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  await mkdir(join(home, "own"));
  const record = () => ConnectRecord.open(join(home, "own"));
  return {
    home,
    at: (name: string) => join(home, name),
    read: (name: string) => readFile(join(home, name), "utf8"),
    write: (name: string, text: string) => writeFile(join(home, name), text),
    async connect(connection: Connection, ...changes: Change[]) {
      const open = await record();
      const edits = await open.plan(connection, changes);
      await open.carryOut(edits, [...open.connections, connection]);
      return edits;
    },
    async disconnect(connection: Connection) {
      const open = await record();
      const edits = await open.plan(connection, []);
      const left = open.connections.filter(({ folder }) => folder !== connection.folder);
      await open.carryOut(edits, left);
    },
    record,
  };
}

const inFolder = (folder: string): Connection => ({
  agentId: "a",
  name: "Builder",
  room: "demo",
  url: "http://127.0.0.1:1",
  harness: "claude",
  folder,
  identity: null,
});
const member = (file: string, name = "squadroom"): Change => ({
  kind: "json",
  file,
  entries: [{ at: ["mcpServers", name], value: { command: "node" } }],
});
const ODD = '{ // mine\r\n\t"a" :1,\n "b":[ ],}\n\n';

test("a file that nobody else touched is again what it was, to the byte, and one that was not there is gone", async () => {
  const { at, read, write, connect, disconnect, home } = await aHome();
  await write("there.json", ODD);
  await connect(inFolder("/p"), member(at("there.json")), member(at("a/b/made.json")));
  expect(await read("there.json")).toContain("squadroom");
  expect(await read("a/b/made.json")).toContain("squadroom");
  await disconnect(inFolder("/p"));
  expect(await read("there.json")).toBe(ODD);
  expect((await readdir(home)).sort()).toEqual(["own", "there.json"]);
});

test("what others wrote meanwhile stays", async () => {
  const { at, read, write, connect, disconnect } = await aHome();
  await write("there.json", '{"a": 1}\n');
  await connect(inFolder("/p"), member(at("there.json")));
  await write("there.json", (await read("there.json")).replace('"a": 1', '"a": 2'));
  await disconnect(inFolder("/p"));
  expect(JSON.parse(await read("there.json"))).toEqual({ a: 2 });
});

test("two folders share a file: the first to go leaves the other's", async () => {
  const { at, read, write, connect, disconnect } = await aHome();
  await write("there.json", ODD);
  const shared = member(at("there.json"));
  await connect(inFolder("/p"), shared, member(at("there.json"), "for-p"));
  await connect(inFolder("/q"), shared);
  await disconnect(inFolder("/p"));
  expect(await read("there.json")).toContain('"squadroom"');
  expect(await read("there.json")).not.toContain("for-p");
  await disconnect(inFolder("/q"));
  expect(await read("there.json")).toBe(ODD);
});

test("connected twice, a file is changed once", async () => {
  const { at, read, write, connect, disconnect } = await aHome();
  await write("there.json", ODD);
  await connect(inFolder("/p"), member(at("there.json")));
  const once = await read("there.json");
  const [edit] = await connect(inFolder("/p"), member(at("there.json")));
  expect(edit?.then).toBe(once);
  await disconnect(inFolder("/p"));
  expect(await read("there.json")).toBe(ODD);
});

test("a link stays one, and who may read a file stays", async () => {
  const { at, read, write, connect } = await aHome();
  await writeFile(at("real.json"), "{}", { mode: 0o640 });
  await symlink(at("real.json"), at("link.json"));
  await connect(inFolder("/p"), member(at("link.json")));
  expect((await lstat(at("link.json"))).isSymbolicLink()).toBe(true);
  expect(await read("real.json")).toContain("squadroom");
  expect((await stat(at("real.json"))).mode & 0o777).toBe(0o640);
  await write("none", "");
  expect((await stat(at("own/connected.json"))).mode & 0o777).toBe(0o600);
});

test("a file that changed since it was shown is not written, and no other either", async () => {
  const { at, read, write, record } = await aHome();
  await write("one.json", "{}");
  await write("two.json", "{}");
  const open = await record();
  const edits = await open.plan(inFolder("/p"), [member(at("one.json")), member(at("two.json"))]);
  await write("two.json", '{"a": 1}');
  await expect(open.carryOut(edits, [])).rejects.toThrow("changed meanwhile");
  expect(await read("one.json")).toBe("{}");
});
