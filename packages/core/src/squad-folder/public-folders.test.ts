import { describe, expect, it } from "vitest";
import { exported } from "./known.fixture.ts";
import { pickSquad } from "./pick.ts";
import { PUBLIC_FOLDERS } from "./public-folders.fixture.ts";
import { AGENT_FILE, DECISION_FILES, KNOWN_FILES, pathInSquad } from "./read.ts";
import { squadRoom } from "./room.ts";

const foundIn = (files: Record<string, string>) =>
  Object.entries(files).map(([path, content]) => ({
    path,
    bytes: Buffer.byteLength(content),
    read: async () => content,
  }));

it("has twenty folders", () => {
  expect(PUBLIC_FOLDERS).toHaveLength(20);
});

describe.each(PUBLIC_FOLDERS.map((make) => make()))("$name", (folder) => {
  const read = async () => {
    const picked = await pickSquad(foundIn(folder.files));
    if (picked === null) throw new Error("no squad");
    return { picked, room: squadRoom(picked.files) };
  };

  it("has its roles and rules, and no others", async () => {
    const { squad } = (await read()).room;
    expect(squad.members.map(({ role }) => role).sort()).toEqual([...folder.roles].sort());
    expect(squad.rules.map(({ pattern, target }) => `${pattern} → ${target}`)).toEqual(folder.rules);
  });

  it("is read or named, file by file", async () => {
    const { picked, room } = await read();
    const told = [...picked.left.map(({ path }) => path), ...picked.files.map(({ path }) => path)];
    expect(new Set(told).size).toBe(told.length);
    expect(picked.outside).toBe(folder.outside ?? 0);
    expect(told.length + picked.outside).toBe(Object.keys(folder.files).length);
    const named = new Set(room.warnings.map(({ file }) => file.toLowerCase()));
    const kept = new Set(room.squad.files.map(({ path }) => path.toLowerCase()));
    const lost = picked.files.filter(({ path }) => {
      const inner = pathInSquad(room.root, path) ?? "";
      const isRead = [KNOWN_FILES, DECISION_FILES, AGENT_FILE].some((one) => one.test(inner));
      return !isRead && !kept.has(inner.toLowerCase()) && !named.has(inner.toLowerCase());
    });
    expect(lost).toEqual([]);
  });

  it("is exported, brought in and exported again with equal bytes", async () => {
    const { picked, room } = await read();
    const out = exported(picked.files);
    const inOrder = (files: typeof out) => files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    expect(inOrder(exported(out))).toEqual(inOrder(out));
    const isWhole = !room.warnings.some(({ cut, message }) => cut || /keep the folder/.test(message));
    if (isWhole) expect(inOrder(out)).toEqual(inOrder([...room.inside]));
  });

  it("says first what is cut, and what is unclear with its place", async () => {
    const { picked, room } = await read();
    const cuts = [...picked.cuts, ...room.warnings.filter(({ cut }) => cut)].map((one) =>
      typeof one === "string" ? one : one.message,
    );
    for (const cut of folder.cuts ?? []) expect(cuts.join("\n")).toMatch(cut);
    if (!folder.cuts) expect(cuts).toEqual([]);
    const said = room.warnings.map(({ message }) => message).join("\n");
    for (const one of folder.says ?? []) expect(said).toMatch(one);
  });
});
