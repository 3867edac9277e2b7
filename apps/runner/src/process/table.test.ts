import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { onSignals } from "./signals.ts";
import { bornAt, isRunning, parsePs, readProcesses } from "./table.ts";

test("this process is found with its parent and group, and no other time of birth will do", () => {
  const born = bornAt(process.pid) ?? "";
  expect(readProcesses()).toContainEqual(expect.objectContaining({ pid: process.pid, parent: process.ppid, born }));
  expect(isRunning({ pid: process.pid, born })).toBe(true);
  expect(isRunning({ pid: process.pid, born: `${born}1` })).toBe(false);
  for (const pid of [0, -1, 1.5, 999_999_999]) expect(bornAt(pid)).toBeNull();
});

test("reads what ps says, where a zombie does not run", () => {
  const output = `
    1     0     1 Ss   Mon Nov  2 08:00:00 2026
  501     1   501 S+   Wed Nov 25 09:12:44 2026
  502   501   501 Z    Wed Nov 25 09:12:45 2026
`;
  expect(parsePs(output)).toEqual([
    { pid: 1, parent: 0, group: 1, session: 0, born: "Mon Nov 2 08:00:00 2026" },
    { pid: 501, parent: 1, group: 501, session: 0, born: "Wed Nov 25 09:12:44 2026" },
  ]);
});

test("the first signal drains, the second ends at once", () => {
  const source = new EventEmitter();
  const calls: string[] = [];
  const off = onSignals({ drain: () => calls.push("drain"), stop: () => calls.push("stop") }, source);
  source.emit("SIGTERM");
  expect(calls).toEqual(["drain"]);
  source.emit("SIGINT");
  source.emit("SIGTERM");
  expect(calls).toEqual(["drain", "stop"]);
  off();
  source.emit("SIGHUP");
  expect(calls).toHaveLength(2);
  expect(source.eventNames()).toEqual([]);
});
