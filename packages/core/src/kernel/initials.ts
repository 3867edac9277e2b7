/** Two letters: the initials of two words, a word's and its number, or the first two. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s_-]+/).filter(Boolean);
  const [first = "?", second] = words;
  const letters = second ? `${[...first][0] ?? ""}${[...second][0] ?? ""}` : [...first].slice(0, 2).join("");
  return letters.toUpperCase();
}
