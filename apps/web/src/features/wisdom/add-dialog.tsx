import {
  FILES_MAX,
  LABELS_MAX,
  WISDOM_KINDS,
  WISDOM_TEXT_MAX,
  type WisdomKind,
} from "@squadroom/core/delivery/wisdom-kinds";
import { type ReactNode, useState } from "react";
import { DraftKept } from "../../drafts/draft-kept.tsx";
import { useDraft } from "../../drafts/use-draft.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Area } from "../../ui/area.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Segments } from "../../ui/segments.tsx";
import { sessionName } from "./entry-facts.tsx";
import { openEntry } from "./open-entry.ts";
import { add } from "./send.ts";
import { KIND } from "./words.ts";
import "./wisdom.css";

const EMPTY = {
  kind: "decision" as WisdomKind,
  ...{ text: "", files: "", labels: "", role: "", session: "" },
};

/** A person writes down what the team should know. */
export function AddDialog({
  state: { view },
  names,
  session: of = null,
  onClose,
}: {
  state: RoomState;
  names: Names;
  /** The session whose page it is opened on. */
  session?: number | null;
  onClose: () => void;
}): ReactNode {
  const form = useAddForm(view, of);
  const { kind, text, files, labels, role, session } = form.value;
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (): void => {
    if (isBusy) return;
    setMissing(text.trim() === "");
    if (text.trim() === "") return;
    setBusy(true);
    const { value } = form;
    const entry = {
      ...{ kind, text, files: listOf(files, FILES_MAX), labels: listOf(labels, LABELS_MAX) },
      ...{ roles: role === "" ? [] : [role], session: session === "" ? null : Number(session) },
    };
    const { number } = view.wisdom;
    void add(view.roomId, entry, number, openEntry).then((wrong) => {
      setBusy(false);
      setProblem(wrong);
      if (wrong !== null) return;
      form.sent(value);
      onClose();
    });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Add an entry"
      width={560}
      label="Add entry"
      keys="Mod+Enter"
      className="wi-form"
      problem={problem}
      onSubmit={submit}
    >
      <Area
        label="What the team should know"
        value={text}
        isWrong={isMissing}
        onChange={(next) => form.edit({ text: next.slice(0, WISDOM_TEXT_MAX) })}
      />
      {isMissing && (
        <p className="small c-bad" role="alert">
          Say what the team should know.
        </p>
      )}
      <Segments
        label="Kind"
        value={kind}
        options={WISDOM_KINDS.map((value) => ({ value, label: KIND[value] }))}
        onChange={(next) => form.edit({ kind: next })}
      />
      <Field
        label="Files"
        help="Paths or patterns, with commas between them. Tasks about these files get it first."
        value={files}
        onChange={(event) => form.edit({ files: event.target.value })}
      />
      <Field
        label="Labels"
        help="With commas between them."
        value={labels}
        onChange={(event) => form.edit({ labels: event.target.value })}
      />
      <div className="wi-pair">
        <Select
          label="For"
          value={role}
          options={[
            { value: "", label: "Every role" },
            ...(view.team?.roles ?? []).map(({ name, title }) => ({ value: name, label: title })),
          ]}
          onChange={(next) => form.edit({ role: next })}
        />
        {view.sessions.live.length > 0 && (
          <Select
            label="Scope"
            value={session}
            options={[
              { value: "", label: "The whole room" },
              ...sessionChoices(view.sessions.live, names),
            ]}
            onChange={(next) => form.edit({ session: next })}
          />
        )}
      </div>
      <DraftKept of={form} />
    </FormDialog>
  );
}

/** A draft for each page that it is opened on; of a session's, its entries belong to it. */
function useAddForm({ roomId, sessions }: RoomState["view"], of: number | null) {
  const isOpen = sessions.live.some(({ id }) => id === of);
  const key = `wisdom:${roomId}:add${of === null ? "" : `:${of}`}`;
  return useDraft(key, { ...EMPTY, session: isOpen ? String(of) : "" });
}

function sessionChoices(sessions: readonly { id: number }[], names: Names) {
  return sessions.map(({ id }) => ({ value: String(id), label: sessionName(id, names) }));
}

/** What stands between the commas. */
function listOf(text: string, max: number): string[] {
  const all = text.split(",").map((one) => one.trim());
  return [...new Set(all.filter((one) => one !== ""))].slice(0, max);
}
