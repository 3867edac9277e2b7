/** What an answer may do, by its name, with what it says besides. Each feature adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface Acts {}

/** What people are asked, by kind. Each question adds itself. */
// biome-ignore lint/suspicious/noEmptyInterface: questions add to it
export interface Questions {}

/** What an answer carries besides its option and its note. Each feature adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface AnswerDetail {}

/** A kind of question: what it may be about, and what its answers do. */
export interface Asks<About extends string, Answers extends keyof Acts> {
  about: About;
  answers: Answers;
}

/** An act that says nothing but its name. */
export type Plain = Record<never, never>;

export type ActKind = keyof Acts;
export type DecisionKind = keyof Questions;

type Flat<T> = { [K in keyof T]: T[K] } & unknown;

/** What an answer does. It is made where the option is made: nothing is read out of an option's id. */
export type DecisionAct<A extends ActKind = ActKind> = {
  [K in A]: Flat<{ kind: K } & Acts[K]>;
}[A];
