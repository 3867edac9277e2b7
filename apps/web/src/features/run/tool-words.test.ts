import { expect, test } from "vitest";
import { readTool } from "./tool-words.ts";

test.each([
  ["Bash", '{"command":"npm test -- \\"refund\\""}', "run", 'npm test -- "refund"'],
  ["Edit", '{"file_path":"src/a.ts","old_string":"x","new_string":"y"}', "edit", "src/a.ts"],
  ["Write", '{"path":"a.txt","content":"Good', "write", "a.txt"],
  ["Read", '{"file_path":"src/a.ts"}', "read", "src/a.ts"],
  ["Grep", '{"pattern":"tx.find","path":"src"}', "find", "tx.find src"],
  ["WebFetch", '{"url":"https://example.com"}', "fetch", "https://example.com"],
  ["mcp__squadroom__hand_off", '{"to":"builder","message":"x"}', "other", "hand_off"],
  ["room_claim_task", "{}", "other", "claim_task"],
  ["Odd", undefined, "other", "Odd"],
  ["Odd", "not json", "other", "Odd"],
  ["Bash", '{"command":"', "other", "Bash"],
])("%s with %s is %s %s", (name, input, kind, about) => {
  expect(readTool(name, input)).toEqual({ kind, about });
});
