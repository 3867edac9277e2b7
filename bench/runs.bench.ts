import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { benchmark } from "./harness/benchmark.ts";
import type { Figure } from "./harness/figure.ts";
import { AGENT, Machine } from "./harness/machine.ts";
import { type PersonClient, personClient, startServer } from "./harness/server.ts";

const NAME = "runs";
const ROUNDS = 5;
const MANY = 50;
const REUSE_MS = 500;
const COLD_MS = 2_000;
const MANY_S = 120;

/** When the agent alone said what time it was. */
let saidAt = 0;

/** Each turn says when its prompt arrived. */
const MIND = {
  name: "scripted",
  rules: [{ when: "", do: [{ say: "It is {{now}} now.\n" }, { end: { message: "Said." } }] }],
};
/** What a turn of many does: it writes a file, after a while. */
const BUSY = {
  name: "scripted",
  rules: [
    {
      when: "(?:^|\n)# (\\w+-\\d+)",
      do: [{ run: "sleep 1" }, { write: "made.txt", text: "{{1}}\n" }, { end: { message: "Made." } }],
    },
  ],
};

/**
 * What the room, the runner, worktree and policy add to a harness: from the message until the harness has its prompt,
 * less what the harness alone takes from the same point; and fifty runs at once, all on the same cores.
 */
await benchmark(NAME, async (bench) => {
  const keyDir = join(bench.scratch, "server");
  const server = await startServer(bench, { dataDir: keyDir });
  const person = personClient(server);
  const machineIn = async (room: string, slots: number, mind: unknown) => {
    await person.call("createRoom", { body: { name: room, preset: "solo" } });
    const directory = join(bench.scratch, room);
    mkdirSync(directory);
    const machine = new Machine({
      directory,
      room,
      url: server.baseUrl,
      keyDir,
      roles: "solo",
      slots,
      mind,
    });
    await machine.prepare();
    bench.defer(() => machine.kill());
    machine.start();
    await eventually(async () => {
      const { data } = await person.call("listRunners", { params: { room } });
      return data.some(({ online }) => online);
    });
    return machine;
  };

  const cold: number[] = [];
  const reuse: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const room = `cold-${round}`;
    const machine = await machineIn(room, 1, MIND);
    const alone = await bare(machine);
    const first = await untilPrompt(person, room);
    const again = await untilPrompt(person, room);
    cold.push(first - alone.startMs);
    reuse.push(again - alone.promptMs);
    bench.say(`first ${first} ms (alone ${alone.startMs}), again ${again} ms (alone ${alone.promptMs})`);
    await machine.kill();
  }

  const machine = await machineIn("many", MANY, BUSY);
  const began = Date.now();
  const body = { body: "Make it." };
  for (let n = 0; n < MANY; n++) await person.call("sendMessage", { params: { room: "many" }, body });
  let peakMb = 0;
  let cpuS = 0;
  let atOnce = 0;
  await eventually(async () => {
    const used = await machine.used();
    peakMb = Math.max(peakMb, used.mb);
    cpuS = Math.max(cpuS, used.cpuS);
    const { view } = await person.call("getRoom", {
      params: { room: "many" },
      query: { events: 0 },
    });
    const active = view.runs.live.filter(({ state }) => state === "active").length ?? 0;
    atOnce = Math.max(atOnce, active);
    return view.totals.completed >= MANY;
  });
  const manyS = (Date.now() - began) / 1000;
  const note = `${atOnce} turns at once; runner and agents up to ${peakMb.toFixed(0)} MB, ${cpuS.toFixed(0)} s of a core`;
  bench.say(`${MANY} messages done in ${manyS.toFixed(1)} s: ${note}`);

  const figure = (name: string, unit: string, ours: number[], reference: number): Figure => ({
    name,
    unit,
    ours,
    reference: [reference],
  });
  return [
    figure("runs-reuse", "ms", reuse, REUSE_MS),
    figure("runs-cold", "ms", cold, COLD_MS),
    { ...figure("runs-fifty", "s", [manyS], MANY_S), note },
  ];
});

/** From sending a message until the harness has its prompt, ms. */
async function untilPrompt(person: PersonClient, room: string): Promise<number> {
  const params = { room };
  const sentAt = Date.now();
  await person.call("sendMessage", { params, body: { body: "Say it." } });
  let at = 0;
  await eventually(async () => {
    const { data: runs } = await person.call("listRuns", { params });
    for (const { id } of runs) {
      const { data } = await person.call("listRunOutput", { params: { room, run: id }, query: {} });
      for (const chunk of data) {
        const [, said] = chunk.kind === "text" ? (/It is (\d+) now/.exec(chunk.text) ?? []) : [];
        if (Number(said) >= sentAt) at = Number(said);
      }
    }
    return at > 0;
  });
  // The next message finds the run idle.
  await eventually(async () => {
    const { data } = await person.call("listRuns", { params });
    return data.every(({ state }) => state === "idle" || state === "destroyed");
  });
  return at - sentAt;
}

/** The same agent without us: its start until it has its first prompt, and until it has another. */
async function bare(machine: Machine): Promise<{ startMs: number; promptMs: number }> {
  const began = Date.now();
  const child = spawn(process.execPath, [AGENT, "--mind", machine.mindFile], {
    cwd: machine.folder,
    stdio: ["pipe", "pipe", "inherit"],
  });
  try {
    const ask = talk(child);
    await ask("initialize", { protocolVersion: 1, clientCapabilities: {} });
    const session = { cwd: machine.folder, mcpServers: [] };
    const { sessionId } = (await ask("session/new", session)) as { sessionId: string };
    const prompted = async () => {
      const prompt = [{ type: "text", text: "Say it." }];
      // Its end fails without a room; it has said by then when it began.
      await ask("session/prompt", { sessionId, prompt }).catch(() => undefined);
      return saidAt;
    };
    const startMs = (await prompted()) - began;
    const sentAt = Date.now();
    return { startMs, promptMs: (await prompted()) - sentAt };
  } finally {
    child.kill("SIGKILL");
  }
}

function talk(child: ChildProcess) {
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error("the agent has no pipes");
  let n = 0;
  const waiting = new Map<number, (answer: { result?: unknown; error?: unknown }) => void>();
  createInterface({ input: stdout }).on("line", (line) => {
    const said = JSON.parse(line) as { id?: number; method?: string };
    const [, at] = /It is (\d+) now/.exec(line) ?? [];
    if (at) saidAt = Number(at);
    // Whatever it asks for is denied.
    if (said.method && said.id !== undefined)
      stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: said.id, error: { code: -1, message: "no" } })}\n`);
    else if (said.id !== undefined) waiting.get(said.id)?.(said as never);
  });
  return (method: string, params: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++n;
      waiting.set(id, ({ result, error }) => (error ? reject(error) : resolve(result)));
      stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    });
}

async function eventually(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
}
