/** `an Analyst`, `a Writer`; a `u` mostly sounds as in `user` in names of roles. */
export function withArticle(title: string): string {
  return `${/^[aeio]/i.test(title) ? "an" : "a"} ${title}`;
}
