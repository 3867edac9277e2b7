import "./words.ts";

export { AnswerList } from "./answer-list.tsx";
export { DecisionCard } from "./decision-card.tsx";
export { holdsUpWords } from "./holds-up.ts";
export { NoteForm } from "./note-form.tsx";
export { isFinal, optionTo, quickAnswers, redoesStep, shortLabel } from "./options.ts";
export { type Outcome, outcomeWords, readRefusal } from "./outcome.ts";
export { PermissionFacts } from "./permission-facts.tsx";
export { questionText } from "./question-text.ts";
export { answer, undo } from "./send.ts";
export { TimeLeft } from "./time-left.tsx";
export { noteDraft, triageDrafts, useAnswering } from "./use-answering.ts";
export { editsOf, useLead } from "./use-lead.ts";
