/** What a client asked of the model, whatever the protocol. */
export interface Turn {
  /** Names of the tools that the client offers, with the names of what each takes. */
  tools: { name: string; takes: string[] }[];
  /** What the user wrote, the newest first message last. */
  prompts: string[];
  /** What the client put in by itself, what hooks told it among it. */
  notes: string[];
  /** What tools answered, in order. */
  results: string[];
  /** Of the request, as it came in. */
  bytes: number;
}

/** The model's answer: words end the turn, a call continues it. */
export type Move = { say: string } | { call: string; input: Record<string, unknown> };

/** A script in place of a model. */
export type Mind = (turn: Turn) => Promise<Move>;

/** One protocol: what it asks, and how it wants the answer. */
export interface Dialect {
  /** `null`: the request has no tools, so it is about a title or the like. */
  read(body: never): Omit<Turn, "bytes">;
  /** The answer as server-sent events. */
  write(move: Move, id: string): { event?: string; data: unknown }[];
  /** The same for a client that wants it in one piece. */
  whole?(move: Move, id: string): unknown;
  /** What ends a stream, where events alone don't. */
  last?: string;
}

/** The texts in what may be a text, or a list of parts. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map(textOf).join("\n");
  if (content === null || typeof content !== "object") return "";
  const { text, content: inner, output } = content as Record<string, unknown>;
  return textOf(text ?? inner ?? output ?? "");
}

/** What a JSON schema of an object takes. */
export function takenBy(schema: unknown): string[] {
  return Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});
}
