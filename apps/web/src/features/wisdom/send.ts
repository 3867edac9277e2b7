import type { WisdomKind } from "@squadroom/core/delivery/wisdom-kinds";
import { call, explain } from "../../live/api.ts";
import { toast } from "../../ui/toasts.ts";
import type { Entry } from "./entries.ts";

/** What a person does with an entry in force. */
export const ACTS = ["promote", "supersede", "withdraw"] as const;
export type Act = (typeof ACTS)[number];

export const ROUTES = {
  promote: "promoteWisdom",
  supersede: "supersedeWisdom",
  withdraw: "withdrawWisdom",
} as const;

/** What is done at once answers what went wrong; `null` when it is done. */
type Wrong = Promise<string | null>;

export function promote(room: string, { id }: Pick<Entry, "id">): Wrong {
  return sending(async () => {
    await call("promoteWisdom", { params: { room, wisdomId: String(id) } });
    return `Entry ${id} is the room's now.`;
  });
}

export function withdraw(room: string, { id }: Entry, reason: string): Wrong {
  return sending(async () => {
    await call("withdrawWisdom", { params: { room, wisdomId: String(id) }, body: { reason } });
    return `Withdrew entry ${id}.`;
  });
}

/** `onDone` gets the entry in its place. */
export function supersede(
  room: string,
  { id, kind }: Entry,
  { text, reason }: { text: string; reason: string },
  onDone: (by: number) => void,
): Wrong {
  return sending(async () => {
    const params = { room, wisdomId: String(id) };
    const body = { entry: { kind, text }, reason };
    const { supersededBy } = await call("supersedeWisdom", { params, body });
    if (supersededBy === null) return `Entry ${id} says this already.`;
    onDone(supersededBy);
    return `Entry ${supersededBy} takes the place of entry ${id}.`;
  });
}

export interface NewEntry {
  kind: WisdomKind;
  text: string;
  files: string[];
  labels: string[];
  roles: string[];
  session: number | null;
}

export function add(
  room: string,
  { session, ...entry }: NewEntry,
  number: number,
  onDone: (id: number) => void,
): Wrong {
  return sending(async () => {
    const body = { entries: [entry], ...(session === null ? {} : { session }) };
    const { ids, gaveWay } = await call("addWisdom", { params: { room }, body });
    const [id = 0] = ids;
    onDone(id);
    if (id <= number) return `The team knows this already: entry ${id}.`;
    const count = gaveWay.length;
    return count > 0
      ? `Added entry ${id}. The room is full, so ${count} older ${count === 1 ? "entry" : "entries"} made room.`
      : `Added entry ${id}.`;
  });
}

async function sending(act: () => Promise<string>): Wrong {
  try {
    toast(await act());
    return null;
  } catch (error) {
    return explain(error).message;
  }
}
