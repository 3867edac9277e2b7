import { OWNER_HEADER, readOwnerHeader } from "@squadroom/core/contract/owner-header";
import { quantile } from "../harness/figure.ts";
import type { HandoffsCommand, HandoffsResult } from "../harness/handoffs.ts";
import { type HttpAnswer, HttpSocket, headOf } from "../harness/http-socket.ts";
import { serveLoad } from "../harness/load.ts";
import { type Held, INSTRUCTION, type Seat, SUMMARY } from "../harness/squad.ts";

/** The ring of a squad: each passes its work on to the next. */
const NEXT_ROLE: Record<string, string> = {
  planner: "builder",
  builder: "reviewer",
  reviewer: "planner",
};

interface Agent {
  claimHead: string;
  handoffHead: string;
  /** Body after task and fence. */
  rest: string;
  held: Held | null;
}

interface Connection {
  port: number;
  socket: HttpSocket;
}

let connections: Connection[] = [];
/** Agents go where they are told to. */
let follows = false;
/** Agents that nobody speaks for and that go anywhere, who waits longest first. */
const idle: Agent[] = [];
/** Those that have been told to go to this port. */
const idleAt = new Map<number, Agent[]>();

serveLoad<HandoffsCommand, HandoffsResult>(async (command) => {
  if (command.type === "run") return await run(command.seconds);
  follows = command.follows ?? false;
  connections = await Promise.all(
    Array.from({ length: command.connections }, async (_, i) => {
      const port = command.ports[i % command.ports.length] as number;
      return { port, socket: await HttpSocket.open(port) };
    }),
  );
  for (const port of command.ports) idleAt.set(port, []);
  idle.push(...command.seats.map(agentOf));
  return await run(command.warmUpSeconds);
});

function agentOf(seat: Seat): Agent {
  const headers = {
    authorization: `Bearer ${seat.token}`,
    "x-squadroom-connection": seat.connection,
  };
  const handoff = {
    to: NEXT_ROLE[seat.role],
    intent: "work",
    message: INSTRUCTION,
    result: {
      summary: SUMMARY,
      keyDecisions: ["Fields are kept for one hour."],
      artifacts: [
        { path: "src/session/store.ts", status: "modified", lines: 120 },
        { path: "src/session/store.test.ts", status: "created", lines: 80 },
      ],
    },
    next: true,
  };
  const room = `/api/v1/rooms/${seat.roomId}`;
  return {
    claimHead: headOf("POST", `${room}/claims`, headers),
    handoffHead: headOf("POST", `${room}/handoffs`, headers),
    rest: JSON.stringify(handoff).slice(1),
    held: seat.held,
  };
}

/** Every connection speaks for the agent that waits longest, until the time is over. */
async function run(seconds: number): Promise<HandoffsResult> {
  const latencies: number[] = [];
  let starved = 0;
  const cpu = process.cpuUsage();
  const began = performance.now();
  const until = began + seconds * 1000;

  const pump = ({ port, socket }: Connection): Promise<void> =>
    new Promise((resolve, reject) => {
      const step = () => {
        const now = performance.now();
        const agent = now < until ? (idle.shift() ?? idleAt.get(port)?.shift()) : undefined;
        if (!agent) return resolve();
        const { held } = agent;
        const head = held ? `${agent.handoffHead}idempotency-key: ${held.keys.handoff}\r\n` : agent.claimHead;
        const body = held ? `{"taskId":"${held.taskId}","fence":${held.fence},${agent.rest}` : '{"waitS":0}';
        const done = (answer: HttpAnswer) => {
          const text = answer.body.toString("latin1");
          if (answer.status !== 200) return reject(new Error(`${answer.status}: ${text}`));
          if (held) latencies.push(performance.now() - now);
          agent.held = heldIn(text);
          if (!agent.held) starved++;
          (follows ? idleAt.get(portOf(answer.head) ?? port) : idle)?.push(agent);
          step();
        };
        socket.send(head, body, done, reject);
      };
      step();
    });

  await Promise.all(connections.map(pump));
  const took = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: latencies.length / took,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    starved,
    loadCores: (user + system) / 1e6 / took,
  };
}

/** Where the agent is told to go. */
function portOf(head: string): number | null {
  const at = head.indexOf(`${OWNER_HEADER}: `);
  if (at < 0) return null;
  const value = head.slice(at + OWNER_HEADER.length + 2).split("\r\n", 1)[0] ?? "";
  const place = readOwnerHeader(value);
  return place && Number(new URL(place.address).port);
}

/** The delivery in an answer, if there is one; the texts of tasks come behind it. */
function heldIn(text: string): Held | null {
  const [, taskId, fence] = /"taskId":"([A-Z0-9-]+)","fence":(\d+)/.exec(text) ?? [];
  const [, handoff, done] = /"keys":\{"handoff":"([0-9a-f-]{36})","done":"([0-9a-f-]{36})"/.exec(text) ?? [];
  if (!taskId || !handoff || !done) return null;
  return { taskId, fence: Number(fence), keys: { handoff, done } };
}
