import type { RunChunk } from "@squadroom/core/run/output";
import { createRoom, type Server } from "../../server.fixture.ts";

type Said = number | { n: number; text: string };

/** A room with a runner and a run of it, which says what the test wants. */
export async function aRun(server: Server) {
  const { call } = server.admin;
  const roomId = await createRoom(server.admin);
  const params = { room: roomId };
  const { token, runnerId } = await call("createRunner", { params, body: { name: "studio" } });
  const runner = server.clientOf(token);
  const { connection } = await runner.call("connectRunner", {
    params,
    body: {
      ...{ platform: "linux", version: "1", slots: 4, harnesses: [] },
      offers: [{ role: "builder", harness: "scripted" }],
      project: { name: "checkout", branch: null, hasRemote: false },
    } as never,
  });
  const body = { role: "builder", runner: runnerId } as never;
  const { runId: run } = await call("startRun", { params, body });
  const chunkOf = (said: Said): RunChunk => {
    const { n, text } = typeof said === "number" ? { n: said, text: `Line ${said}` } : said;
    return { n, at: n, turn: 1, kind: "text", text };
  };
  return {
    ...{ roomId, run, runnerId },
    runner: runner.withConnection(connection),
    say: (...what: Said[]) =>
      runner.call("addRunOutput", {
        params: { room: roomId, run },
        body: { chunks: what.map(chunkOf) },
      }),
  };
}
