import { shareOf } from "@squadroom/core/testing/property-runs.fixture";
import fc from "fast-check";
import { parse as parseJson } from "jsonc-parser";
import { parse as parseToml, stringify } from "smol-toml";
import { expect, test } from "vitest";
import { type Change, put, takeOut } from "./edit.ts";

const json: Change = {
  kind: "json",
  file: "settings.json",
  entries: [
    { at: ["mcpServers", "squadroom"], value: { command: "node", args: ["x", "mcp"] } },
    { into: ["hooks", "Stop"], items: [{ hooks: [{ type: "command", command: "hook" }] }] },
    { into: ["permissions", "allow"], items: ["mcp__squadroom", "Bash(node x:*)"] },
  ],
};
const toml: Change = {
  kind: "toml",
  file: "config.toml",
  lines: ["[mcp_servers.squadroom]", 'command = "node"', "[[hooks.Stop]]", "timeout = 5"],
};
const lines: Change = { kind: "lines", file: "exclude", lines: [".claude/settings.local.json"] };

const FILES: [string, Change, string][] = [
  ["no text", json, ""],
  ["an empty object", json, "{}"],
  ["comments", json, '// mine\n{\n  /* why */ "a": 1, // end\n  "hooks": {} // here\n}\n'],
  ["tabs", json, '{\n\t"a": {\n\t\t"b": []\n\t}\n}'],
  ["lines of Windows", json, '{\r\n  "a": 1\r\n}\r\n'],
  ["a byte order mark", json, '\uFEFF{"a": 1}'],
  ["a comma too many", json, '{\n  "a": [1, 2,],\n}\n'],
  ["hooks of others", json, '{"hooks": {"Stop": [{"hooks": [{"command": "theirs"}]}], "X": [1]}}'],
  ["servers of others", json, '{"mcpServers": {"other": {"command": "y"}}, "permissions": {"deny": ["z"]}}'],
  ["a member of our name", json, '{"mcpServers": {"squadroom": {"command": "old"}}}'],
  ["no text", toml, ""],
  ["comments", toml, '# mine\nmodel = "x" # keep\n\n[mcp_servers.other]\ncommand = "y"\n'],
  ["no line's end", toml, "a = 1"],
  ["lines of Windows", toml, "a = 1\r\n[b]\r\nc = 2\r\n"],
  ["hooks of others", toml, "[[hooks.Stop]]\ntimeout = 1\n[[hooks.Other]]\n"],
  ["no text", lines, ""],
  ["comments", lines, "# git ls-files --others\n*.log\n"],
];

function read(text: string, { kind }: Change): unknown {
  if (kind === "toml") return structuredClone(parseToml(text));
  return kind === "json" ? parseJson(text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true }) : text;
}

test.each(FILES)("with %s in it a file of %o takes ours, and keeps its own", (_, change, before) => {
  const after = put(before, change);
  if (change.kind === "json") expect(put(after, change)).toBe(after);
  expect(read(put(takeOut(after, change), change), change)).toEqual(read(after, change));
  for (const comment of before.match(/(\/\/|#|\/\*).*/g) ?? []) expect(after).toContain(comment);
  for (const line of "lines" in change ? change.lines : []) expect(after).toContain(line);
  if (change.kind !== "json") expect(after.startsWith(before)).toBe(true);
  else
    expect(read(after, change)).toMatchObject({
      permissions: { allow: ["mcp__squadroom", "Bash(node x:*)"] },
    });
  if (before.includes("\r\n")) expect(after.replaceAll("\r\n", "")).not.toContain("\n");
});

test.each(FILES.filter(([name]) => !["a member of our name", "comments", "no text"].includes(name)))(
  "with %s in it a file of %o says what it said when ours is taken out",
  (_, change, before) => {
    const left = takeOut(put(before, change), change) ?? "";
    expect(read(left === "" ? "{}" : left, change)).toEqual(read(before, change));
  },
);

test.each([
  ["nothing but a list", json, "[]", "no object"],
  ["half an object", json, '{\n  "a": {\n', "line 3"],
  ["a text where hooks belong", json, '{"hooks": "none"}', "hooks.Stop"],
  ["one rule where a list belongs", json, '{"permissions": {"allow": "all"}}', "permissions.allow"],
  ["half a table", toml, "[a\n", "not the TOML"],
  ["a closed table", toml, 'mcp_servers = { other = { command = "y" } }\n', "no room"],
  ["the same table", toml, '[mcp_servers.squadroom]\ncommand = "old"\n', "no room"],
  ["a list in one line", toml, "hooks.Stop = [{ timeout = 1 }]\n", "no room"],
] as [string, Change, string, string][])("refuses %s, and says what to do", (_, change, before, words) => {
  expect(() => put(before, change)).toThrow(words);
});

test("a file of its own is taken out whole, and nobody else's is overwritten", () => {
  const own: Change = { kind: "whole", file: "plugin.js", text: "// Squadroom\nours\n" };
  expect(takeOut(put(null, own), own)).toBeNull();
  expect(() => put("theirs", own)).toThrow("not Squadroom's");
  expect(takeOut("theirs", own)).toBe("theirs");
});

const key = fc.constantFrom("a", "b", "hooks", "Stop", "mcpServers", "permissions", "allow", "deny", "x y");
const value = fc.letrec((tie) => ({
  any: fc.oneof({ depthSize: "small" }, fc.integer(), fc.string(), fc.boolean(), tie("list"), tie("object")),
  list: fc.array(tie("any"), { maxLength: 3 }),
  object: fc.dictionary(key, tie("any"), { maxKeys: 5, noNullPrototype: true }),
}));

test("whatever is in an object, ours is added once and nothing else changes", () => {
  let taken = 0;
  fc.assert(
    fc.property(value.object, fc.constantFrom(0, 2, "\t"), (given, indent) => {
      const before = JSON.stringify(given, null, indent);
      let after: string;
      try {
        after = put(before, json);
      } catch (error) {
        // Where something else is in the place, it says so.
        expect(String(error)).toContain("something else");
        return;
      }
      taken++;
      expect(put(after, json)).toBe(after);
      const left = takeOut(after, json) ?? "{}";
      expect(put(left, json)).toBe(put(takeOut(put(left, json), json), json));
      for (const text of [after, left]) expect(others(text)).toEqual(others(before));
    }),
    { numRuns: shareOf(200) },
  );
  expect(taken).toBeGreaterThan(0);
});

/** What stands outside of the places where ours are. */
function others(text: string): object {
  const { hooks: _, permissions: __, mcpServers: ___, ...rest } = parseJson(text) as Record<string, unknown>;
  return rest;
}

test("whatever is in a file of tables, ours stands behind it", () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom("a", "b", "c"),
        fc.oneof(
          fc.integer({ max: 1e9, min: 0 }),
          fc.string(),
          fc.dictionary(key, fc.boolean(), { noNullPrototype: true }),
        ),
        { noNullPrototype: true },
      ),
      (given) => {
        const before = stringify(given);
        const after = put(before, toml);
        expect(after.startsWith(before)).toBe(true);
        expect(structuredClone(parseToml(takeOut(after, toml) ?? ""))).toEqual(structuredClone(parseToml(before)));
      },
    ),
    { numRuns: shareOf(100) },
  );
});
