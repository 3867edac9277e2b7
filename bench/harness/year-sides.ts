import type { Bench } from "./benchmark.ts";
import { type Figure, median } from "./figure.ts";
import { personClient, type Server, startServer } from "./server.ts";
import type { Played } from "./year.ts";
import { COMMON_WORD } from "./year-room.ts";

/** Calls whose median is a round's time. */
const CALLS = 7;
const DAY_S = 86_400;
/** In one message of one room. */
const RARE_WORD = "zyzzogeton";

/** A database and what is measured of it. */
export interface Side {
  url: string;
  dataDir: string;
  rooms: Played[];
}

export type Sides<T> = Record<"year" | "fresh", T>;

/** Two servers of which the same is asked in turns. */
export class Both {
  private readonly times = new Map<string, Sides<number[]> & { unit: string }>();

  constructor(
    private readonly bench: Bench,
    private readonly sides: Sides<Side>,
  ) {}

  figures(): Figure[] {
    return [...this.times].map(([name, { year, fresh, unit }]) => {
      return { name, unit, ours: year, reference: fresh };
    });
  }

  /** Both start, and everything is asked of them in turns. The first round warms the machine up. */
  async round(round: number): Promise<void> {
    const order = round % 2 === 0 ? (["year", "fresh"] as const) : (["fresh", "year"] as const);
    const note = (name: string, ms: Sides<number>, unit = "ms") => {
      if (round > 0) this.note(name, ms, unit);
    };
    const server = {} as Sides<Server>;
    for (const side of order) server[side] = await startServer(this.bench, this.options(side));
    note("start", { year: server.year.readyMs, fresh: server.fresh.readyMs });
    const inTurns = async (name: string, path: (side: "year" | "fresh", call: number) => string) => {
      const each: Sides<number[]> = { year: [], fresh: [] };
      for (let call = 0; call < CALLS; call++)
        for (const side of order) each[side].push(await timed(server[side], path(side, call)));
      note(name, { year: median(each.year), fresh: median(each.fresh) });
    };
    // Of every length: those that were played come first. Each is opened once, by a process that has not seen it.
    const room = (side: "year" | "fresh", call: number) => {
      const { rooms } = this.sides[side];
      return rooms[(round * CALLS + call + 1) % rooms.length]?.id ?? "";
    };
    for (const side of order) await timed(server[side], `/rooms/${this.sides[side].rooms[0]?.id}`);
    if (round === 0)
      for (const side of order)
        await personClient(server[side]).call("sendMessage", {
          params: { room: this.sides[side].rooms[0]?.id ?? "" },
          body: { body: `Look for the ${RARE_WORD}.` },
        });
    await inTurns("open-room", (side, call) => `/rooms/${room(side, call)}`);
    await inTurns("list-rooms", () => "/rooms?limit=50");
    await inTurns("inbox", () => "/inbox");
    await inTurns("unread", () => "/inbox/unread");
    await inTurns("search-common", () => `/search?text=${COMMON_WORD}`);
    await inTurns("search-rare", () => `/search?text=${RARE_WORD}`);
    await inTurns("search-none", () => "/search?text=qqqqqqqqq");
    await inTurns("metrics-14-days", () => "/metrics?days=14");
    await inTurns("metrics-90-days", () => "/metrics?days=90");
    await inTurns("room-metrics-90-days", (side, call) => `/metrics?days=90&room=${room(side, call)}`);
    await inTurns("room-sessions", (side, call) => `/rooms/${room(side, call)}/sessions?status=archived`);
    await inTurns("room-tasks", (side, call) => `/rooms/${room(side, call)}/tasks`);
    for (const side of order) await server[side].stop();
    this.bench.say(`round ${round} is over`);
  }

  /** What goes through whole rooms: of each side one of the mean length. */
  async whole(): Promise<void> {
    for (let round = 0; round < 2; round++) {
      const verified = {} as Sides<number>;
      const file = {} as Sides<number>;
      const deletion = {} as Sides<number>;
      const write = {} as Sides<number>;
      for (const side of ["year", "fresh"] as const) {
        const server = await startServer(this.bench, this.options(side));
        const person = personClient(server);
        const { rooms } = this.sides[side];
        const { id: room, seq, name } = rooms[2 + round * 4] ?? { id: "", seq: 0, name: "" };
        const { archived } = await person.call("getRetention", { params: { room } });
        const [first, second] = archived;
        if (!first) throw new Error(`room ${name} has no archived session`);
        const between = (first.stateAt + (second?.stateAt ?? Date.now())) / 2;
        const deleteAfterS = Math.round((Date.now() - between) / 1_000);
        const period = { archiveAfterS: DAY_S, deleteAfterS: Math.max(8 * DAY_S, deleteAfterS) };
        await person.call("setRetention", {
          params: { room },
          body: { completed: period, failed: period },
        });
        const busy = meanwhile(person, room);
        let began = performance.now();
        const { deleted } = await person.call("runRetention", { params: { room } });
        deletion[side] = ((performance.now() - began) / seq) * 1_000;
        write[side] = await busy.stop();
        if (deleted.length !== 1) throw new Error(`${deleted.length} sessions were deleted`);
        began = performance.now();
        const { ok, events, differences } = await person.call("verifyRoom", { params: { room } });
        verified[side] = ((performance.now() - began) / events) * 1_000;
        if (!ok) throw new Error(`log and tables differ: ${JSON.stringify(differences).slice(0, 500)}`);
        began = performance.now();
        let part: string | undefined;
        do {
          const got = await person.call("exportRoom", {
            params: { room },
            query: { part } as never,
          });
          part = got.nextPart ?? undefined;
        } while (part !== undefined);
        file[side] = ((performance.now() - began) / seq) * 1_000;
        await server.stop();
      }
      this.note("verify", verified, "µs an event");
      this.note("export-room", file, "µs an event");
      this.note("delete-session", deletion, "µs an event of the room");
      this.note("write-meanwhile", write, "ms");
    }
  }

  private options(side: "year" | "fresh") {
    const { dataDir, url } = this.sides[side];
    return { dataDir, databaseUrl: url };
  }

  private note(name: string, values: Sides<number>, unit: string): void {
    const known = this.times.get(name) ?? { year: [], fresh: [], unit };
    known.year.push(values.year);
    known.fresh.push(values.fresh);
    this.times.set(name, known);
  }
}

/** Somebody writes into the room all the time; the slowest message counts. */
function meanwhile(person: ReturnType<typeof personClient>, room: string) {
  let isOver = false;
  let slowest = 0;
  const writing = (async () => {
    while (!isOver) {
      const at = performance.now();
      await person.call("sendMessage", { params: { room }, body: { body: "Go on." } });
      slowest = Math.max(slowest, performance.now() - at);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return {
    async stop() {
      isOver = true;
      await writing;
      return slowest;
    },
  };
}

/** Milliseconds until the whole answer is there. */
async function timed(server: Server, path: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${server.baseUrl}/api/v1${path}`, {
    headers: { authorization: server.authorization },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
  return performance.now() - began;
}
