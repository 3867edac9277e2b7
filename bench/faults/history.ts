import type { RoomEvent } from "@squadroom/core/log/event";

/** What one actor was told; the checker holds the log against it. */
export type Told =
  | {
      kind: "acknowledged";
      op: string;
      roomId: string;
      credentialId: string;
      key: string | null;
      seq: number;
      reply: Record<string, unknown>;
    }
  | {
      kind: "refused";
      op: string;
      roomId: string;
      credentialId: string;
      key: string | null;
      code: string;
    }
  /** Nobody answered, or only that nobody knows. */
  | { kind: "unknown"; op: string; roomId: string; credentialId: string; key: string | null };

/** Events as one viewer received them, in the order of their arrival. */
export interface Watched {
  viewer: string;
  roomId: string;
  /** Seq of its first snapshot; the events after it must all have come. */
  from: number;
  events: RoomEvent[];
  /** Snapshots that replaced the stream: a cursor was not taken although the log had all of it. */
  replaced: number;
}

/** Everything that actors and viewers saw, and how often. */
export class History {
  readonly told: Told[] = [];
  readonly watched: Watched[] = [];
  readonly counts = new Map<string, number>();

  count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  tell(told: Told): void {
    this.told.push(told);
    this.count(`${told.op} ${told.kind === "refused" ? told.code : told.kind}`);
  }
}
