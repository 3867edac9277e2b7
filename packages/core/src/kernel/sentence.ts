/** Text of others with words of ours behind it: it ends as a sentence does, where its author left that out. */
export function endSentence(text: string): string {
  const words = text.trimEnd();
  return words === "" || /[.!?…:;][)"'”’»]*$/.test(words) ? words : `${words}.`;
}
