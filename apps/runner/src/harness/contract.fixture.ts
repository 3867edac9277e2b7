import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Harness, HarnessRun, RunEvent, RunSpec, ToolCall, Verdict } from "./harness.ts";

/** What a harness can do besides; what it can't is no fault of its adapter. */
export interface Abilities {
  /** One process for the whole conversation. */
  process?: boolean;
  /** Asks before a tool. */
  permit?: boolean;
  /** The model hears why a tool was refused. */
  reason?: boolean;
  /** A tool gets another input than the model gave. */
  change?: boolean;
  usage?: boolean;
  steer?: boolean;
  /** The same conversation, and what was said in it is known. */
  resume?: boolean;
}

/**
 * Who is tested. Its model understands four lines: `Say: …` says it, `Run: …` runs a command, `Hold` runs one that never
 * ends, and `Recall` says the first line of the conversation. After a command it says what the tool and others told it since.
 */
export interface Subject {
  harness: Harness;
  place: Pick<RunSpec, "cwd" | "env" | "model" | "mcp" | "system">;
  can: Abilities;
  /** A process runs, rather than a recording of one. */
  isReal: boolean;
}

export interface Clause {
  name: string;
  needs?: keyof Abilities;
  holds(subject: Subject): Promise<void>;
}

/** Generous: it ends what hangs. */
const DEADLINE_MS = 120_000;
/** Of a turn that is to miss it. */
const SHORT_MS = 1_500;
const SEEN_MS = 60_000;
const GRACE_MS = 4_000;
const ALLOW: Verdict = { act: "allow" };

export const CONTRACT: readonly Clause[] = [
  {
    name: "says what it was asked to say, and ends the turn",
    async holds(subject) {
      const { run, events, end } = await started(subject);
      const turn = await run.send("Say: hello", { deadlineMs: DEADLINE_MS });
      assert.deepEqual(turn, { why: "done", text: "hello" });
      const texts = events.filter((one) => one.kind === "text" && one.final);
      assert.deepEqual(texts.at(-1), { kind: "text", text: "hello", final: true });
      await end();
      assert.equal(events.filter(({ kind }) => kind === "exit").length, 1);
    },
  },
  {
    name: "tells what a turn used",
    needs: "usage",
    async holds(subject) {
      const { run, events, end } = await started(subject);
      for (const word of ["one", "two"]) {
        events.length = 0;
        await run.send(`Say: ${word}`, { deadlineMs: DEADLINE_MS });
        const used = events.filter((one) => one.kind === "usage");
        // Each request of the model used as much; a sum of all turns would show in the second one.
        assert.deepEqual(
          used.map(({ input, output, cacheRead }) => ({ input, output, cacheRead })),
          [{ input: 7, output: 2, cacheRead: 3 }],
        );
        assert.ok(used.every(({ costUsd, basis }) => (costUsd === null) === (basis === "unknown")));
      }
      await end();
    },
  },
  {
    name: "asks before a tool, which then runs",
    needs: "permit",
    async holds(subject) {
      const { run, events, asked, end } = await started(subject, () => ALLOW);
      const turn = await run.send("Run: echo allowed > allowed.txt", { deadlineMs: DEADLINE_MS });
      assert.equal(turn.why, "done", turn.text);
      assert.match(JSON.stringify(asked), /echo allowed > allowed\.txt/);
      assert.deepEqual(statesOf(events), ["start", "ok"]);
      if (subject.isReal) assert.ok(existsSync(join(subject.place.cwd, "allowed.txt")));
      await end();
    },
  },
  {
    name: "runs no tool that is refused",
    needs: "permit",
    async holds(subject) {
      const reason = "Ask the reviewer first.";
      const { run, events, end } = await started(subject, () => ({ act: "deny", reason }));
      const turn = await run.send("Run: echo refused > refused.txt", { deadlineMs: DEADLINE_MS });
      assert.equal(turn.why, "done", turn.text);
      assert.deepEqual(statesOf(events), ["start", "denied"]);
      if (subject.can.reason) assert.match(turn.text, /Ask the reviewer first\./);
      if (subject.isReal) assert.ok(!existsSync(join(subject.place.cwd, "refused.txt")));
      await end();
    },
  },
  {
    name: "never runs a tool with an input that was to be another",
    needs: "permit",
    async holds(subject) {
      const { run, events, end } = await started(subject, ({ input }) => ({
        act: "allow",
        input: JSON.parse(JSON.stringify(input).replaceAll("before", "after")),
      }));
      await run.send("Run: echo x > before.txt", { deadlineMs: DEADLINE_MS });
      const { change = false } = subject.can;
      assert.deepEqual(statesOf(events), ["start", change ? "ok" : "denied"]);
      if (subject.isReal) {
        assert.ok(!existsSync(join(subject.place.cwd, "before.txt")));
        assert.equal(existsSync(join(subject.place.cwd, "after.txt")), change);
      }
      await end();
    },
  },
  {
    name: "takes a line into the turn under way",
    needs: "steer",
    async holds(subject) {
      const go = join(subject.place.cwd, "go");
      const { run, events, end } = await started(subject, () => ALLOW);
      const turn = run.send("Run: until [ -e go ]; do sleep 0.1; done", {
        deadlineMs: DEADLINE_MS,
      });
      await seen(events, "tool");
      await run.steer?.("Mind the tests.");
      if (subject.isReal) writeFileSync(go, "");
      const { why, text } = await turn;
      assert.equal(why, "done", text);
      assert.match(text, /Mind the tests\./);
      await end();
    },
  },
  {
    name: "ends an aborted turn, and takes the next one",
    async holds(subject) {
      const { run, events, end } = await started(subject);
      const turn = run.send("Hold", { deadlineMs: DEADLINE_MS });
      const next = run.send("Say: still here", { deadlineMs: DEADLINE_MS });
      await seen(events, subject.can.permit ? "tool" : "text");
      await run.abort();
      assert.equal((await turn).why, "aborted");
      assert.deepEqual(await next, { why: "done", text: "still here" });
      await end();
    },
  },
  {
    name: "ends a turn at its deadline",
    async holds(subject) {
      const { run, end } = await started(subject);
      const turn = await run.send("Hold", { deadlineMs: SHORT_MS });
      assert.equal(turn.why, "deadline");
      const next = await run.send("Say: still here", { deadlineMs: DEADLINE_MS });
      assert.deepEqual(next, { why: "done", text: "still here" });
      await end();
    },
  },
  {
    name: "goes on with a conversation",
    needs: "resume",
    async holds(subject) {
      const first = await started(subject);
      await first.run.send("Say: the first line", { deadlineMs: DEADLINE_MS });
      const { ref } = first.run;
      await first.end();
      const { run, end } = await started(subject, undefined, ref);
      const turn = await run.send("Recall", { deadlineMs: DEADLINE_MS });
      assert.equal(run.ref, ref);
      assert.equal(turn.text, "Say: the first line");
      await end();
    },
  },
  {
    name: "fails a turn whose process ended, and says so",
    needs: "process",
    async holds(subject) {
      const { run, events, end } = await started(subject);
      const turn = run.send("Hold", { deadlineMs: DEADLINE_MS });
      await seen(events, subject.can.permit ? "tool" : "text");
      if (subject.isReal) process.kill(run.pid as number, "SIGKILL");
      const { why, text } = await turn;
      assert.equal(why, "failed");
      assert.match(text, /ended/);
      await seen(events, "exit");
      assert.equal((await run.send("Say: hello", { deadlineMs: DEADLINE_MS })).why, "failed");
      await end();
    },
  },
];

interface Started {
  run: HarnessRun;
  events: RunEvent[];
  asked: ToolCall[];
  /** Disposes of it, and sees that nothing is left. */
  end(): Promise<void>;
}

async function started(
  { harness, place, isReal }: Subject,
  permit: (call: ToolCall) => Verdict = () => ALLOW,
  ref?: string,
): Promise<Started> {
  const events: RunEvent[] = [];
  const asked: ToolCall[] = [];
  const spec: RunSpec = {
    ...place,
    async permit(call) {
      asked.push(call);
      return permit(call);
    },
    on: (event) => events.push(event),
  };
  const run = await (ref === undefined ? harness.start(spec) : harness.resume?.(ref, spec));
  assert.ok(run, "it can't resume");
  return {
    run,
    events,
    asked,
    async end() {
      const { pid } = run;
      await run.dispose(GRACE_MS);
      await run.dispose(GRACE_MS);
      if (isReal && pid !== undefined) {
        const left = () => livingIn(pid);
        await untilTrue(() => left().length === 0, left);
      }
    },
  };
}

function statesOf(events: readonly RunEvent[]): string[] {
  return events.flatMap((one) => (one.kind === "tool" ? [one.state] : []));
}

/** Until something happened in the turn: it works now. */
async function seen(events: readonly RunEvent[], kind: RunEvent["kind"]): Promise<void> {
  await untilTrue(
    () => events.some((one) => one.kind === kind),
    () => events,
  );
}

async function untilTrue(isTrue: () => boolean, state: () => unknown): Promise<void> {
  const late = Date.now() + SEEN_MS;
  while (!isTrue()) {
    assert.ok(Date.now() < late, JSON.stringify(state()));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The processes of a group, but for those that nobody has reaped. */
function livingIn(group: number): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [state, , of] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
        return Number(of) === group && state !== "Z" ? [pid] : [];
      } catch {
        return [];
      }
    });
}
