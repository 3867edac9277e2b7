/** `an Analyst`, `a Writer`; with a `u`, roles are mostly spoken as in `user`. */
export function withArticle(title: string): string {
  return `${/^[aeio]/i.test(title) ? "an" : "a"} ${title}`;
}
