import { VERSION } from "@squadroom/core/kernel/version";
import { expect, test } from "vitest";
import { createLog } from "../outage/log.ts";
import { createVersionNote } from "./version-note.ts";

function aNote() {
  const lines: string[] = [];
  const note = createVersionNote(createLog("warn", { write: (line) => void lines.push(line) }));
  return { note, lines };
}

test("says once of each other release that calls, that it does", () => {
  const { note, lines } = aNote();
  for (const theirs of [undefined, VERSION, "0.0.9", "0.0.9", VERSION, "9.0.0"]) note(theirs);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain("version 0.0.9 calls this server");
});

test("whoever makes versions up does not fill the log", () => {
  const { note, lines } = aNote();
  for (let at = 0; at < 1000; at++) note(`1.0.${at}`);
  expect(lines.length).toBeLessThan(25);
});
