/** Somebody else's text with words of ours after it: it ends like a sentence, even if its author left that out. */
export function endSentence(text: string): string {
  const words = text.trimEnd();
  return words === "" || /[.!?…:;][)"'”’»]*$/.test(words) ? words : `${words}.`;
}
