import fc from "fast-check";
import { expect, test } from "vitest";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { type CarriedEvent, createRoomFileReader, RoomFileFault, roomFileLine } from "./room-file.ts";

const ID = "0197a000-0000-7000-8000-000000000001";
const HEAD = { squadroom: "room" as const, format: 1, release: "0.1.0", room: "shop", roomId: ID };
const actor = { kind: "person", id: ID, name: "Ada" };

const anEvent = (seq: number, more: Partial<CarriedEvent> = {}): CarriedEvent => ({
  seq,
  type: seq === 1 ? "room.created" : "message.sent",
  v: 1,
  at: 1000 * seq,
  actor,
  data: { n: seq },
  ...more,
});
const aFile = (id = ID) => ({
  id,
  name: "a.txt",
  type: "text/plain",
  size: 1,
  sha256: "ab".repeat(32),
  storedAt: 5,
  content: "eA==",
});
const versionOf = (type: string) => (type === "room.created" || type === "message.sent" ? 1 : null);

function read(lines: readonly string[]) {
  const reader = createRoomFileReader(versionOf);
  const parts = lines.map((line) => reader.take(line));
  reader.finish();
  return parts;
}
const faultOf = (lines: readonly string[]) => {
  try {
    read(lines);
  } catch (error) {
    if (error instanceof RoomFileFault) return `${error.line}: ${error.message}`;
    throw error;
  }
  return "none";
};
const whole = [
  roomFileLine.head(HEAD),
  roomFileLine.event(anEvent(1)),
  roomFileLine.event(anEvent(2)),
  roomFileLine.file(aFile()),
  roomFileLine.end({ events: 2, files: 1 }),
];

test("a file is its head, its log in order, its files, and its end", () => {
  expect(read(whole).map(({ kind }) => kind)).toEqual(["head", "event", "event", "file", "end"]);
  expect(faultOf(whole.slice(0, -1))).toBe("null: The file breaks off: its end is missing.");
  expect(faultOf(whole.toSpliced(2, 1))).toBe("4: It should have 2 events and 1 files, and has 1 and 1.");
  const later = [...whole.slice(0, 4), roomFileLine.event(anEvent(3))];
  expect(faultOf(later)).toBe("5: An event comes after the files.");
  const early = whole.with(2, roomFileLine.event(anEvent(2, { at: 1 })));
  expect(faultOf(early)).toBe("3: Event 2 is earlier than the one before.");
  const twice = whole.with(2, roomFileLine.event(anEvent(2, { type: "room.created" })));
  expect(faultOf(twice)).toMatch(/^3: Event 2 can't be room.created/);
});

test("what a newer release wrote is refused, and says what to do", () => {
  for (const lines of [
    whole.with(0, roomFileLine.head({ ...HEAD, format: 2, release: "3.0.0" })),
    whole.with(2, roomFileLine.event(anEvent(2, { type: "room.moved" }))),
    whole.with(2, roomFileLine.event(anEvent(2, { v: 2 }))),
  ])
    expect(faultOf(lines)).toMatch(/newer.*Update the server, then import it again\.$/);
});

test("whatever an event carries, its line is read as itself and written the same", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) => {
      const line = roomFileLine.event(anEvent(1, { data: JSON.parse(JSON.stringify(data)) as object }));
      const [, part] = read([whole[0] ?? "", line, roomFileLine.end({ events: 1, files: 0 })]);
      expect(part?.kind === "event" && roomFileLine.event(part.event)).toBe(line);
    }),
    { numRuns: shareOf(300) },
  );
});

test("whatever the lines are, each is a part or a fault", () => {
  const line = fc.oneof(fc.string(), fc.json(), fc.constantFrom(...whole), fc.constant("null"));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      expect(faultOf(lines)).toEqual(expect.any(String));
    }),
    { numRuns: shareOf(500) },
  );
});
