import type { RoomEvent } from "@squadroom/core/kernel/event";

/** What a request carries that the log is held against. */
export interface Sees {
  /** Texts that are in no other request. */
  marks: readonly string[];
  /** The decision that it answers, as it was then. */
  decision?: { id: string; kind: string; version: number; optionId: string };
}

interface Asked {
  op: string;
  roomId: string;
  credentialId: string;
  key: string | null;
  sees?: Sees | undefined;
  /** When the request that was answered was sent, and when its answer came, epoch ms. */
  sentAt: number;
  at: number;
}

/** What one actor was told; the checker holds the log against it. */
export type Told =
  | (Asked & { kind: "acknowledged"; seq: number; reply: Record<string, unknown> })
  | (Asked & { kind: "refused"; code: string; message: string })
  /** Nobody answered, or only that nobody knows. */
  | (Asked & { kind: "unknown" });

/** Events as one viewer received them, in the order of their arrival. */
export interface Watched {
  viewer: string;
  roomId: string;
  /** Seq of its first snapshot; the events after it must all have come. */
  from: number;
  events: RoomEvent[];
  /** Snapshots that came in the place of what the cursor asked for: where the viewer stood, and where they are. */
  replaced: { had: number; got: number }[];
}

/** Everything that actors and viewers saw, and how often. */
export class History {
  readonly told: Told[] = [];
  readonly watched: Watched[] = [];
  readonly counts = new Map<string, number>();

  count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** What it is now, whatever is told later. */
  copy(): History {
    const copy = new History();
    copy.told.push(...this.told);
    for (const [name, times] of this.counts) copy.counts.set(name, times);
    copy.watched.push(...this.watched.map((one) => ({ ...one, events: [...one.events] })));
    return copy;
  }

  tell(told: Told): void {
    this.told.push(told);
    this.count(`${told.op} ${told.kind === "refused" ? reasonOf(told) : told.kind}`);
  }
}

/** What is wrong with a request is in the words; elsewhere the code says it. */
const reasonOf = ({ code, message }: { code: string; message: string }) =>
  code === "bad_request" ? `${code}: ${message}` : code;
