import { expect, test } from "vitest";
import { createDescriptors, descriptorLimit, descriptorsUsed } from "./descriptors.ts";

test("live sockets leave a fifth of the descriptors, and the log says so once each way", () => {
  const lines: [string, object][] = [];
  let used = 700;
  const descriptors = createDescriptors({
    limit: () => 1_000,
    used: () => used,
    log: {
      warn: (details) => lines.push(["warn", details]),
      info: (details) => lines.push(["info", details]),
    },
  });
  descriptors.look();
  expect(Array.from({ length: 200 }, () => descriptors.hasRoom()).filter(Boolean)).toHaveLength(99);
  expect(lines).toEqual([]);
  used = 820;
  descriptors.look();
  descriptors.look();
  expect(descriptors.hasRoom()).toBe(false);
  used = 100;
  descriptors.look();
  expect(descriptors.hasRoom()).toBe(true);
  expect(lines).toEqual([
    ["warn", { open: 820, limit: 1_000 }],
    ["info", { open: 100, limit: 1_000 }],
  ]);
  expect(descriptors.connectionsMax).toBe(950);
});

test("a system that does not tell has no bound of ours", () => {
  const log = { warn: () => undefined, info: () => undefined };
  const descriptors = createDescriptors({ limit: () => null, used: () => 1e9, log });
  descriptors.look();
  expect(descriptors.hasRoom()).toBe(true);
  expect(descriptors.connectionsMax).toBeNull();
});

test.runIf(process.platform === "linux")("Linux tells", () => {
  expect(descriptorLimit()).toBeGreaterThan(100);
  expect(descriptorsUsed()).toBeGreaterThan(3);
});
