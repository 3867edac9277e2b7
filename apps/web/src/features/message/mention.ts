/** A name being typed after an `@`: where it starts and what there is so far. */
export interface OpenMention {
  /** Index of the `@`. */
  start: number;
  query: string;
}

/** The mention that ends at the caret. An address like `me@here` doesn't count. */
export function mentionAt(text: string, caret: number): OpenMention | null {
  const before = text.slice(0, caret);
  const match = /(?:^|[^\w@./+-])@([a-z0-9-]*)$/i.exec(before);
  if (!match) return null;
  const query = match[1] ?? "";
  return { start: caret - query.length - 1, query: query.toLowerCase() };
}

export interface MentionTarget {
  role: string;
  title: string;
}

/** Roles that match what was typed: first names that start with it, then titles that contain it. */
export function completions(targets: readonly MentionTarget[], query: string): MentionTarget[] {
  const starts = targets.filter((target) => target.role.startsWith(query));
  const contains = targets.filter(
    (target) => !target.role.startsWith(query) && target.title.toLowerCase().includes(query),
  );
  return [...starts, ...contains];
}

/** The text with the name written out, and where the caret goes. */
export function completeMention(text: string, mention: OpenMention, role: string): { text: string; caret: number } {
  const end = mention.start + 1 + mention.query.length;
  const after = text.slice(end);
  const gap = /^\s/.test(after) ? "" : " ";
  return {
    text: `${text.slice(0, mention.start)}@${role}${gap}${after}`,
    caret: mention.start + 1 + role.length + 1,
  };
}

/** The text split at its known mentions, to mark them while somebody types. */
export function markMentions(text: string, roles: readonly string[]): { text: string; mention: boolean }[] {
  const pieces: { text: string; mention: boolean }[] = [];
  let last = 0;
  for (const match of text.matchAll(/(?<![\w@./+-])@([a-z][a-z0-9-]*)(?![\w@-])/gi)) {
    if (!roles.includes((match[1] ?? "").toLowerCase())) continue;
    if (match.index > last) pieces.push({ text: text.slice(last, match.index), mention: false });
    pieces.push({ text: match[0], mention: true });
    last = match.index + match[0].length;
  }
  if (last < text.length) pieces.push({ text: text.slice(last), mention: false });
  return pieces;
}
