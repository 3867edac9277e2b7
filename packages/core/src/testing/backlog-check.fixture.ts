import type { RoomEvent } from "../kernel/event.ts";

type BacklogEvent = Extract<RoomEvent, { type: `backlog.${string}` }>;

/** From which states each event may come; a reading of its own that shares nothing with the reducer. */
const FROM: Partial<Record<BacklogEvent["type"], readonly string[]>> = {
  "backlog.moved": ["open", "reopened", "deferred"],
  "backlog.picked": ["open", "reopened", "deferred"],
  "backlog.deferred": ["open", "reopened", "picked"],
  "backlog.finished": ["open", "reopened", "picked"],
  "backlog.returned": ["picked"],
  "backlog.closed": ["open", "reopened", "deferred", "in_review"],
  "backlog.dropped": ["open", "reopened", "deferred", "in_review"],
  "backlog.reopened": ["closed", "dropped", "deferred", "in_review"],
};
const TO: Partial<Record<BacklogEvent["type"], string>> = {
  "backlog.picked": "picked",
  "backlog.deferred": "deferred",
  "backlog.finished": "in_review",
  "backlog.returned": "open",
  "backlog.closed": "closed",
  "backlog.dropped": "dropped",
  "backlog.reopened": "reopened",
};

/** What no log may say about a backlog: moves that a state does not allow, two numbers alike, two items handed out at once. */
export class BacklogReading {
  private readonly items = new Map<number, string>();
  private mode = "normal";
  private isPaused = false;

  faultsOf(event: BacklogEvent): string[] {
    switch (event.type) {
      case "backlog.added":
        return event.data.items.flatMap(({ id, state }) => {
          const expected = this.items.size + 1;
          this.items.set(id, state);
          return id === expected ? [] : [`item ${id} follows ${expected - 1}`];
        });
      case "backlog.mode_changed": {
        const { mode } = event.data;
        const faults = mode === this.mode ? [`the mode is ${mode} already`] : [];
        this.mode = mode;
        this.isPaused = false;
        return faults;
      }
      case "backlog.clearing_paused":
        this.isPaused = true;
        return this.mode === "normal" ? ["nothing is cleared that could pause"] : [];
      case "backlog.clearing_resumed": {
        const faults = this.isPaused ? [] : ["it was not paused"];
        this.isPaused = false;
        return faults;
      }
      default:
        return this.ofItem(event);
    }
  }

  private ofItem(event: Extract<BacklogEvent, { data: { itemId: number } }>): string[] {
    const { itemId } = event.data;
    const state = this.items.get(itemId) ?? "not there";
    const faults: string[] = [];
    const from = FROM[event.type];
    if (from && !from.includes(state)) faults.push(`item ${itemId} is ${state}`);
    if (event.type === "backlog.picked" && event.data.why === "clearing") {
      if (this.mode === "normal" || this.isPaused) faults.push("nothing is handed out now");
      if ([...this.items.values()].includes("picked")) faults.push("another item is in hand");
    }
    const to = TO[event.type];
    if (to) this.items.set(itemId, to);
    return faults;
  }
}
