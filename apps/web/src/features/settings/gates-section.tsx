import { GATE_PRESETS } from "@squadroom/core/session/record/gate";
import type { ReactNode } from "react";
import { useAct } from "../../act/use-act.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Choice } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";

const GATES_PRESET = {
  minimum: "Minimum",
  production: "Production",
  gold: "Gold",
};

const GATES_MEANS = {
  minimum: "Nothing else.",
  production: "Tests passed, and coverage of at least 70 %.",
  gold: "Tests passed, coverage of at least 80 %, and no warnings.",
};

/** The gate preset for sessions made from now on. */
export function GatesSection({ state }: { state: RoomState }): ReactNode {
  const { name, sessions } = state.view;
  const { send, problem } = useAct("setGatePreset", {
    said: ({ preset }) => `Gates of new sessions: ${GATES_PRESET[preset]}.`,
  });
  return (
    <section aria-labelledby="gates-title" className="st-gates">
      <div className="st-head">
        <h2 id="gates-title">Gates of sessions</h2>
        <p className="small muted">
          What a session has to show to get past its review, besides an approved plan, tasks that passed and a review
          that passed. This applies to new sessions; each can have its own.
        </p>
      </div>
      <Choice
        legend="Gates ask for"
        name="gate-preset"
        columns={3}
        value={sessions.gatePreset}
        options={GATE_PRESETS.map((value) => ({
          value,
          label: GATES_PRESET[value],
          hint: GATES_MEANS[value],
        }))}
        onChange={(preset) => void send({ params: { room: name }, body: { preset } })}
      />
      {problem && <Note tone="bad">{problem}</Note>}
    </section>
  );
}
