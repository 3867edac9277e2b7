import { existsSync, readdirSync } from "node:fs";
import { type Client, createClient } from "@squadroom/client/http";
import type { AgentState, AgentStates, Kept } from "../agent-state.ts";
import { type Connection, holds } from "../connect/connections.ts";
import { distanceTo } from "../kept-seat.ts";

/** Conversations that a seat serves: what subagents run may come under names of their own. */
const SESSIONS_MAX = 200;

/** A seat that was connected for this conversation, as the hook uses it. */
export interface HookSeat {
  state: AgentState;
  kept: Kept;
  /** The hook's client before it joins; afterwards with the connection. */
  client(): Client;
  update(change: Partial<AgentState>): Promise<void>;
}

export interface Asking {
  harness: string;
  session: string | null;
  cwd: string;
  /** The folder whose own settings have this hook; `null`: the user's settings have it, for all folders. */
  folder: string | null;
  ancestry: () => string;
  fetch: typeof fetch;
}

/** Whose call it is. */
export type Standing =
  | { is: "seated"; seat: HookSeat }
  /** Connected, but there is nobody to ask: no tool runs until a person repairs it. */
  | { is: "closed"; why: string }
  /** Nothing is connected here, or a person has removed it. */
  | { is: "open" };

/** A connection, and what is kept of its seat; `null`: nothing. */
interface Place {
  connection: Connection;
  state: AgentState | null;
  kept: Kept | null;
}
type Seated = Place & { state: AgentState; kept: Kept };

/**
 * Only a connection decides whether a call is free or bound, never what is left of its seat. A conversation keeps its
 * seat wherever
 * it goes; one without a seat gets that of its folder. A new one takes a seat that nobody has: if several agents
 * of one harness work in one folder, each terminal gets its own.
 *
 * @param connections `null`: it is unknown what is connected
 */
export async function findSeat(
  states: AgentStates,
  connections: readonly Connection[] | null,
  asking: Asking,
  isNew: boolean,
): Promise<Standing> {
  if (connections === null) return { is: "closed", why: "The record of what is connected here is missing or damaged." };
  const known = await states.all();
  const places = connections
    .filter(({ harness }) => harness === asking.harness)
    .map((connection) => placeOf(connection, known));
  const line = () => asking.ancestry().split(" ");
  const own =
    asking.session === null
      ? places.find(({ kept }) => kept?.host !== undefined && line().includes(kept.host))
      : (ofSession(places, asking.session, 1) ?? (isNew ? undefined : ofSession(places, asking.session, SESSIONS_MAX)));
  if (own && (isSeated(own) || !isNew)) return standingOf(own, states, asking);
  const at = asking.folder ?? asking.cwd;
  const here = places.filter(({ connection }) => connection.folder === at || holds(connection, at));
  const last = here.at(-1) ?? own;
  if (!last) return { is: "open" };
  const seated = here.filter(isSeated);
  const [only, ...more] = seated;
  if (!only) return standingOf(last, states, asking);
  const chosen = more.length === 0 ? only : ((isNew ? unused(seated) : undefined) ?? nearest(seated, line()));
  if (chosen) return standingOf(chosen, states, asking);
  const names = seated.map(({ connection: { name } }) => name).join(", ");
  return {
    is: "closed",
    why: `Several agents are connected here (${names}), and this conversation is none of them. Start another when one of theirs has ended.`,
  };
}

function ofSession(places: readonly Place[], session: string, newest: number) {
  return places.find(({ kept }) => kept?.sessions?.slice(0, newest).includes(session));
}

function placeOf(connection: Connection, known: readonly AgentState[]): Place {
  const { agentId, url, folder } = connection;
  const isIts = (one: AgentState) => one.agentId === agentId && one.url === url && one.kept?.folder === folder;
  const state = known.find((one) => isIts(one) && one.kept?.token) ?? known.find(isIts) ?? null;
  return { connection, state, kept: state?.kept ?? null };
}

function isSeated(place: Place): place is Seated {
  return Boolean(place.kept?.token);
}

function standingOf(place: Place, states: AgentStates, { fetch }: Asking): Standing {
  const { name, room, folder } = place.connection;
  if (!isSeated(place)) {
    const what = place.kept ? "has ended" : "isn't kept on this machine any more";
    return { is: "closed", why: `The seat of ${name} in ${room} ${what}.` };
  }
  if (!existsSync(folder)) return { is: "closed", why: `What was connected as ${folder} isn't there any more.` };
  return { is: "seated", seat: seatOf(states, place, fetch) };
}

function seatOf(states: AgentStates, { state: first, kept }: Seated, send: typeof fetch): HookSeat {
  const seat: HookSeat = {
    state: first,
    kept,
    client: () => {
      const { connection, url } = seat.state;
      const more = connection === null ? {} : { connection };
      const token = kept.token ?? "";
      return createClient({ baseUrl: url, token, fetch: send, retries: 1, ...more });
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

/** The first connected one of those whose harness has ended, or has never begun. */
function unused(here: readonly Seated[]): Seated | undefined {
  const running = new Set(processes());
  if (running.size === 0) return undefined;
  // A shell may be between the hook and its harness.
  const isUsed = ({ kept }: Seated) =>
    kept.ancestry
      .split(" ")
      .slice(0, 2)
      .some((one) => running.has(one.split("@", 1)[0] ?? ""));
  return here.find((one) => !isUsed(one));
}

function nearest(here: readonly Seated[], own: readonly string[]): Seated | undefined {
  const distances = here.map(({ kept }) => distanceTo(kept, own));
  const least = Math.min(...distances);
  const near = here.filter((_, at) => distances[at] === least);
  return near.length === 1 && Number.isFinite(least) ? near[0] : undefined;
}

/** If the system lists them. */
function processes(): string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** From now on this conversation has it, and whatever its harness runs. */
export function keptNow(
  { kept }: HookSeat,
  { ancestry, host, session }: { ancestry: string; host: string | undefined; session: string | null },
): Kept {
  const others = (kept.sessions ?? []).filter((one) => one !== session);
  const sessions = [session ?? [], others].flat().slice(0, SESSIONS_MAX);
  return { ...kept, ancestry, ...(host && { host }), ...(session === null ? {} : { sessions }) };
}

/** It is guarded wherever it goes, even if the room hasn't heard of it, or another conversation has the seat. */
export async function answerFor(seat: HookSeat, session: string | null): Promise<void> {
  const [first = [], ...others] = seat.kept.sessions ?? [];
  if (session === null || first === session || others.includes(session)) return;
  const sessions = [first, session, others].flat().slice(0, SESSIONS_MAX);
  await seat.update({ kept: { ...seat.kept, sessions } });
}
