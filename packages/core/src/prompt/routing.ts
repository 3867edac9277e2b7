import { listed } from "../kernel/words.ts";
import type { Role, Team } from "../team/team.ts";
import { sizeOf } from "./context/budget.ts";
import { bullets, inline, section } from "./markdown.ts";

/** Most bytes for all roles' words together. */
const WORDS_BYTES = 450;

/** Who gets the user's messages in a routed team, in brief, for its entry point. */
export function routingGuidance({ routing, roles }: Team, self: Role): string | null {
  if (!routing) return null;
  const others = roles.filter(({ name }) => name !== self.name);
  const ruled = others.flatMap(({ name }) => {
    const phrases = routing.rules.filter(({ to }) => to === name).flatMap((rule) => rule.phrases);
    return phrases.length > 0 ? [{ name, phrases }] : [];
  });
  const share = Math.floor(WORDS_BYTES / Math.max(1, ruled.length));
  const lines = ruled.map(({ name, phrases }) => {
    const said = firstOf(phrases, share);
    const end = said.length === phrases.length ? "." : " …";
    return `**${name}** gets messages about: ${inline(said.join(", "))}${end}`;
  });
  const named = `A message that names a role with \`@\` goes to that role: ${listed(
    others.map(({ name }) => name),
    "or",
  )}.`;
  return section(
    "Who gets the user's messages",
    bullets([
      ...(others.length > 0 ? [named] : []),
      ...lines,
      "The rest comes to you. Where rules name several roles, your delivery says which: pass it on, or ask the user.",
    ]),
  );
}

/** As many whole phrases as fit, always the first. */
function firstOf(phrases: readonly string[], size: number): readonly string[] {
  let count = 1;
  while (count < phrases.length && sizeOf(phrases.slice(0, count + 1).join(", ")) <= size) count += 1;
  return phrases.slice(0, count);
}
