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

/** A sentence with holes (`{{who}}`) and marks (`<b>`), or one for a single thing and one for several. */
export type Sentence = string | readonly [one: string, other: string];

type HolesIn<S> = S extends readonly [infer One, infer Other]
  ? HolesIn<One> | HolesIn<Other>
  : S extends `${string}{{${infer Hole}}}${infer Rest}`
    ? Hole | HolesIn<Rest>
    : never;

/** A sentence of the feed and what goes into its holes: it is drawn with marks, and searched without them. */
export interface Line {
  icon: LineIcon;
  tone: "plain" | "warn" | "bad" | "ok";
  sentence: string;
  values: Readonly<Record<string, string>>;
  /** In the words of whoever did it, shown muted after the sentence. */
  because?: string | undefined;
}

type Values<S> = Readonly<Record<Exclude<HolesIn<S>, "count">, string>>;

export function line<const S extends Sentence, V extends Values<S>>(
  icon: LineIcon,
  sentence: S,
  values: V,
  { count, ...more }: Partial<Pick<Line, "tone" | "because">> & { count?: number } = {},
): Line {
  return {
    icon,
    tone: "plain",
    sentence: typeof sentence === "string" ? sentence : sentence[count === 1 ? 0 : 1],
    values: count === undefined ? values : { count: count.toLocaleString("en"), ...values },
    ...more,
  };
}
