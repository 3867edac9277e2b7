import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const NET = new URL("./last-net.ts", import.meta.url).href;

test("what nobody catches ends the run that it belongs to, and the others go on", () => {
  const script = `
    import { begunAlone, spreadNet } from ${JSON.stringify(NET)};
    const said = [];
    const takeAway = spreadNet((line) => said.push(line.split(":")[0]));
    const failed = [];
    const begin = (name, act) => begunAlone(() => { act(); return { fail: (error) => failed.push(name + " " + error.message) }; });
    begin("one", () => setTimeout(() => { throw new Error("timer"); }, 1));
    begin("two", () => setTimeout(() => new EventEmitter().emit("error", new Error("event")), 10));
    begin("three", () => setTimeout(() => said.push("three goes on"), 50));
    setTimeout(() => { throw new Error("nobody"); }, 20);
    import { EventEmitter } from "node:events";
    setTimeout(() => { takeAway(); console.log(JSON.stringify({ failed, said })); }, 80);`;
  const args = ["--import", "tsx", "--input-type=module", "--eval", script];
  const out = execFileSync(process.execPath, args, { encoding: "utf8" });
  const { failed, said } = JSON.parse(out) as { failed: string[]; said: string[] };
  expect(failed).toEqual(["one timer", "two event"]);
  expect(said).toEqual([
    "One run fails, and the others go on",
    "One run fails, and the others go on",
    "Something failed that is of no run, and the others go on",
    "three goes on",
  ]);
});
