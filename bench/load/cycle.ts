import { createUuidv7 } from "@squadroom/client/uuidv7";
import { type CycleCommand, type CycleResult, inParallel, PER_CREATE, rateOf, TASK_TITLE } from "../harness/cycle.ts";
import { HttpSocket, headOf } from "../harness/http-socket.ts";
import { serveLoad } from "../harness/load.ts";
import { INSTRUCTION, type Seat, SUMMARY } from "../harness/squad.ts";

const newKey = createUuidv7();

interface Worker {
  socket: HttpSocket | null;
  createHead: string;
  task: string;
  claimHead: string;
  /** Path and headers around a task's id. */
  completeHead: (taskId: string, key: string) => string;
}

let port = 0;
let workers: Worker[] = [];

/**
 * A connection to each room: creates its tasks, claims the first, completes each and takes the next with it. New
 * ones for each run: the server ends those that are idle while the others have their turn. Each begins with another
 * number of tasks: rooms have nothing to do with each other, and would all create and all complete at one time.
 */
serveLoad<CycleCommand, CycleResult>(async (command) => {
  if (command.type === "run") {
    for (const worker of workers) {
      worker.socket?.close();
      worker.socket = await HttpSocket.open(port);
    }
    const turns = Math.ceil(command.tasks / workers.length / PER_CREATE);
    const tasks = turns * workers.length * PER_CREATE;
    return await rateOf(tasks, () =>
      inParallel(workers.length, workers.length, async (index) => {
        const first = Math.ceil((PER_CREATE * (index + 1)) / workers.length);
        for (const count of [first, ...Array(turns - 1).fill(PER_CREATE), PER_CREATE - first])
          if (count > 0) await goRound(workers[index] as Worker, count);
      }),
    );
  }
  if (!("port" in command)) throw new Error("this load needs a server");
  port = command.port;
  workers = command.seats.map((seat) => workerOf(seat, command.person));
  return { perSecond: 0 };
});

function workerOf(seat: Seat, person: string): Worker {
  const agent = {
    authorization: `Bearer ${seat.token}`,
    "x-squadroom-connection": seat.connection,
  };
  const room = `/api/v1/rooms/${seat.roomId}`;
  const rest = headOf("", "", agent).slice(" ".length);
  const task = { role: seat.role, title: TASK_TITLE, instruction: INSTRUCTION };
  return {
    socket: null,
    createHead: headOf("POST", `${room}/tasks`, { authorization: person }),
    task: JSON.stringify(task),
    claimHead: headOf("POST", `${room}/claims`, agent),
    completeHead: (taskId, key) => `POST ${room}/tasks/${taskId}/completion${rest}idempotency-key: ${key}\r\n`,
  };
}

async function goRound(worker: Worker, count: number): Promise<void> {
  const { socket } = worker;
  if (!socket) throw new Error("a worker without a connection");
  const body = `{"tasks":[${Array(count).fill(worker.task).join()}]}`;
  await ask(socket, `${worker.createHead}idempotency-key: ${newKey()}\r\n`, body);
  let held = heldIn(await ask(socket, worker.claimHead, '{"waitS":0}'));
  let done = 0;
  while (held) {
    const body = `{"fence":${held.fence},"result":{"summary":${JSON.stringify(SUMMARY)}},"next":true}`;
    held = heldIn(await ask(socket, worker.completeHead(held.taskId, held.key), body));
    done++;
  }
  if (done !== count) throw new Error(`${done} of ${count} tasks were done`);
}

async function ask(socket: HttpSocket, head: string, body: string): Promise<string> {
  const answer = await socket.request(head, body);
  const text = answer.body.toString("latin1");
  if (answer.status >= 300) throw new Error(`${answer.status}: ${text}`);
  return text;
}

function heldIn(text: string): { taskId: string; fence: string; key: string } | null {
  const [, taskId, fence] = /"taskId":"([A-Z0-9-]+)","fence":(\d+)/.exec(text) ?? [];
  const [, key] = /"done":"([0-9a-f-]{36})"/.exec(text) ?? [];
  return taskId && fence && key ? { taskId, fence, key } : null;
}
