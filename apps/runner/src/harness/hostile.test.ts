import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { shareOf } from "@squadroom/core/testing/property-runs.fixture";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { createOutput } from "../output.ts";
import { acpHarness } from "./acp.ts";
import type { Child } from "./child.ts";
import { commandHarness } from "./command.ts";
import { Desk } from "./desk.ts";
import type { RunEvent, RunSpec } from "./harness.ts";
import { JsonRpc } from "./json-rpc.ts";
import { wholeLines } from "./whole-lines.ts";

const env = { PATH: process.env.PATH ?? "" };

function aSpec() {
  const events: RunEvent[] = [];
  const spec: RunSpec = {
    cwd: "/",
    env,
    permit: async () => ({ act: "allow" }),
    on: (event) => void events.push(event),
  };
  return { spec, events };
}

test("what a program leaves behind says nothing in a later turn", async () => {
  const { spec } = aSpec();
  const script = `if [ -e "$1.go" ]; then touch "$1.second"; cat "$1.go"; echo second; exit; fi
    mkfifo "$1.go"
    setsid sh -c 'trap "" PIPE; echo > "$0.up"; while [ ! -e "$0.second" ]; do sleep 0.05; done; echo late; echo x > "$0.go"' "$1" &
    while [ ! -e "$1.up" ]; do sleep 0.05; done; echo first`;
  const place = join(mkdtempSync(join(tmpdir(), "squadroom-late-")), "place");
  onTestFinished(() => rmSync(dirname(place), { recursive: true, force: true }));
  const argv = ["/bin/sh", "-c", script, "sh", place];
  const run = await commandHarness({ name: "command", argv, env }).start(spec);
  await run.send("Do it.", { deadlineMs: 600_000 });
  const second = await run.send("Again.", { deadlineMs: 600_000 });
  expect(second).toEqual({ why: "done", text: "x\nsecond\n" });
  await run.dispose(0);
});

/** Runs a script of Node as a program agent, once. */
async function printing(script: string) {
  const { spec, events } = aSpec();
  const argv = [process.execPath, "-e", script];
  const run = await commandHarness({ name: "command", argv, env }).start(spec);
  const end = await run.send("Do it.", { deadlineMs: 600_000 });
  await run.dispose(0);
  return { end, events };
}

test("lines come whole and in order, however they are cut, and those that are too long are left out", async () => {
  const line = fc.string({ unit: "binary", maxLength: 40 }).map((text) => text.replaceAll("\n", ""));
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1 }),
      fc.array(fc.nat(400)),
      fc.boolean(),
      async (lines, cuts, isOpen) => {
        const all = Buffer.from(lines.join("\n") + (isOpen ? "" : "\n"));
        const at = [...new Set(cuts.map((cut) => cut % (all.length + 1)))].sort((a, b) => a - b);
        const parts = [0, ...at].map((from, i) => all.subarray(from, at[i]));
        let leftOut = 0;
        const read: Buffer[] = [];
        const from = Readable.from(parts.filter(({ length }) => length > 0));
        for await (const chunk of wholeLines(from, () => leftOut++, 40)) read.push(chunk as Buffer);
        const ended = lines.map((one, i) => (i < lines.length - 1 || !isOpen ? `${one}\n` : one));
        const isShort = (one: string) => Buffer.byteLength(one) <= 40;
        const told = ended.filter(isShort).join("");
        expect(Buffer.concat(read).equals(Buffer.from(told))).toBe(true);
        expect(leftOut).toBe(ended.filter((one) => !isShort(one)).length);
      },
    ),
    { numRuns: shareOf(300) },
  );
});

const hostile = fc.oneof(
  fc.constantFrom("{", "{}", "{]", "null", '{"id":1}', '{"id":null,"method":null}', "[[[["),
  fc.constantFrom('{"method":"session.mcp_servers_loaded","params":null}', '{"id":"x","error":1}'),
  fc.json({ maxDepth: 4 }).map((json) => `{"method":"any","params":${json}}`),
  fc.json({ maxDepth: 4 }),
  fc.string({ unit: "binary" }),
  fc.integer({ min: 1, max: 20_000 }).map((n) => `${"[".repeat(n)}\0\ud800`),
);

test("a reader of messages outlives whatever comes between two of them", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostile, { maxLength: 30 }), async (lines) => {
      const { spec, events } = aSpec();
      const desk = new Desk(spec);
      const stdout = new PassThrough();
      const child = { stdin: new PassThrough(), stdout } as unknown as Child;
      const rpc = new JsonRpc(child, {
        hear: (_method, params) => (params as { a: { b: string } }).a.b.trim(),
        answer: async () => ({}),
        reading: (read) => desk.reading(read),
        tooLong: (bytes) => desk.tooLong(bytes),
      });
      const asked = rpc.request("ask", {});
      for (const line of lines) stdout.write(`${line.replaceAll("\n", " ")}\n`);
      // Some of it may have been an answer; none breaks the reader.
      stdout.write('{"id":1,"result":{}}\n');
      await asked.catch(() => undefined);
      const again = rpc.request("ask", {});
      stdout.write('{"id":2,"result":{"is":"here"}}\n');
      expect(await again).toEqual({ is: "here" });
      expect(events.length).toBeLessThanOrEqual(3);
    }),
    { numRuns: shareOf(100) },
  );
});

test("whatever an event holds, its output takes it, and what follows is told", async () => {
  const value = fc.anything({ withBigInt: true, withNullPrototype: true, maxDepth: 3 });
  const event = fc.record({
    kind: fc.constantFrom("text", "tool", "usage", "context", "limited", "notice", "exit"),
    text: value,
    final: value,
    id: value,
    name: value,
    input: value,
    output: value,
    state: fc.constantFrom("start", "ok", "failed", "denied"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 20 }), async (events) => {
      const told: string[] = [];
      const output = createOutput(async (chunks) => {
        for (const chunk of chunks) if ("text" in chunk) told.push(chunk.text);
      });
      for (const one of events) output.take(one as never);
      output.say("notice", "It goes on.");
      await output.close();
      expect(told).toContain("It goes on.");
    }),
    { numRuns: shareOf(100) },
  );
});

test("fifty megabytes without a line end are a text with a beginning and an end", async () => {
  const script = `
    process.stdout.write("It begins. ");
    const part = Buffer.alloc(1_000_000, "x");
    let left = 50;
    const go = () => { while (left-- > 0) if (!process.stdout.write(part)) return process.stdout.once("drain", go);
      process.stdout.write(" It ends."); };
    go();`;
  const { end } = await printing(script);
  expect(end.why).toBe("done");
  expect(end.text.length).toBeLessThan(250_000);
  expect(end.text).toMatch(/^It begins\.[\s\S]*characters left out\][\s\S]*It ends\.$/);
});

test("a program that fails says with which code, or by which signal, and its last words without secrets", async () => {
  const token = `ghp_${"aB3dE5".repeat(6)}`;
  const failed = await printing(`console.error("${token}"); console.error("boom"); process.exit(3)`);
  expect(failed.end).toEqual({
    why: "failed",
    text: "The process ended with code 3. It said: [redacted:github-token]\nboom",
  });
  const killed = await printing("process.kill(process.pid, 'SIGKILL')");
  expect(killed.end.text).toBe("The process ended by SIGKILL.");
  // Of much, the end, and no half of what it was cut in.
  const long = await printing(`process.stderr.write("${token}".repeat(5000) + " boom", () => process.exit(3))`);
  expect(long.end.text).toMatch(/boom$/);
  expect(long.end.text).not.toContain("aB3dE5");
  expect(long.end.text.length).toBeLessThan(1_700);
});

test("a program that isn't there is a person's to mend", async () => {
  const { spec } = aSpec();
  const run = await commandHarness({ name: "command", argv: ["/nowhere/agent"], env }).start(spec);
  const end = await run.send("Do it.", { deadlineMs: 60_000 });
  expect(end).toMatchObject({ why: "failed", isFinal: true });
  expect(end.text).toMatch(/^\/nowhere\/agent can't be started: .*ENOENT/);
  await run.dispose(0);
});

test("an ACP agent that prints junk and a message of forty megabytes does its turn all the same", async () => {
  const script = `
    const say = (one) => process.stdout.write(JSON.stringify(one) + "\\n");
    const update = (one) => say({ jsonrpc: "2.0", method: "session/update", params: { sessionId: "s", update: one } });
    require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, method } = JSON.parse(line);
      const answer = (result) => say({ jsonrpc: "2.0", id, result });
      if (method === "initialize") return answer({ protocolVersion: 1, agentCapabilities: {} });
      if (method === "session/new") return answer({ sessionId: "s" });
      if (method !== "session/prompt") return;
      process.stdout.write("{not json\\n[1,2]\\n\\0\\n");
      update({ sessionUpdate: "tool_call", toolCallId: 7, title: {} });
      update({ sessionUpdate: "agent_message_chunk", content: { type: "text" } });
      update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: "y".repeat(40000000) } });
      update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: "z".repeat(11000000) } });
      update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: " Done." } });
      answer({ stopReason: "end_turn" });
    });`;
  const { spec, events } = aSpec();
  const argv = [process.execPath, "-e", script];
  const run = await acpHarness({ name: "acp", argv, env }).start(spec);
  const end = await run.send("Do it.", { deadlineMs: 600_000 });
  await run.dispose(0);
  expect(end.why).toBe("done");
  expect(end.text).toMatch(/\sDone\.$/);
  expect(end.text.length).toBeLessThan(250_000);
  const notices = events.flatMap((one) => (one.kind === "notice" ? [one.text] : []));
  expect(notices.some((text) => text.includes("is too long"))).toBe(true);
});
