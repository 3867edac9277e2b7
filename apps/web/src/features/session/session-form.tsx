import type { RoomView } from "@squadroom/core/log/view";
import { ANGLE_MAX } from "@squadroom/core/scout/scout";
import { GATE_PRESETS } from "@squadroom/core/session/gate";
import { SESSION_TEXT_MAX, SESSION_TITLE_MAX, type Session } from "@squadroom/core/session/session";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import { DraftKept } from "../../drafts/draft-kept.tsx";
import { useDraft } from "../../drafts/use-draft.ts";
import { call, explain, newKey } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { Segments } from "../../ui/segments.tsx";
import { toast } from "../../ui/toasts.ts";
import { wordsOf } from "../../words/words-of.ts";
import { BudgetFields, bodyOf, draftOf, problemsIn } from "../budget/index.ts";
import { BoundaryFields, boundariesOf, NO_BOUNDARIES, strayPattern } from "./boundary-fields.tsx";
import "./fold.css";

const FORM = "session-form";

/** A new session, or other words for one that has not started. */
export function SessionForm({
  room,
  view,
  session,
  onClose,
}: {
  room: string;
  view: RoomView;
  session?: Session;
  onClose: () => void;
}): ReactNode {
  const { t } = wordsOf("session");
  const navigate = useNavigate();
  const form = useDraft(`session:${view.roomId}:${session?.id ?? "new"}`, {
    title: session?.title ?? "",
    description: session?.description ?? "",
    budget: draftOf(null),
    angle: "",
    bounds: NO_BOUNDARIES,
    preset: view.sessions.gatePreset,
  });
  const { title, description, budget: draft, angle, bounds, preset } = form.value;
  const [wasTried, setTried] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [key] = useState(newKey);
  const ahead = view.sessions.live.filter((other) => !other.isParked).length;
  const isAnybodyThere = Object.values(view.agents).some(({ online }) => online);
  const starts =
    ahead > 0
      ? t("form.queues", { count: ahead })
      : t(isAnybodyThere ? "form.startsNow" : "form.nobody");
  const create = async (): Promise<void> => {
    const budget = bodyOf(draft);
    const boundaries = boundariesOf(bounds);
    const made = await call("createSession", {
      key,
      params: { room },
      body: {
        title,
        description,
        ...(budget ? { budget } : {}),
        ...(angle.trim() === "" ? {} : { angle }),
        ...(preset === view.sessions.gatePreset ? {} : { gatePreset: preset }),
        ...(boundaries ? { boundaries } : {}),
      },
    });
    form.sent(form.value);
    const count = made.ahead;
    toast(
      count === 0
        ? t("form.created", { session: made.sessionId })
        : t("form.queued", { session: made.sessionId, count }),
    );
    if (count > 0) return onClose();
    await navigate({
      to: "/rooms/$room/sessions/$session",
      params: { room, session: String(made.sessionId) },
    });
  };
  const save = async (): Promise<void> => {
    if (!session) return create();
    await call("editSession", {
      params: { room, sessionId: String(session.id) },
      body: { title, description },
    });
    form.sent(form.value);
    toast(t("form.saved", { session: session.id }));
    onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    const isStray = [bounds.allowed, bounds.forbidden].some((text) => strayPattern(text));
    if (isBusy || title.trim() === "" || isStray || problemsIn(draft).length > 0) return;
    setBusy(true);
    setProblem(null);
    save()
      .catch((error: unknown) => setProblem(explain(error).message))
      .finally(() => setBusy(false));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={session ? t("form.edit", { session: session.id }) : t("form.new")}
      width={560}
      footer={
        <>
          {!session && <p className="small muted">{starts}</p>}
          <Button kind="ghost" onClick={onClose}>
            {wordsOf("ui").t("cancel")}
          </Button>
          <Button kind="primary" type="submit" form={FORM} keys="Mod+Enter">
            {t(session ? "form.save" : "form.create")}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        className="ss-form"
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
        }}
      >
        <Field
          label={t("form.title")}
          value={title}
          maxLength={SESSION_TITLE_MAX}
          required
          onChange={(event) => form.edit({ title: event.target.value })}
        />
        <div className="fl">
          <label htmlFor="session-text">{t("form.description")}</label>
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
            {t("form.descriptionHelp")}
          </p>
        </div>
        {!session && (
          <>
            <div className="fl">
              <span className="strong ss-form-label" aria-hidden="true">
                {t("gate.asksFor")}
              </span>
              <Segments
                label={t("gate.asksFor")}
                value={preset}
                options={GATE_PRESETS.map((value) => ({ value, label: t(`gate.preset.${value}`) }))}
                onChange={(next) => form.edit({ preset: next })}
              />
              <p className="small muted fl-help">{t(`gate.presetText.${preset}`)}</p>
            </div>
            <details className="se-fold">
              <summary>{t("form.scout")}</summary>
              <Field
                label={t("form.angle")}
                help={t("form.angleHelp")}
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
              <summary>{t("bounds.title")}</summary>
              <BoundaryFields draft={bounds} onChange={(next) => form.edit({ bounds: next })} />
            </details>
            <details className="se-fold">
              <summary>{wordsOf("budget").t("legend")}</summary>
              <BudgetFields
                draft={draft}
                onChange={(next) => form.edit({ budget: next })}
                showsProblems={wasTried}
              />
            </details>
          </>
        )}
        {problem && <Note tone="bad">{problem}</Note>}
        <DraftKept of={form} />
      </form>
    </Dialog>
  );
}
