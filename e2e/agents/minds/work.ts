/** One thing that an agent does about a task; `hold`: it thinks, and never comes to an end. */
export type Step =
  | { act: "progress"; words: string }
  | { act: "ask"; words: string; options: readonly string[] }
  | { act: "end"; words: string }
  | { act: "hold" };

/** What an agent makes of a task, one delivery after the other; the client may stop after the last one. */
export type Work = readonly (readonly Step[])[];
