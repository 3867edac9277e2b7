import { join } from "node:path";
import { type Bench, benchmark } from "./harness/benchmark.ts";
import { openBrowser } from "./harness/browser.ts";
import { startCluster } from "./harness/cluster.ts";
import { msToDraw } from "./harness/drawn.ts";
import { median } from "./harness/figure.ts";
import { holdSessions } from "./harness/many-sessions.ts";
import { personClient, type Server, startServer } from "./harness/server.ts";
import { type Seat, seatSquads } from "./harness/squad.ts";

const ROUNDS = 9;
/** Calls of a kind whose median is a round's time. */
const CALLS = 9;
const SESSIONS = 1_000;
/** Not ended, most of them queued. */
const OPEN = 90;
/** What fills one page of each list, with as many open ones. */
const PAGE = 150;

/** What a person does with the sessions of a room. */
const LOOKS: Record<string, string> = {
  "open-room": "",
  "list-sessions": "/sessions",
  "filter-sessions-state": "/sessions?status=completed",
  "filter-sessions-queued": "/sessions?status=queued",
  "filter-sessions-text": "/sessions?text=change%201",
  "list-decisions": "/decisions",
  "filter-decisions-pending": "/decisions?state=pending",
  "filter-decisions-withdrawn": "/decisions?state=withdrawn",
};

/** What a person opens in the browser, and what is there once it is drawn. */
const PAGES: Record<string, { path: string; drawn: string }> = {
  "page-room": { path: "", drawn: ".feed-rows [data-seq]" },
  "page-sessions": { path: "/sessions", drawn: ".ss-ended, .ss-page .empty" },
};

/** Of the answers, by room and path. */
const sizes = new Map<string, number>();

/**
 * Looking at a room with 1,000 sessions and 10,000 answered decisions, over REST, in turns: the room itself and
 * its lists, filtered; and in Chromium, from the address to the frame that shows it; against a room in which each
 * page is just full, and against an empty one.
 */
await benchmark("sessions", async (bench) => {
  const cluster = await startCluster(bench);
  const databaseUrl = await cluster.database("ours");
  const start = () => startServer(bench, { dataDir: join(bench.scratch, "server"), databaseUrl });
  const [big, page, empty] = await prepare(bench, await start());
  const sql = cluster.connect(databaseUrl);
  const began = performance.now();
  const held = await holdSessions(sql, big.seats, big.view, { sessions: SESSIONS, open: OPEN });
  const less = await holdSessions(sql, page.seats, page.view, { sessions: PAGE, open: OPEN });
  await sql`VACUUM ANALYZE`;
  bench.say(
    `${held.sessions} sessions, ${held.decisions} decisions and ${held.events} events in one room, ${less.sessions}, ${less.decisions} and ${less.events} in another, written in ${((performance.now() - began) / 1000).toFixed(0)} s; the third is empty`,
  );
  const server = await start();
  const verified = await personClient(server).call("verifyRoom", { params: { room: big.roomId } });
  if (!verified.ok) throw new Error(JSON.stringify(verified.differences).slice(0, 500));

  const rooms = { big, page, empty };
  const names = Object.keys(rooms) as (keyof typeof rooms)[];
  const times = new Map<string, number[]>();
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [look, path] of Object.entries(LOOKS)) {
      const each = new Map(names.map((name) => [name, [] as number[]]));
      for (let call = 0; call < CALLS; call++)
        for (const name of round % 2 === 0 ? names : names.toReversed())
          each.get(name)?.push(await timed(server, rooms[name].roomId, path));
      // The first round warms them up.
      if (round === 0) continue;
      for (const [name, ms] of each)
        times.set(`${name} ${look}`, [...(times.get(`${name} ${look}`) ?? []), median(ms)]);
    }
  }
  const { page: tab } = await openBrowser(bench, server, personClient(server));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [look, { path, drawn }] of Object.entries(PAGES)) {
      for (const name of round % 2 === 0 ? names : names.toReversed()) {
        const ms = await msToDraw(tab, `${server.baseUrl}/rooms/${rooms[name].view.name}${path}`, drawn);
        if (round > 0) times.set(`${name} ${look}`, [...(times.get(`${name} ${look}`) ?? []), ms]);
      }
    }
  }
  return [...Object.keys(LOOKS), ...Object.keys(PAGES)].flatMap((look) =>
    (["page", "empty"] as const).map((other) => ({
      name: other === "page" ? look : `${look}-empty`,
      unit: "ms",
      ours: times.get(`big ${look}`) ?? [],
      reference: times.get(`${other} ${look}`) ?? [],
      ...(look in LOOKS ? { note: `${kilobytes(big.roomId, look)}, ${kilobytes(rooms[other].roomId, look)}` } : {}),
    })),
  );
});

function kilobytes(room: string, name: string): string {
  return `${((sizes.get(`${room} ${LOOKS[name]}`) ?? 0) / 1000).toFixed(1)} kB`;
}

interface Prepared {
  roomId: string;
  seats: Seat[];
  view: Parameters<typeof holdSessions>[2];
}

async function prepare(bench: Bench, server: Server): Promise<[Prepared, Prepared, Prepared]> {
  const person = personClient(server);
  const seats = await seatSquads(server, person, {
    rooms: 3,
    agentsPerRole: 1,
    queuedPerRole: 0,
    claimed: false,
  });
  const rooms: Prepared[] = [];
  for (const roomId of new Set(seats.map((seat) => seat.roomId))) {
    const { view } = await person.call("getRoom", { params: { room: roomId }, query: {} });
    rooms.push({ roomId, view, seats: seats.filter((seat) => seat.roomId === roomId) });
  }
  bench.say("the rooms are made");
  await server.stop();
  const [big, page, empty] = rooms;
  if (!big || !page || !empty) throw new Error("there are no rooms");
  return [big, page, empty];
}

/** Milliseconds until the whole answer is there. */
async function timed(server: Server, room: string, path: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${server.baseUrl}/api/v1/rooms/${room}${path}`, {
    headers: { authorization: server.authorization },
  });
  const { length } = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  sizes.set(`${room} ${path}`, length);
  return performance.now() - began;
}
