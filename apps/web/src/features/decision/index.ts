import "./words.ts";

export { AnswerList } from "./answer-list.tsx";
export { DecisionCard } from "./decision-card.tsx";
export { NoteForm } from "./note-form.tsx";
export { firstAnswer, isFinal } from "./options.ts";
export { type Outcome, outcomeWords, readRefusal } from "./outcome.ts";
export { undo } from "./send.ts";
export { useAnswering } from "./use-answering.ts";
