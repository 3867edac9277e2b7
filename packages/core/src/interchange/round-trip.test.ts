import fc from "fast-check";
import { expect, test } from "vitest";
import { shareOf } from "../testing/property-runs.fixture.ts";
import type { CarriedFile } from "./carried.ts";
import { sessions } from "./generated-sessions.fixture.ts";
import { sessionIn } from "./read-session.ts";
import { readZip } from "./read-zip.ts";
import { writeSession } from "./write-session.ts";
import { packZip } from "./zip.ts";

const LIMITS = { entries: 2_000, fileBytes: 1e6, bytes: 2e7 };
const packed = (files: readonly CarriedFile[]) =>
  packZip(files.map(({ path, bytes }) => ({ path: `20240115T100000Z/${path}`, bytes })));
const plain = (files: readonly CarriedFile[]) =>
  files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString("base64")]);

/** `PROPERTY_SHARE=10` goes through a thousand sessions. */
test("whatever a session holds, it goes out, comes in and goes out with equal bytes", () => {
  fc.assert(
    fc.property(sessions, (data) => {
      const once = packed(writeSession(data));
      const { files, draft, problems } = sessionIn(readZip(once, LIMITS).files);
      expect(plain(files)).toEqual(plain(writeSession(data)));
      expect(Buffer.from(packed(files)).equals(Buffer.from(once))).toBe(true);
      expect(problems.filter(({ level }) => level === "error")).toEqual([]);
      const nameOf = new Map(draft?.tasks.map(({ ref, name }) => [ref, name]));
      const read = draft?.tasks.map((one) => ({
        id: one.name,
        requires: one.requires.map((ref) => nameOf.get(ref)),
        outputs: one.outputs,
        instruction: one.instruction,
        criteria: one.criteria,
        boundaries: one.boundaries,
      }));
      const said = data.tasks.map(({ id, requires, outputs, instruction, ...one }) => ({
        id,
        requires,
        outputs,
        instruction,
        criteria: one.successCriteria,
        boundaries: one.boundaries,
      }));
      const byId = <One extends { id: string }>(all: readonly One[] = []) =>
        all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      expect(byId(read)).toEqual(byId(said));
      expect(draft?.messages).toHaveLength(data.messages.length);
      expect(draft?.errors).toHaveLength(data.errors.length);
      expect(draft?.decisions).toHaveLength(data.decisions.length);
    }),
    { numRuns: shareOf(100) },
  );
});
