import type { LogKey } from "./en.ts";

export type LineIcon =
  | "room"
  | "team"
  | "join"
  | "leave"
  | "back"
  | "offline"
  | "message"
  | "edited"
  | "mail"
  | "created"
  | "claimed"
  | "progress"
  | "completed"
  | "released"
  | "failed"
  | "retried"
  | "cancelled"
  | "front"
  | "parked"
  | "handoff"
  | "reroute"
  | "asked"
  | "decided"
  | "undone"
  | "item"
  | "mode"
  | "paused"
  | "session"
  | "proposed"
  | "back_to";

/** A sentence of the feed: a key of the catalogue and what goes into its holes. */
export interface Line {
  icon: LineIcon;
  tone: "plain" | "warn" | "bad" | "ok";
  key: LogKey;
  values: Readonly<Record<string, string>>;
  count?: number;
  /** Said in the words of whoever did it, shown muted behind the sentence. */
  because?: string | undefined;
}

type Values = Line["values"];
export const line = (
  icon: LineIcon,
  key: LogKey,
  values: Values,
  more: Partial<Line> = {},
): Line => ({
  icon,
  tone: "plain",
  key,
  values,
  ...more,
});
