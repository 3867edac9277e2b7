import { readdirSync } from "node:fs";
import { type Client, createClient } from "@squadroom/client/http";
import type { AgentState, AgentStates, Kept } from "../agent-state.ts";
import { distanceTo, isWithin } from "../kept-seat.ts";

/** A seat that was connected in this folder or above it, as the hook uses it. */
export interface HookSeat {
  state: AgentState;
  kept: Kept;
  /** Of the hook, before it joins; afterwards with the connection. */
  client(): Client;
  update(change: Partial<AgentState>): Promise<void>;
}

interface Asking {
  harness: string;
  session: string | null;
  cwd: string;
  ancestry: () => string;
  fetch: typeof fetch;
}

/**
 * The seat that a conversation has. At its start it takes one that nobody has: where several agents of one harness
 * work in one folder, each terminal gets its own.
 */
export async function findSeat(
  states: AgentStates,
  asking: Asking,
  isStart: boolean,
): Promise<HookSeat | null> {
  const here = (await states.all()).flatMap((state) => {
    const { kept } = state;
    const isHere = kept?.token && isWithin(asking.cwd, kept.folder);
    return isHere && (kept.harness ?? asking.harness) === asking.harness ? [{ state, kept }] : [];
  });
  const found =
    here.find(({ kept }) => asking.session !== null && kept.session === asking.session) ??
    (here.length === 1 ? here[0] : isStart ? unused(here) : undefined) ??
    nearest(here, asking.ancestry);
  return found ? seatOf(states, found.state, found.kept, asking.fetch) : null;
}

function seatOf(states: AgentStates, first: AgentState, kept: Kept, send: typeof fetch): HookSeat {
  const seat: HookSeat = {
    state: first,
    kept,
    client: () => {
      const { connection, url } = seat.state;
      const more = connection === null ? {} : { connection };
      return createClient({ baseUrl: url, token: kept.token, fetch: send, retries: 1, ...more });
    },
    update: async (change) => {
      const now = (await states.find(first.tokenHash)) ?? seat.state;
      seat.state = { ...now, ...change };
      seat.kept = seat.state.kept ?? seat.kept;
      await states.save(seat.state);
    },
  };
  return seat;
}

type Found = { state: AgentState; kept: Kept };

/** The first that was connected of those whose harness has ended, or has never begun. */
function unused(here: readonly Found[]): Found | undefined {
  const running = new Set(processes());
  if (running.size === 0) return undefined;
  // A shell may stand between the hook and its harness.
  const isUsed = ({ kept }: Found) =>
    kept.ancestry
      .split(" ")
      .slice(0, 2)
      .some((one) => running.has(one.split("@", 1)[0] ?? ""));
  return here.toReversed().find((one) => !isUsed(one));
}

function nearest(here: readonly Found[], ancestry: () => string): Found | undefined {
  if (here.length === 0) return undefined;
  const own = ancestry().split(" ");
  const distances = here.map(({ kept }) => distanceTo(kept, own));
  const least = Math.min(...distances);
  const near = here.filter((_, at) => distances[at] === least);
  return near.length === 1 && Number.isFinite(least) ? near[0] : undefined;
}

/** Where the system lists them. */
function processes(): string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** From now on this conversation has it, and whatever its harness runs. */
export function keptNow({ kept }: HookSeat, ancestry: string, session: string | null): Kept {
  return { ...kept, ancestry, ...(session === null ? {} : { session }) };
}
