import { GATE_PRESETS, type GatePreset } from "@squadroom/core/session/gate/gate";
import { type ReactNode, useState } from "react";
import { call, explain, newKey } from "../../live/api.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Choice } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toasts.ts";
import { t } from "./words.ts";

/** What the gates of sessions made from now on ask for. */
export function GatesSection({ state }: { state: RoomState }): ReactNode {
  const [problem, setProblem] = useState<string | null>(null);
  const { name, sessions } = state.view;
  const choose = (preset: GatePreset): void => {
    setProblem(null);
    call("setGatePreset", { key: newKey(), params: { room: name }, body: { preset } })
      .then(() => toast(t("gates.changed", { preset: t(`gates.preset.${preset}`) })))
      .catch((error: unknown) => setProblem(explain(error).message));
  };
  return (
    <section aria-labelledby="gates-title" className="st-gates">
      <div className="st-head">
        <h2 id="gates-title">{t("gates.title")}</h2>
        <p className="small muted">{t("gates.text")}</p>
      </div>
      <Choice
        legend={t("gates.legend")}
        name="gate-preset"
        columns={3}
        value={sessions.gatePreset}
        options={GATE_PRESETS.map((value) => ({
          value,
          label: t(`gates.preset.${value}`),
          hint: t(`gates.means.${value}`),
        }))}
        onChange={choose}
      />
      {problem && <Note tone="bad">{problem}</Note>}
    </section>
  );
}
