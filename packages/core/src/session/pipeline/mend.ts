import { backTo } from "../gate/failing.ts";
import type { Gate } from "../gate/gate.ts";
import type { At } from "../record/at.ts";
import { done, type Effect } from "../steps/effect.ts";
import { planRevision } from "./revision.ts";

/** What fails at the end is mended, with what is behind it; `null`: no check is why the gate holds it up. */
export function mend({ room, session, actor }: At, gate: Gate, note: string): Effect | null {
  const { steps, failing } = backTo(session, gate);
  if (steps.length === 0) return null;
  const said = [...failing.map(({ text }) => text), note.trim()].filter(Boolean).join(" ");
  const { revision } = planRevision(room, session, new Set(steps), said);
  const data = {
    sessionId: session.id,
    checkpoint: null,
    how: "revise" as const,
    note,
    ...revision,
  };
  return done([{ type: "session.revised", data, actor }]);
}
