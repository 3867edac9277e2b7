import { SEAT_ENDS } from "@squadroom/client/agent";
import { sleep } from "@squadroom/client/backoff";
import { createClient } from "@squadroom/client/http";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import { AgentRun } from "./agent-run.ts";
import type { Gateway } from "./gateway.ts";
import { findHarnesses, harnessNamed } from "./harness/harnesses.ts";
import { begunAlone, spreadNet } from "./last-net.ts";
import { createMerger } from "./merger.ts";
import type { Offer } from "./offers.ts";
import { outlasting } from "./outage.ts";
import type { Ledger } from "./process/ledger.ts";
import { markEnv } from "./process/table.ts";
import type { Surroundings } from "./surroundings.ts";
import type { Workplace } from "./workplace.ts";

export interface RunnerOptions {
  url: string;
  token: string;
  version: string;
  slots: number;
  /** Its roles have agents from the start, as far as there are slots. */
  warm: boolean;
  offers: Offer[];
  /** The program of the harnesses `acp` and `command`. */
  argv: readonly string[];
  idleMs: number;
  turnMs: number;
  startMs: number;
  /** How long turns under way have once it drains, s. */
  drainS: number;
}

const RENEW_MS = 15_000;
const WAIT_S = 50;
const AGAIN_MS = 1_000;
const GRACE_MS = 2_000;

/**
 * Makes what runs here match what the room wants: starts what it asks for, carries out orders, ends what it ended.
 * Resolves once it has stopped.
 */
export async function runRunner(
  options: RunnerOptions,
  { gateway, ledger, workplace }: { gateway: Gateway; ledger: Ledger; workplace: Workplace },
  {
    draining,
    stopping,
    say,
  }: {
    /** Takes nothing new; turns under way end. */
    draining: AbortSignal;
    /** Ends everything now. */
    stopping: AbortSignal;
    say: (line: string) => void;
  },
): Promise<void> {
  const { url, token, version, slots, offers } = options;
  const base = createClient({ baseUrl: url, token });
  const me = await base.call("getMe");
  if (me.kind !== "runner") throw new Error("That is no runner's credential.");
  const room = me.roomId;
  const params = { room };
  const around = { env: process.env, cwd: process.cwd() };
  const harnesses = await findHarnesses(around);
  const connected = await base.call("connectRunner", {
    params,
    body: {
      platform: process.platform,
      version,
      slots,
      offers: offers.map(({ ephemeral: _, ...offer }) => offer),
      harnesses,
      project: workplace.about,
    },
  });
  const client = base.withConnection(connected.connection);
  say(`Runner ${connected.name} is in ${connected.roomName}. It starts ${offersText(offers)}.`);
  if (workplace.note) say(workplace.note);
  const runs = new Map<number, AgentRun>();
  /** The room may say that a run is idle before it is so here. */
  let last: Work | null = null;
  /** Over here, while the room may not have heard of it yet. */
  const over = new Map<number, AgentRun>();
  const merger = createMerger({ client, room, workplace }, stopping);
  const surroundings: Surroundings = {
    room,
    client,
    clientFor: (own) => createClient({ baseUrl: url, token: own }),
    gateway,
    workplace,
    merger,
    harness: (name) => harnessNamed(name, around, options.argv),
    isEphemeral: (role) => offers.some((offer) => offer.role === role && offer.ephemeral),
    expect(key) {
      const mark = ledger.expect(key);
      return {
        env: markEnv(mark),
        record: (pid) => ledger.record(mark, pid),
        end: () => ledger.end(mark, GRACE_MS),
      };
    },
    onIdle: () => last && makeRoom(last),
    idleMs: options.idleMs,
    turnMs: options.turnMs,
    startMs: options.startMs,
  };
  const renewing = setInterval(() => {
    client.call("renewRunner", { params }).catch(() => undefined);
  }, RENEW_MS);
  let seen: string | undefined;
  let wake = new AbortController();
  let mySlots = slots;
  let { warm } = options;
  const end = (afterTurn: boolean) => () => {
    for (const run of runs.values()) run.end("drained", "Its runner stopped.", { afterTurn });
    wake.abort();
  };
  const drain = () => {
    if ([...runs.values()].some(({ isBusy }) => isBusy))
      say(`Turns under way have ${options.drainS} s to end. Stop it again to end them now.`);
    end(true)();
    const body = { isDraining: true } as const;
    outlasting(() => client.call("changeRunner", { params, body }), stopping).catch(() => undefined);
  };
  const takeAway = spreadNet(say);
  draining.addEventListener("abort", drain, { once: true });
  stopping.addEventListener("abort", end(false), { once: true });
  try {
    // A draining runner hears of orders until its last turn is over.
    while (!stopping.aborted && !(draining.aborted && runs.size === 0)) {
      const free = draining.aborted ? 0 : Math.max(0, mySlots - runs.size);
      wake = new AbortController();
      const { signal } = wake;
      try {
        const body = { free, warm, ...(seen === undefined ? {} : { seen }), waitS: WAIT_S };
        const work = await client.call("takeWork", { params, body, signal });
        warm = false;
        seen = work.state;
        mySlots = work.slots;
        reconcile(work);
      } catch (error) {
        if (signal.aborted) continue;
        if (error instanceof RefusalError && SEAT_ENDS.includes(error.code)) throw error;
        await sleep(AGAIN_MS, signal).catch(() => undefined);
      }
    }
    await allOver();
    await client.call("leaveRunner", { params, body: {} }).catch(() => undefined);
  } finally {
    clearInterval(renewing);
    end(false)();
    await allOver();
    takeAway();
  }

  async function allOver(): Promise<void> {
    await Promise.all([...runs.values()].map((run) => run.over()));
  }

  type Work = Awaited<ReturnType<typeof client.call<"takeWork">>>;

  function reconcile(work: Work): void {
    const wanted = new Map(work.runs.map((run) => [run.id, run]));
    for (const id of over.keys()) if (!wanted.has(id)) over.delete(id);
    for (const [id, run] of runs) if (!wanted.has(id)) run.end("finished", "The room ended it.");
    for (const one of work.runs) {
      const known = runs.get(one.id);
      if (known) {
        void known.obey(one.orders).catch(() => undefined);
        void known.mail.bring(one.mail).catch(() => undefined);
      } else if (over.has(one.id)) void over.get(one.id)?.tellEnd();
      else if (one.state === "creating" && !draining.aborted) begin(one);
    }
    // A failed merge is reported to the room; what can't be reported now is reported with the next answer.
    void merger.merge(work.merges).catch(() => undefined);
    void merger.obey(work.branches).catch(() => undefined);
    last = work;
    makeRoom(work);
  }

  /** Tasks wait for slots of idle runs: the one that has been idle longest makes room. */
  function makeRoom({ waiting, spare }: Work): void {
    const all = [...runs.values()];
    const free = mySlots - all.filter(({ ending }) => ending === null).length;
    const idle = all
      .filter(({ id, isBusy, ending }) => spare.includes(id) && !isBusy && ending === null)
      .sort((a, b) => a.idleSince - b.idleSince);
    for (const run of idle.slice(0, Math.max(0, waiting - free))) run.end("made_room", "Another role needs its slot.");
  }

  function begin(one: Work["runs"][number]): void {
    const run = begunAlone(() => new AgentRun(one.id, one, surroundings));
    runs.set(one.id, run);
    say(`Run ${one.id} of ${one.role} starts with ${one.harness}.`);
    void run.over().then(() => {
      runs.delete(one.id);
      over.set(one.id, run);
      say(`Run ${one.id} is over.`);
      // Its slot is free, and the current wait was for what fits without it.
      wake.abort();
    });
  }
}

function offersText(offers: readonly Offer[]): string {
  return offers.map(({ role, harness }) => `${role} with ${harness}`).join(", ");
}
