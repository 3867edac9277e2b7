import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RULES } from "../asking/rules.ts";
import type { RoomEvent } from "../kernel/event.ts";
import type { RoomView } from "../kernel/view.ts";
import { apply } from "./apply.ts";
import { emptyView, REDUCER_VERSION } from "./view.ts";

/** A log as it was once written, and the hash of the room after each event. Logs stay, hashes follow the reducer. */
interface Golden {
  reducer: number;
  events: RoomEvent[];
  hashes: string[];
}

const folder = join(import.meta.dirname, "golden");
const files = readdirSync(folder);

function read(file: string): Golden {
  return JSON.parse(readFileSync(join(folder, file), "utf8")) as Golden;
}

/** The rooms on the way, the empty one not among them. */
function foldAll(events: readonly RoomEvent[]): RoomView[] {
  const views: RoomView[] = [];
  for (const event of events) views.push(apply(views.at(-1) ?? emptyView(event.roomId), event));
  return views;
}

/** Of the room as JSON, keys in order: equal rooms have equal hashes. */
function hashOf(view: RoomView): string {
  const ordered = JSON.stringify(view, (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash("sha256").update(ordered).digest("hex").slice(0, 16);
}

describe("golden logs", () => {
  it.each(files)("%s still folds to the rooms that it made", (file) => {
    const { events, hashes, reducer } = read(file);
    expect(foldAll(events).map(hashOf)).toEqual(hashes);
    expect(reducer).toBe(REDUCER_VERSION);
  });

  it("have every type of event, in every version that was ever written", () => {
    const seen = new Set(
      files.flatMap((file) => read(file).events.map((event) => `${event.type} ${event.v}`)),
    );
    const wanted = Object.entries(RULES).flatMap(([type, { v: version = 1 }]) =>
      Array.from({ length: version }, (_, i) => `${type} ${i + 1}`),
    );
    expect([...seen].sort()).toEqual(wanted.sort());
  });
});
