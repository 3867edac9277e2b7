import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import type { Gateway } from "./gateway.ts";
import type { Ledger } from "./process/ledger.ts";
import { runRunner } from "./runner.ts";
import type { Workplace } from "./workplace.ts";

const ROOM = "01a00000-0000-7000-8000-000000000001";
const ANSWERS: Record<string, unknown> = {
  me: { kind: "runner", roomId: ROOM },
  connect: { connection: 1, name: "studio", roomName: "harbour" },
  leave: { left: true },
};

test("a runner that is told to stop before it is in its room leaves it again", async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const last = request.url?.split("/").at(-1) ?? "";
    asked.push(last);
    // Whoever waits for work waits for good.
    const answer = ANSWERS[last];
    if (answer) response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const options = { url, token: "t", version: "0", slots: 1, offers: [], argv: [], warm: false };
    const workplace = { about: { name: "p", branch: null, hasRemote: false } } as Workplace;
    const inside = { gateway: {} as Gateway, ledger: {} as Ledger, workplace };
    const stopped = AbortSignal.abort();
    const signals = { draining: stopped, stopping: stopped, say: () => undefined };
    await runRunner({ ...options, idleMs: 1_000, turnMs: 1_000, startMs: 60_000, drainS: 600 }, inside, signals);
    expect(asked).toEqual(["me", "connect", "leave"]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
