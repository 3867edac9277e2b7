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
      platform: "linux",
      version: "1",
      slots: 4,
      harnesses: [],
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
  const mine = runner.withConnection(connection);
  return {
    roomId,
    run,
    runnerId,
    runner: mine,
    /** A run with a turn under way in a tree of this name. */
    async workIn(tree: string): Promise<number> {
      const { runId } = await call("startRun", { params, body });
      const at = { ...params, run: runId };
      await mine.call("takeWork", { params, body: { free: 4 } });
      const { agentId, token, role } = await mine.call("seatAgent", { params: at } as never);
      await server.clientOf(token).call("joinRoom", { params, body: { role } } as never);
      const where = { folder: `/work/${tree}`, branch: `squadroom/${tree}`, tree };
      const up = { agentId, harness: "scripted", model: null, ref: null, isResumed: false };
      const begun = { taskId: null, fence: null, ...where };
      for (const report of [
        { kind: "started", ...up, ...where },
        { kind: "turn_began", ...begun },
      ])
        await mine.call("reportRun", { params: at, body: { report } } as never);
      return runId;
    },
    touch: (run: number, tree: string, path: string, ...ranges: [number, number][]) =>
      mine.call("setRunTouches", {
        params: { room: roomId, run },
        body: { tree, files: [{ path, ranges: ranges.map(([from, to]) => ({ from, to })) }] },
      } as never),
    say: (...what: Said[]) =>
      runner.call("addRunOutput", {
        params: { room: roomId, run },
        body: { chunks: what.map(chunkOf) },
      }),
  };
}
