import type { ToolCallUpdate } from "@agentclientprotocol/sdk/unstable";

/** What was said about a call so far; agents give its parts one after the other. */
export type Known = Pick<ToolCallUpdate, "title" | "name" | "kind" | "rawInput" | "locations">;

/** The protocol's kinds are words that policy knows; the title is for people. */
export function nameOf({ name, kind, title }: Known): string {
  if (name) return name;
  return kind && kind !== "other" ? kind : (title ?? "tool");
}

export function inputOf({ rawInput, title, kind, locations }: Known): unknown {
  if (!isEmpty(rawInput)) return rawInput;
  if (kind === "execute" && title) return { command: title };
  return locations?.length ? { paths: locations.map(({ path }) => path) } : (rawInput ?? {});
}

export function isEmpty(input: unknown): boolean {
  if (input === undefined || input === null) return true;
  return typeof input === "object" && Object.keys(input).length === 0;
}

export function outputOf({ content, rawOutput }: ToolCallUpdate): string {
  const texts = (content ?? []).flatMap((one) =>
    one.type === "content" && one.content.type === "text" ? [one.content.text] : [],
  );
  if (texts.length > 0) return texts.join("\n");
  if (rawOutput === undefined || rawOutput === null) return "";
  return typeof rawOutput === "string" ? rawOutput : JSON.stringify(rawOutput);
}
