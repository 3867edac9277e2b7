import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { createOwners, ownerAmong } from "./owners.ts";
import type { Registry, ServerProcess } from "./registry.ts";

const rooms = Array.from({ length: 3_000 }, () => uuidv7() as never);

let made = 0;
function aProcess(more: Partial<ServerProcess> = {}): ServerProcess {
  const address = `http://10.0.0.${++made}:4600`;
  return { id: uuidv7(), address, machine: "m", version: "1", ...more };
}

function registryOf(self: ServerProcess | null, siblings: ServerProcess[]): Registry {
  return { self, siblings: () => siblings, onChanged: () => undefined } as unknown as Registry;
}

test("each process has about its share, in whatever order they are named, and who goes moves only its own", () => {
  const [a, b, c] = [aProcess(), aProcess(), aProcess()];
  const before = rooms.map((room) => ownerAmong([a, b, c], room));

  for (const process of [a, b, c]) expect(before.filter((owner) => owner === process).length).toBeGreaterThan(800);
  expect(rooms.map((room) => ownerAmong([c, a, b], room))).toEqual(before);
  const after = rooms.map((room) => ownerAmong([a, b], room));
  expect(after.filter((owner, i) => before[i] !== c && owner !== before[i])).toEqual([]);
});

test("two processes agree on the owner of every room", () => {
  const [a, b] = [aProcess(), aProcess()];
  const [ofA, ofB] = [createOwners(registryOf(a, [b])), createOwners(registryOf(b, [a]))];

  for (const room of rooms) expect([ofA.of(room), ofB.of(room)].filter(Boolean)).toHaveLength(1);
});

test.each([
  ["nobody else lives", aProcess(), []],
  ["it has not joined", null, [aProcess()]],
  ["the other one is of another release", aProcess(), [aProcess({ version: "2" })]],
  [
    "the other one is only on another machine's loopback",
    aProcess(),
    [aProcess({ address: "http://127.0.0.1:4600", machine: "n" })],
  ],
  [
    "the other one was killed, and this one has its address",
    aProcess({ address: "http://127.0.0.1:4600" }),
    [aProcess({ address: "http://127.0.0.1:4600" })],
  ],
])("every room is this process's own when %s", (_why, self, siblings) => {
  const owners = createOwners(registryOf(self, siblings));

  expect(rooms.filter((room) => owners.of(room) !== null)).toEqual([]);
});
