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

let sockets: HttpSocket[] = [];
/** Agents that nobody speaks for, who waits longest first. */
const idle: Agent[] = [];

serveLoad<HandoffsCommand, HandoffsResult>(async (command) => {
  if (command.type === "run") return await run(command.seconds);
  sockets = await Promise.all(
    Array.from({ length: command.connections }, (_, i) =>
      HttpSocket.open(command.ports[i % command.ports.length] as number),
    ),
  );
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

  const pump = (socket: HttpSocket): Promise<void> =>
    new Promise((resolve, reject) => {
      const step = () => {
        const now = performance.now();
        const agent = idle.shift();
        if (!agent || now >= until) {
          if (agent) idle.unshift(agent);
          resolve();
          return;
        }
        const { held } = agent;
        const head = held
          ? `${agent.handoffHead}idempotency-key: ${held.keys.handoff}\r\n`
          : agent.claimHead;
        const body = held
          ? `{"taskId":"${held.taskId}","fence":${held.fence},${agent.rest}`
          : '{"waitS":0}';
        const done = (answer: HttpAnswer) => {
          const text = answer.body.toString("latin1");
          if (answer.status !== 200) return reject(new Error(`${answer.status}: ${text}`));
          if (held) latencies.push(performance.now() - now);
          agent.held = heldIn(text);
          if (!agent.held) starved++;
          idle.push(agent);
          step();
        };
        socket.send(head, body, done, reject);
      };
      step();
    });

  await Promise.all(sockets.map(pump));
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

/** The delivery in an answer, if there is one; the texts of tasks come behind it. */
function heldIn(text: string): Held | null {
  const [, taskId, fence] =
    /"(?:next|task)":\{"taskId":"([A-Z0-9-]+)","fence":(\d+)/.exec(text) ?? [];
  const [, handoff, done] =
    /"keys":\{"handoff":"([0-9a-f-]{36})","done":"([0-9a-f-]{36})"/.exec(text) ?? [];
  if (!taskId || !handoff || !done) return null;
  return { taskId, fence: Number(fence), keys: { handoff, done } };
}
