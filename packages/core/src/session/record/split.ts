import { cut } from "../../kernel/storable.ts";
import type { Session, Split } from "./session.ts";

/** Longest description, including what was split off it. */
const DESCRIPTION_MAX = 24_000;

/** The description of a session that was split off: its own part, and no more. */
export function splitText({ id, title }: Pick<Session, "id" | "title">, part: Split): string {
  return `${part.title}\n\n${part.description}\n\nSplit off session ${id}, “${title}”: only this part.`;
}

/** The description of what is left; it begins with the former one, unchanged. */
export function textOfRest({ description }: Pick<Session, "description">, parts: readonly Split[]) {
  const titles = parts.map(({ title }) => `“${title}”`).join(", ");
  return cut(`${description}\n\nNot part of this, split off: ${titles}.`, DESCRIPTION_MAX);
}

/** Longest name of an answer, including the titles in it. */
const TITLES_MAX = 400;

export function titlesOf(parts: readonly Pick<Split, "title">[]): string {
  const titles = parts.map(({ title }) => title).join(", ");
  return titles.length <= TITLES_MAX ? titles : `${titles.slice(0, TITLES_MAX).toWellFormed()}…`;
}
