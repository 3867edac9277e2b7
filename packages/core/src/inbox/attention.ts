import type { RoomView } from "../kernel/view.ts";

/**
 * Changes whenever the questions to people in this room change, or the answers that they may still take back: whoever
 * shows an inbox then reads it again. Says nothing else.
 */
export function attentionOf({
  decisions,
  questions,
  answered,
  backlog,
}: Pick<RoomView, "decisions" | "questions" | "answered" | "backlog">): string {
  let hash = 0x811c9dc5;
  // FNV-1a, 32 bits: a collision costs a late look, nothing more.
  const take = (text: string) => {
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  };
  for (const { id, version, holdsUp, urgency } of Object.values(decisions))
    take(`${id}${version}/${holdsUp}${urgency}`);
  for (const { messageId } of questions) take(messageId);
  for (const { id, answer } of answered) take(`${id}${answer.undo === null ? "" : "u"}`);
  for (const { id, state, stateAt } of backlog.items) if (state === "in_review") take(`i${id}/${stateAt}`);
  if (backlog.paused) take(`p${backlog.paused.at}`);
  return hash.toString(36);
}
