import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  headers: IncomingMessage["headers"];
  body: string;
  path: string;
}

/** A receiver of webhooks on this machine; what it answers is the test's to say. */
export async function aReceiver() {
  const received: Received[] = [];
  let answer: (response: ServerResponse, got: Received) => void = (response) => response.end("ok");
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const got = {
        headers: request.headers,
        body: Buffer.concat(parts).toString("utf8"),
        path: request.url ?? "",
      };
      received.push(got);
      answer(response, got);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answers(next: typeof answer) {
      answer = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** As `docs/webhooks.md` tells receivers to do it, written a second time. */
export function isSignedBy(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const wanted = Buffer.from(createHmac("sha256", key).update(signed).digest("base64"));
  const [, given = ""] = String(headers["webhook-signature"]).split(",");
  const got = Buffer.from(given);
  return got.length === wanted.length && timingSafeEqual(got, wanted);
}
