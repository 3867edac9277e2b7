/** What people are asked, by kind: its subject, and what its answers do. Each question adds itself. */
// biome-ignore lint/suspicious/noEmptyInterface: questions add to it
export interface Questions {}

/** What an answer does, if it says more than its name. Each question adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: questions add to it
export interface Acts {}

/** What an answer carries besides its option and its note. Each question adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: questions add to it
export interface AnswerDetail {}

/** A kind of question, as it adds itself. */
export interface Asks<About extends string, Answers extends string> {
  about: About;
  answers: Answers;
}

export type DecisionKind = keyof Questions;
export type ActKind = Questions[DecisionKind]["answers"];

type Flat<T> = { [K in keyof T]: T[K] } & unknown;

/** What an answer does. It is made with the option: nothing is read from an option's id. */
export type DecisionAct<A extends ActKind = ActKind> = {
  [K in A]: K extends keyof Acts ? Flat<{ kind: K } & Acts[K]> : { kind: K };
}[A];

/** An act as an option is made with it: an act without fields is given by its name. */
export type GivenAct = DecisionAct | Exclude<ActKind, keyof Acts>;
export type KindOf<T extends GivenAct> = T extends DecisionAct ? T["kind"] : T & ActKind;
