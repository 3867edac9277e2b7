import { join } from "node:path";
import { benchmark } from "./harness/benchmark.ts";
import { startCluster } from "./harness/cluster.ts";
import { median } from "./harness/figure.ts";
import { holdSessions } from "./harness/many-sessions.ts";
import { personClient, type Server, startServer } from "./harness/server.ts";
import { seatSquads } from "./harness/squad.ts";

const ROUNDS = 9;
/** Calls whose median is a round's time. */
const CALLS = 15;
const SESSIONS = 1_000;
const DAY_MS = 86_400_000;
/** Deletions that are measured, one session each. */
const DELETIONS = 3;

/**
 * A room with 1,000 archived sessions, over REST, in turns with an empty one: the room itself and its list of sessions. Then the
 * texts of one session are deleted out of that log, while others write into the room.
 */
await benchmark("archived", async (bench) => {
  const cluster = await startCluster(bench);
  const databaseUrl = await cluster.database("ours");
  const start = () => startServer(bench, { dataDir: join(bench.scratch, "server"), databaseUrl });
  const first = await start();
  const size = { agentsPerRole: 1, queuedPerRole: 0, claimed: false } as const;
  const seats = await seatSquads(first, personClient(first), { rooms: 2, ...size });
  const [full, empty] = [...new Set(seats.map(({ roomId }) => roomId))];
  if (!full || !empty) throw new Error("there are no rooms");
  const { view } = await personClient(first).call("getRoom", { params: { room: full }, query: {} });
  await first.stop();
  const sql = cluster.connect(databaseUrl);
  const own = seats.filter(({ roomId }) => roomId === full);
  const held = await holdSessions(sql, own, view, { sessions: SESSIONS, open: 0 });
  /** A session counts as older by this. */
  const age = async (state: string, days: number, ids: number[] | null = null) => {
    const ms = days * DAY_MS;
    await sql`
      UPDATE session_archive SET at = at - ${ms}::bigint
      WHERE room_id = ${full} AND state = ${state} AND (${ids}::int[] IS NULL OR session_id = ANY(${ids}::int[]))`;
  };
  await age("kept", 3);
  await sql`VACUUM ANALYZE`;

  const server = await start();
  const person = personClient(server);
  const began = performance.now();
  const { archived } = await person.call("runRetention", { params: { room: full } });
  const archivedMs = performance.now() - began;
  const left = await person.call("getRetention", { params: { room: full } });
  bench.say(
    `${held.events} events; ${archived.length} archived by this call in ${archivedMs.toFixed(0)} ms, ${left.counts.archived} in all`,
  );
  if (left.counts.archived !== SESSIONS) throw new Error("they are not all archived");

  const looks = { "archived-room": "", "archived-list": "/sessions" };
  const times = new Map<string, number[]>();
  const note = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms]);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [look, path] of Object.entries(looks)) {
      const each = new Map([full, empty].map((room) => [room, [] as number[]]));
      for (let call = 0; call < CALLS; call++)
        for (const room of round % 2 === 0 ? [full, empty] : [empty, full])
          each.get(room)?.push(await timed(server, room, path));
      // The first round warms them up.
      if (round > 0) for (const [room, ms] of each) note(`${room === full} ${look}`, median(ms));
    }
  }

  for (let n = 0; n < DELETIONS; n++) {
    await age("archived", 40, [100 + n * 300]);
    let isOver = false;
    const writes: number[] = [];
    const writing = (async () => {
      while (!isOver) {
        const at = performance.now();
        await person.call("sendMessage", { params: { room: full }, body: { body: "Go on." } });
        writes.push(performance.now() - at);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const at = performance.now();
    const { deleted } = await person.call("runRetention", { params: { room: full } });
    note("deletion", performance.now() - at);
    isOver = true;
    await writing;
    if (deleted.length !== 1) throw new Error(`${deleted.length} sessions were deleted`);
    note("write", Math.max(...writes));
    bench.say(
      `deleted in ${times.get("deletion")?.at(-1)?.toFixed(0)} ms, ${writes.length} messages meanwhile, the slowest ${Math.max(...writes).toFixed(0)} ms`,
    );
  }
  const verified = await person.call("verifyRoom", { params: { room: full } });
  if (!verified.ok) bench.say(JSON.stringify(verified.differences).slice(0, 300));
  return [
    ...Object.keys(looks).map((look) => ({
      name: look,
      unit: "ms",
      ours: times.get(`true ${look}`) ?? [],
      reference: times.get(`false ${look}`) ?? [],
    })),
    { name: "deletion", unit: "ms", ours: times.get("deletion") ?? [], reference: [3_000] },
    {
      name: "deletion-slowest-write",
      unit: "ms",
      ours: times.get("write") ?? [],
      reference: [1_000],
    },
  ];
});

/** Milliseconds until the whole answer is there. */
async function timed(server: Server, room: string, path: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${server.baseUrl}/api/v1/rooms/${room}${path}`, {
    headers: { authorization: server.authorization },
  });
  await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return performance.now() - began;
}
