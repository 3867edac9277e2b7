import { createUuidv7 } from "@squadroom/client/uuidv7";
import { unreachable } from "@squadroom/core/kernel/unreachable";
import type { WriterCommand, WriterResult } from "../harness/fanout.ts";
import { HttpSocket, headOf } from "../harness/http-socket.ts";
import { serveLoad } from "../harness/load.ts";
import type { Seat } from "../harness/squad.ts";

const newKey = createUuidv7();
let writers: { socket: HttpSocket; head: string; body: string }[] = [];

/** Agents that report progress on the tasks in their hands, each report an event. */
serveLoad<WriterCommand, WriterResult>(async (command) => {
  const began = performance.now();
  const elapsedS = () => (performance.now() - began) / 1000;
  switch (command.type) {
    case "open":
      writers = await Promise.all(
        command.seats.map(async (seat) => ({
          ...requestOf(seat),
          socket: await HttpSocket.open(command.port),
        })),
      );
      return { seq: 0, events: 0, seconds: elapsedS() };
    case "run": {
      let left = command.events;
      const seq = await write(async () => left-- > 0);
      return { seq, events: command.events, seconds: elapsedS() };
    }
    case "pace": {
      const { perSecond, seconds } = command;
      let events = 0;
      const seq = await write(async () => {
        const number = events++;
        const earlyMs = (number / perSecond - elapsedS()) * 1000;
        if (earlyMs > 1) await new Promise((resolve) => setTimeout(resolve, earlyMs));
        const isDue = elapsedS() < seconds;
        if (!isDue) events--;
        return isDue;
      });
      return { seq, events, seconds: elapsedS() };
    }
    default:
      return unreachable(command);
  }
});

function requestOf({ roomId, token, connection, held }: Seat) {
  if (!held) throw new Error("a writer holds no task");
  const path = `/api/v1/rooms/${roomId}/tasks/${held.taskId}/progress`;
  const body = {
    fence: held.fence,
    percent: 40,
    action: "runs the tests of the session store",
    completed: ["the store keeps the fields", "the form restores them"],
    remaining: ["a notice that says why the session ended"],
    artifacts: [{ path: "src/session/store.ts", status: "modified", lines: 120 }],
  };
  return {
    head: headOf("POST", path, {
      authorization: `Bearer ${token}`,
      "x-squadroom-connection": connection,
    }),
    body: JSON.stringify(body),
  };
}

/** All writers go on while there is more to write. */
async function write(hasMore: () => Promise<boolean>): Promise<number> {
  let newest = 0;
  await Promise.all(
    writers.map(async ({ socket, head, body }) => {
      while (await hasMore()) {
        const answer = await socket.request(`${head}idempotency-key: ${newKey()}\r\n`, body);
        const text = answer.body.toString("latin1");
        if (answer.status !== 200) throw new Error(`${answer.status}: ${text}`);
        newest = Math.max(newest, Number(/"seq":(\d+)\}$/.exec(text)?.[1]));
      }
    }),
  );
  return newest;
}
