import type { PersonId, RoomId } from "@squadroom/core/kernel/ids";
import { shareOf } from "@squadroom/core/testing/property-runs.fixture";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readRings, writeRings } from "./rings.ts";

const ids = fc.uuid().map((id) => id as RoomId);
const rooms = fc.uniqueArray(fc.tuple(ids, fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })), {
  maxLength: 600,
  selector: ([id]) => id,
});

const people = fc.uniqueArray(
  fc.uuid().map((id) => id as PersonId),
  { maxLength: 300 },
);

const runs = fc.uniqueArray(
  fc.tuple(fc.uuid(), fc.integer({ min: 1, max: 1e9 })).map(([id, run]) => `${id}/${run}`),
  { maxLength: 300 },
);

test("rings are read as they were written, in payloads that Postgres takes", () => {
  fc.assert(
    fc.property(fc.uuid(), rooms, people, runs, (sender, entries, told, said) => {
      const payloads = writeRings({
        sender,
        rooms: new Map(entries),
        people: new Set(told),
        runs: new Set(said),
      });

      for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
      expect(payloads.map((payload) => readRings(payload).sender)).toEqual(payloads.map(() => sender));
      expect(payloads.flatMap((payload) => [...readRings(payload).rooms])).toEqual(entries);
      expect(payloads.flatMap((payload) => [...readRings(payload).people])).toEqual(told);
      expect(payloads.flatMap((payload) => [...readRings(payload).runs])).toEqual(said);
    }),
    { numRuns: shareOf(50) },
  );
});

test("what is no ring is left out, whatever it is", () => {
  fc.assert(
    fc.property(fc.string(), (payload) => {
      for (const [id, seq] of readRings(payload).rooms) {
        expect(id).toHaveLength(36);
        expect(seq).toBeGreaterThan(0);
      }
    }),
  );
  expect(readRings("a b=1,=,c").rooms.size).toBe(0);
  expect(readRings("a @b,@,@@").people.size).toBe(0);
  expect(readRings("a b/1,/,00000000-0000-0000-0000-000000000000/x").runs.size).toBe(0);
});
