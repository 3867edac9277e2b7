import { HttpSocket, headOf } from "../harness/http-socket.ts";
import { serveLoad } from "../harness/load.ts";
import type { Seat } from "../harness/squad.ts";
import type { WaitingCommand } from "../harness/waiting.ts";

const WAIT_S = 280;
/** So many connections are opened at a time. */
const AT_A_TIME = 50;
/** Within it the first look of each poll is over, ms. */
const SETTLED_MS = 3_000;

serveLoad<WaitingCommand, null>(async ({ port, seats }) => {
  for (let at = 0; at < seats.length; at += AT_A_TIME)
    await Promise.all(seats.slice(at, at + AT_A_TIME).map((seat) => wait(port, seat)));
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  return null;
});

/** Polls on and on; resolves once the first poll is on its way. */
async function wait(port: number, seat: Seat): Promise<void> {
  const socket = await HttpSocket.open(port);
  const head = headOf("POST", `/api/v1/rooms/${seat.roomId}/claims`, {
    authorization: `Bearer ${seat.token}`,
    "x-squadroom-connection": seat.connection,
  });
  const poll = () => {
    socket.request(head, `{"waitS":${WAIT_S}}`).then(
      ({ status, body }) => {
        if (status === 200) poll();
        else throw new Error(`a poll was answered ${status}: ${String(body)}`);
      },
      (error: unknown) => {
        throw error;
      },
    );
  };
  poll();
}
