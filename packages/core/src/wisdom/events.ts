import type { WisdomKind } from "../delivery/wisdom-kinds.ts";
import { type EventsOf, type FactsOf, fact, NOTHING } from "../kernel/event.ts";
import type { RoleName, SessionId, TaskId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import type { RunId } from "../run/run.ts";
import { LIVE_MAX, type WisdomEntry, type WisdomId, type WisdomSource } from "./wisdom.ts";

/** An entry as its event brings it; its author and time are the event's. */
export interface NewWisdom {
  id: WisdomId;
  kind: WisdomKind;
  text: string;
  files: string[];
  labels: string[];
  roles: RoleName[];
  supersedes: WisdomId | null;
  source: WisdomSource | null;
}

/** Payloads of the events about what a team knows. */
declare module "../kernel/event.ts" {
  interface EventData {
    /**
     * Somebody wrote down what the team should know. `scope` `session`: only work of that session gets it. `gaveWay`:
     * entries that made room for it.
     */
    "wisdom.added": {
      entries: NewWisdom[];
      scope: "room" | "session";
      taskId: TaskId | null;
      sessionId: SessionId | null;
      runId: RunId | null;
      gaveWay: WisdomId[];
    };
    /** A person made an entry of a session the room's. */
    "wisdom.promoted": { id: WisdomId };
    /** An entry is no longer in force. `by`: the entry that replaces it; `null`: a person withdrew it. */
    "wisdom.superseded": { id: WisdomId; by: WisdomId | null; reason: string };
  }
}

export const WISDOM_FACTS: FactsOf<EventsOf<"wisdom">> = {
  "wisdom.added": fact(NOTHING, (next, { data, actor, at }) => {
    if (actor.kind === "server") throw new Error("the server knows nothing by itself");
    const { entries, scope, taskId, sessionId, runId, gaveWay } = data;
    if (scope === "session" && sessionId === null) throw new Error("an entry of a session names its session");
    for (const id of gaveWay) drop(next, id);
    for (const { id, kind, text, files, labels, roles, supersedes, source } of entries) {
      const { number, live } = next.wisdom;
      if (id !== number + 1) throw new Error(`wisdom ${id} does not follow ${number}`);
      const of = { scope, by: actor, taskId, sessionId, runId, at };
      const entry: WisdomEntry = {
        id,
        kind,
        text,
        files,
        labels,
        roles,
        ...of,
        promoted: null,
        supersedes,
        source,
      };
      next.wisdom = { number: id, live: [...live, entry] };
    }
    if ((next.wisdom.live.length ?? 0) > LIVE_MAX) throw new Error("the room knows too much");
  }),
  "wisdom.promoted": fact(NOTHING, (next, { data: { id }, actor, at }) => {
    if (actor.kind !== "person") throw new Error("only a person promotes what a session knows");
    const { number, live } = next.wisdom;
    const place = placeOf(next, id);
    const entry = live[place] as WisdomEntry;
    if (entry.scope !== "session") throw new Error(`wisdom ${id} is the room's already`);
    const promoted = { by: actor.name, at };
    next.wisdom = { number, live: live.with(place, { ...entry, scope: "room", promoted }) };
  }),
  "wisdom.superseded": fact(NOTHING, (next, { data: { id, by }, actor }) => {
    if (by === null && actor.kind !== "person") throw new Error("only a person withdraws an entry");
    drop(next, id);
    // It may have been known before.
    if (by !== null) placeOf(next, by);
  }),
};

function drop(next: RoomView, id: WisdomId): void {
  const place = placeOf(next, id);
  const { number, live } = next.wisdom;
  next.wisdom = { number, live: live.toSpliced(place, 1) };
}

function placeOf({ roomId, wisdom }: RoomView, id: WisdomId): number {
  const place = wisdom.live.findIndex((entry) => entry.id === id);
  if (place < 0) throw new Error(`wisdom ${id} is not in force in ${roomId}`);
  return place;
}
