import type { RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { Cursor, RunTopic, ServerMessage, Topic } from "@squadroom/core/live/protocol";
import type { RunChunk } from "@squadroom/core/run/output";
import type { RunId } from "@squadroom/core/run/run";
import { isFull } from "./slow-lines.ts";
import type { Client, HubOptions, Lines } from "./viewer.ts";

/** Chunks in one message, which is also how many come without a cursor. */
const PIECE = 200;
const RUNS_MAX = 20;

/**
 * What runs say and do, for their viewers. It is always read from the table, from each viewer's place, so that nothing
 * is missed or told twice, whoever stored it; one read serves all viewers at the same place.
 */
export function createOutputStream(
  options: Pick<HubOptions, "epoch" | "mayWatch" | "output" | "log">,
  { send, write, hold }: Lines,
) {
  const watchers = new Map<RunTopic, Set<Client>>();
  const reading = new Map<RunTopic, { again: boolean }>();

  async function subscribe(client: Client, topic: RunTopic, cursor: Cursor | null): Promise<void> {
    const { roomId, runId } = runOfTopic(topic);
    if (!options.mayWatch(client.principal, roomId, "listRunOutput"))
      throw refuse("room_unknown", "There is no such room.", {});
    if (client.runs.size >= RUNS_MAX)
      throw refuse("limit_reached", `A connection watches at most ${RUNS_MAX} runs.`, {});
    // Others' reads leave it alone until its place is known.
    unsubscribe(client, topic);
    const place: { n: number | null } = { n: null };
    client.runs.set(topic, place);
    const head = await options.output.head(roomId, runId);
    if (client.runs.get(topic) !== place) return;
    if (head === null) throw refuse("run_unknown", `This room has no run ${runId}.`, { runId });
    if (cursor && cursor.epoch === options.epoch() && cursor.seq <= head) {
      place.n = cursor.seq;
      send(client, { type: "resumed", topic, cursor, head });
    }
    watchers.set(topic, (watchers.get(topic) ?? new Set<Client>()).add(client));
    await read(topic);
  }

  function unsubscribe(client: Client, topic: RunTopic): void {
    client.runs.delete(topic);
    const those = watchers.get(topic);
    those?.delete(client);
    if (those?.size === 0) watchers.delete(topic);
  }

  /** One read of a run at a time; what is stored meanwhile is read after it. */
  async function read(topic: RunTopic): Promise<void> {
    if (!watchers.has(topic)) return;
    const known = reading.get(topic);
    if (known) {
      known.again = true;
      return;
    }
    const state = { again: true };
    reading.set(topic, state);
    try {
      while (state.again) {
        state.again = false;
        for (const n of placesOf(topic)) if (await bring(topic, n)) state.again = true;
      }
    } catch (error) {
      // All stay at their places: the next look continues from there.
      options.log.warn({ err: error, topic }, "couldn't read what a run says; it is tried again");
    } finally {
      reading.delete(topic);
    }
  }

  function placesOf(topic: RunTopic): Set<number | null> {
    const places = new Set<number | null>();
    for (const client of watchers.get(topic) ?? []) {
      const place = client.runs.get(topic);
      if (!place) continue;
      if (isFull(client)) hold(client);
      else places.add(place.n);
    }
    return places;
  }

  /** Viewers at one chunk get what follows it; resolves to whether there may be more. */
  async function bring(topic: RunTopic, n: number | null): Promise<boolean> {
    const { roomId, runId } = runOfTopic(topic);
    const chunks =
      n === null
        ? await options.output.newest(roomId, runId, PIECE)
        : await options.output.after(roomId, runId, n, PIECE);
    if (n !== null && chunks.length === 0) return false;
    const frame = frameOf(topic, n, chunks);
    for (const client of watchers.get(topic) ?? []) {
      const place = client.runs.get(topic);
      if (place?.n !== n || isFull(client)) continue;
      place.n = chunks.at(-1)?.n ?? 0;
      write(client, frame);
    }
    return n === null || chunks.length === PIECE;
  }

  function frameOf(topic: RunTopic, after: number | null, chunks: RunChunk[]): Buffer {
    const epoch = options.epoch();
    const message: ServerMessage = { type: "output", topic, epoch, after, chunks };
    return Buffer.from(JSON.stringify([message]));
  }

  return {
    subscribe,
    unsubscribe,
    /** A run said or did more. */
    tell: (roomId: RoomId, runId: RunId) => void read(`run:${roomId}:${runId}`),
    /** What other processes stored may not have been reported: viewers of a run are brought to its end. */
    look(): void {
      for (const topic of watchers.keys()) void read(topic);
    },
    catchUp(client: Client): void {
      for (const topic of client.runs.keys()) void read(topic);
    },
    /** Drops its places in runs of rooms that it may no longer watch; resolves to these. */
    recheck(client: Client): RunTopic[] {
      const lost = [...client.runs.keys()].filter(
        (topic) => !options.mayWatch(client.principal, runOfTopic(topic).roomId, "listRunOutput"),
      );
      for (const topic of lost) unsubscribe(client, topic);
      return lost;
    },
    forget(client: Client): void {
      for (const topic of client.runs.keys()) unsubscribe(client, topic);
    },
  };
}

export function isRunTopic(topic: Topic): topic is RunTopic {
  return topic.startsWith("run:");
}

function runOfTopic(topic: RunTopic): { roomId: RoomId; runId: RunId } {
  const [, roomId, runId] = topic.split(":");
  return { roomId: roomId as RoomId, runId: Number(runId) as RunId };
}
