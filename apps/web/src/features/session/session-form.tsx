import { aheadOf } from "@squadroom/core/flow/sessions";
import type { RoomView } from "@squadroom/core/kernel/view";
import { counted } from "@squadroom/core/kernel/words";
import { ANGLE_MAX } from "@squadroom/core/scout/scout";
import { GATE_PRESETS } from "@squadroom/core/session/gate/gate";
import { SESSION_TEXT_MAX, SESSION_TITLE_MAX } from "@squadroom/core/session/record/session";
import type { ReactNode } from "react";
import { DraftKept } from "../../drafts/draft-kept.tsx";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Note } from "../../ui/note.tsx";
import { Segments } from "../../ui/segments.tsx";
import { BudgetFields } from "../budget/index.ts";
import { BoundaryFields } from "./boundary-fields.tsx";
import { PipelineField } from "./pipeline-field.tsx";
import { type SessionDraft, type SessionFormProps, useSessionForm } from "./use-session-form.ts";
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

/** A new session, or other words for one that has not started. */
export function SessionForm(props: SessionFormProps): ReactNode {
  const { view, session, seed, onClose } = props;
  const { form, wasTried, problem, submit } = useSessionForm(props);
  const { title, description } = form.value;
  const ahead = aheadOf(view, form.value.pipeline === "" ? {} : { pipeline: true });
  const isAnybodyThere = Object.values(view.agents).some(({ online }) => online);
  const starts =
    ahead > 0
      ? `It waits behind ${counted(ahead, "session")}.`
      : isAnybodyThere
        ? "It starts at once."
        : "No agent is connected to start it: it waits until one is.";
  return (
    <FormDialog
      onClose={onClose}
      title={session ? `Session ${session.id}` : "New session"}
      width={560}
      label={session ? "Save" : "Open the session"}
      keys="Mod+Enter"
      before={!session && <p className="small muted">{starts}</p>}
      className="ss-form"
      onSubmit={submit}
    >
      <Field
        label="Title"
        value={title}
        maxLength={SESSION_TITLE_MAX}
        required
        onChange={(event) => form.edit({ title: event.target.value })}
      />
      <div className="fl">
        <label htmlFor="session-text">What it is about</label>
        <textarea
          id="session-text"
          className="field ss-area"
          rows={7}
          maxLength={SESSION_TEXT_MAX}
          value={description}
          aria-describedby="session-text-help"
          onChange={(event) => form.edit({ description: event.target.value })}
        />
        <p id="session-text-help" className="small muted fl-help">
          Agents read this first, and ask about what it leaves open.
        </p>
      </div>
      {seed && seed.itemId !== null && (
        <p className="small muted">{`It comes from item ${seed.itemId} of the backlog.`}</p>
      )}
      {!session && <MoreFields view={view} form={form} showsProblems={wasTried} />}
      {problem && <Note tone="bad">{problem}</Note>}
      <DraftKept of={form} />
    </FormDialog>
  );
}

/** What a new session may be given beyond its words. */
function MoreFields({
  view,
  form,
  showsProblems,
}: {
  view: RoomView;
  form: SessionDraft;
  showsProblems: boolean;
}): ReactNode {
  const { preset, angle, bounds, budget } = form.value;
  return (
    <>
      <PipelineField room={view.name} form={form} />
      <div className="fl">
        <span className="strong ss-form-label" aria-hidden="true">
          Gates ask for
        </span>
        <Segments
          label="Gates ask for"
          value={preset}
          options={GATE_PRESETS.map((value) => ({ value, label: GATE_PRESET[value] }))}
          onChange={(next) => form.edit({ preset: next })}
        />
        <p className="small muted fl-help">{GATE_PRESET_TEXT[preset]}</p>
      </div>
      <details className="se-fold">
        <summary>Scout</summary>
        <Field
          label="Angle"
          help="While nothing has changed, an earlier scout from the same angle is reused. Without an angle, an agent looks around."
          value={angle}
          maxLength={ANGLE_MAX}
          list="session-angles"
          onChange={(event) => form.edit({ angle: event.target.value })}
        />
        <datalist id="session-angles">
          {view.scouts.stored.map(({ key, value }) => (
            <option key={key} value={value.angle} />
          ))}
        </datalist>
      </details>
      <details className="se-fold">
        <summary>Boundaries</summary>
        <BoundaryFields draft={bounds} onChange={(next) => form.edit({ bounds: next })} />
      </details>
      <details className="se-fold">
        <summary>Budget</summary>
        <BudgetFields
          draft={budget}
          onChange={(next) => form.edit({ budget: next })}
          showsProblems={showsProblems}
        />
      </details>
    </>
  );
}
