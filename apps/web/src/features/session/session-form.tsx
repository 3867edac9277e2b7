import { aheadOf } from "@squadroom/core/flow/sessions";
import type { RoomView } from "@squadroom/core/kernel/view";
import { counted } from "@squadroom/core/kernel/words";
import { GATE_PRESETS } from "@squadroom/core/session/record/gate";
import type { Session } from "@squadroom/core/session/record/session";
import type { ReactNode } from "react";
import { FormDialog } from "../../act/form-dialog.tsx";
import type { ActFormState } from "../../act/use-act-form.ts";
import { Area } from "../../ui/area.tsx";
import { Field } from "../../ui/field.tsx";
import { Segments } from "../../ui/segments.tsx";
import { BudgetFields } from "../budget/index.ts";
import { BoundaryFields } from "./boundary-fields.tsx";
import { PipelineField } from "./pipeline-field.tsx";
import { type NewSession, type NewSessionProps, useNewSession, useSessionWords } from "./use-new-session.ts";
import "./fold.css";

const GATE_PRESET = {
  minimum: "Minimum",
  production: "Production",
  gold: "Gold",
};

const GATE_PRESET_TEXT = {
  minimum: "The plan, its tasks and their review.",
  production: "Also tests, and coverage of at least 70 %.",
  gold: "Also tests, coverage of at least 80 %, and no warnings.",
};

/** A new session, or a new text for one that has not started. */
export function SessionForm({ session, ...props }: NewSessionProps & { session?: Session }): ReactNode {
  return session ? <EditForm {...props} session={session} /> : <NewForm {...props} />;
}

function EditForm({ session, ...props }: NewSessionProps & { session: Session }): ReactNode {
  const form = useSessionWords(props, session);
  return (
    <FormDialog
      form={form}
      onClose={props.onClose}
      title={`Session ${session.id}`}
      width={560}
      label="Save"
      keys="Mod+Enter"
      className="ss-form"
    >
      <WordFields form={form} />
    </FormDialog>
  );
}

function NewForm(props: NewSessionProps): ReactNode {
  const { view, seed, onClose } = props;
  const form = useNewSession(props);
  const ahead = aheadOf(view, form.value.pipeline === "" ? "brainstorm" : "pipeline");
  const isAnybodyThere = Object.values(view.agents).some(({ online }) => online);
  const starts =
    ahead > 0
      ? `It waits behind ${counted(ahead, "session")}.`
      : isAnybodyThere
        ? "It starts at once."
        : "No agent is connected to start it: it waits until one is.";
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="New session"
      width={560}
      label="Open the session"
      keys="Mod+Enter"
      before={<p className="small muted">{starts}</p>}
      className="ss-form"
    >
      <WordFields form={form} />
      {seed && seed.itemId !== null && (
        <p className="small muted">{`It comes from item ${seed.itemId} of the backlog.`}</p>
      )}
      <MoreFields view={view} form={form} />
    </FormDialog>
  );
}

function WordFields({ form }: { form: Pick<ActFormState<{ title: string; description: string }>, "at"> }): ReactNode {
  return (
    <>
      <Field {...form.at("title")} label="Title" required />
      <Area
        {...form.at("description")}
        label="What it is about"
        className="field ss-area"
        rows={7}
        help="Agents read this first, and ask about what it leaves open."
      />
    </>
  );
}

/** What a new session may be given besides its text. */
function MoreFields({ view, form }: { view: RoomView; form: NewSession }): ReactNode {
  return (
    <>
      <PipelineField room={view.name} form={form} />
      <div className="fl">
        <span className="strong ss-form-label" aria-hidden="true">
          Gates ask for
        </span>
        <Segments
          {...form.at("gatePreset")}
          label="Gates ask for"
          options={GATE_PRESETS.map((value) => ({ value, label: GATE_PRESET[value] }))}
        />
        <p className="small muted fl-help">{GATE_PRESET_TEXT[form.value.gatePreset]}</p>
      </div>
      <details className="se-fold">
        <summary>Scout</summary>
        <Field
          {...form.at("angle")}
          label="Angle"
          help="While nothing has changed, an earlier scout from the same angle is reused. Without an angle, an agent looks around."
          list="session-angles"
        />
        <datalist id="session-angles">
          {view.scouts.stored.map(({ key, value }) => (
            <option key={key} value={value.angle} />
          ))}
        </datalist>
      </details>
      <details className="se-fold">
        <summary>Boundaries</summary>
        <BoundaryFields draft={form.value.boundaries} onChange={(next) => form.edit({ boundaries: next })} />
      </details>
      <details className="se-fold">
        <summary>Budget</summary>
        <BudgetFields
          draft={form.value.budget}
          onChange={(next) => form.edit({ budget: next })}
          showsProblems={form.isTried}
        />
      </details>
    </>
  );
}
