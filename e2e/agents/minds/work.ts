/** One thing that an agent does about a task; `hold`: it thinks, and never comes to an end. */
export type Step =
  | { act: "progress"; words: string }
  | { act: "ask"; words: string; options: readonly string[] }
  | { act: "end"; words: string }
  /** A command of its own work. */
  | { act: "run"; command: string }
  /** A tool of the room's that its task doesn't print. */
  | { act: "call"; name: string; input: Record<string, unknown> }
  /** One of the client's own tools. */
  | { act: "use"; name: string; input: Record<string, unknown> }
  /** It thinks until then. */
  | { act: "think"; until: () => Promise<void> }
  | { act: "hold" };

/** What the product has a call for. */
export type Said = Extract<Step, { words: string }>;

/** What an agent makes of a task, one delivery after the other; the client may stop after the last one. */
export type Work = readonly (readonly Step[])[];
