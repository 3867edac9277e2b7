import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const FAILS_EVERY = 3;

/** Takes what webhooks send, and now and then fails to. */
export async function startReceiver(): Promise<{ url: string; close(): Promise<void> }> {
  let calls = 0;
  const server = createServer((request, response) => {
    request.resume();
    response.statusCode = calls++ % FAILS_EVERY === 0 ? 500 : 204;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
