/** "planner" → "Planner": for code that names roles without the team. */
export function roleTitle(role: string): string {
  return role.charAt(0).toUpperCase() + role.slice(1);
}

/** A sentence about a team, such as a variant's note, with titles where it names roles as agents write them. */
export function withTitles(text: string, roles: readonly { name: string; title?: string | undefined }[] = []): string {
  const titles = new Map(roles.map(({ name, title }) => [name, title]));
  return text.replace(/[\w-]+/g, (word) => titles.get(word) ?? word);
}
