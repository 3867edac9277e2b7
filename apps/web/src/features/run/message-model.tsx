import type { RoomView } from "@squadroom/core/kernel/view";
import { MODEL_CLASSES } from "@squadroom/core/team/tiers";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Select } from "../../ui/field.tsx";
import { say } from "../../words/say.tsx";
import { setDraft, useDraft } from "../message/index.ts";
import "../../ui/rich-text.css";
import "./message-model.css";

const MODEL = {
  fast: "Model: fast",
  standard: "Model: standard",
  premium: "Model: premium",
};

/** What the runs that a message causes work with: as the room says, a class, or a model that the room knows. */
export function MessageModel({ view }: { view: Pick<RoomView, "roomId" | "options" | "runs"> }): ReactNode {
  const { model = "" } = useDraft(view.roomId);
  const classes = MODEL_CLASSES.map((value) => ({ value, label: MODEL[value] }));
  const names = namedIn(view, model).map((value) => ({
    value,
    label: say`Model: ${value}`,
  }));
  return (
    <div className={clsx("message-model", model !== "" && "message-model-chosen")}>
      <Select
        label="Model for this message"
        hideLabel
        value={model}
        options={[{ value: "", label: "Model: as set" }, ...classes, ...names]}
        onChange={(chosen) => setDraft(view.roomId, { model: chosen })}
      />
    </div>
  );
}

/** Models that the room's settings, its runners and runs name, and the chosen one. */
function namedIn({ options, runs }: Pick<RoomView, "options" | "runs">, chosen: string): string[] {
  const { models } = options;
  const named = [
    ...(models ? [models.all, models.team, ...(models.chain ?? [])] : []),
    ...(models?.roles.map((role) => role.model) ?? []),
    ...Object.values(runs.runners).flatMap(({ offers }) => offers.map((one) => one.model)),
    ...runs.live.map((run) => run.model),
    chosen,
  ];
  const classes: readonly string[] = MODEL_CLASSES;
  return [...new Set(named)].flatMap((name) => (name && !classes.includes(name) ? [name] : [])).sort();
}
