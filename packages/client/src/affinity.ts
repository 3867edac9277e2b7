import { OWNER_HEADER, type OwnerPlace, readOwnerHeader } from "@squadroom/core/contract/owner-header";

/** An address that can't be reached within this time is not used, ms. */
const ASKED_MS = 2_000;
/** How long an address that gave no answer is left alone, ms. */
const LEFT_ALONE_MS = 60_000;

interface Place extends OwnerPlace {
  state: "named" | "asked" | "reached" | "left";
  leftAt: number;
}

/** Takes the calls about a room to the process that has it in memory, if that can be reached. */
export interface Affinity {
  /** Base address of the next call about this room. */
  baseOf(room: unknown): string;
  /** What an answer says about where the room is. */
  note(room: unknown, answer: Response): void;
  /** Nothing came from this address: for a while its rooms' calls go through the server's own. */
  leave(base: string): void;
}

/**
 * An address that the server names is asked once who answers there, and used only if it is that process: the network
 * may not reach it, or have another machine there. The credential never moves from TLS to a plain connection, nor to
 * this machine because another one said so.
 */
export function createAffinity(baseUrl: string, send: typeof fetch): Affinity {
  const places = new Map<string, Place>();
  const ofRoom = new Map<string, Place>();

  async function ask(place: Place): Promise<void> {
    place.state = "asked";
    try {
      const signal = AbortSignal.timeout(ASKED_MS);
      const answer = await send(`${place.address}/healthz`, { signal, redirect: "error" });
      const { process } = (await answer.json()) as { process?: unknown };
      if (process === place.id) place.state = "reached";
      else leavePlace(place);
    } catch {
      leavePlace(place);
    }
  }

  return {
    baseOf(room) {
      const place = ofRoom.get(String(room));
      if (!place) return baseUrl;
      if (place.state === "reached") return place.address;
      const isForgiven = place.state === "left" && Date.now() > place.leftAt + LEFT_ALONE_MS;
      // Not before the second call: a client that makes only one, as a command does, has nothing to gain.
      if (place.state === "named" || isForgiven) void ask(place);
      return baseUrl;
    },
    note(room, answer) {
      const header = answer.headers.get(OWNER_HEADER);
      const named = header === null ? null : readOwnerHeader(header);
      if (header === null || !named || !mayGo(baseUrl, named.address)) return;
      const place = places.get(header) ?? { ...named, state: "named", leftAt: 0 };
      places.set(header, place);
      ofRoom.set(String(room), place);
    },
    leave(base) {
      for (const place of places.values()) if (place.address === base) leavePlace(place);
    },
  };
}

function leavePlace(place: Place): void {
  place.state = "left";
  place.leftAt = Date.now();
}

function mayGo(from: string, to: string): boolean {
  if (!URL.canParse(from)) return false;
  const [base, next] = [new URL(from), new URL(to)];
  if (base.protocol === "https:" && next.protocol === "http:") return false;
  return isLoopback(base) || !isLoopback(next);
}

function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127\..*|\[::1\])$/.test(hostname);
}
