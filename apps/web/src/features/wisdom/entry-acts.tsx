import { WISDOM_TEXT_MAX } from "@squadroom/core/delivery/wisdom-kinds";
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from "react";
import { DraftKept } from "../../drafts/draft-kept.tsx";
import { settleDraft, useDraft } from "../../drafts/use-draft.ts";
import { useKeys } from "../../keys/keys.ts";
import { useWide } from "../../panel/use-wide.ts";
import { Area } from "../../ui/area.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { NoteForm } from "../decision/index.ts";
import type { Entry } from "./entries.ts";
import { openEntry } from "./open-entry.ts";
import { type Act, promote, supersede, withdraw } from "./send.ts";
import "../../ui/acts.css";

const ACT = {
  promote: "Promote",
  supersede: "Supersede",
  withdraw: "Withdraw",
};

const EFFECT = {
  promote: "Every later task in the room may get it, not only this session's.",
  supersede: "Your words take its place. This entry stays readable.",
  withdraw: "No agent gets it any more. It stays readable.",
};

const REASON_MAX = 500;

/** What may be done with it, each with its consequence beside it. */
export function EntryActs({
  entry,
  room,
  acts,
}: {
  entry: Entry;
  room: string;
  acts: readonly Act[];
}): ReactNode {
  const isWide = useWide();
  const [asks, setAsks] = useState<Act | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const draftKey = `wisdom:${room}:${entry.id}`;
  const sent = (wrong: string | null): void => {
    setBusy(false);
    setProblem(wrong);
    if (wrong === null) setAsks(null);
  };
  const choose = (act: Act): void => {
    if (act !== "promote") return setAsks(act);
    setBusy(true);
    void promote(room, entry).then(sent);
  };
  const doWithdraw = (reason: string): void => {
    setBusy(true);
    void withdraw(room, entry, reason).then((wrong) => {
      if (wrong === null) settleDraft(`${draftKey}:withdraw`, reason);
      sent(wrong);
    });
  };
  useKeys(
    acts.map((act, i) => ({
      keys: String(i + 1),
      group: "list" as const,
      label: "Do the first, second … with the entry",
      shown: i === 0 ? "1 … 3" : null,
      run: () => choose(act),
    })),
  );
  if (acts.length === 0) return null;
  return (
    <div className="acts">
      {asks === "withdraw" ? (
        <NoteForm
          draftKey={`${draftKey}:withdraw`}
          label="Why it no longer holds"
          action="Withdraw"
          hint="No agent gets it any more. It stays readable."
          isNeeded
          isFinal
          isBusy={isBusy}
          onSend={doWithdraw}
          onBack={() => setAsks(null)}
        />
      ) : asks === "supersede" ? (
        <SupersedeForm
          entry={entry}
          room={room}
          draftKey={`${draftKey}:supersede`}
          onBack={() => setAsks(null)}
        />
      ) : (
        acts.map((act, i) => (
          <p key={act} className="act-row">
            <Button
              kind={act === "withdraw" ? "danger" : "plain"}
              keys={isWide ? String(i + 1) : undefined}
              onClick={() => !isBusy && choose(act)}
            >
              {ACT[act]}
            </Button>
            <span>{EFFECT[act]}</span>
          </p>
        ))
      )}
      {problem && <Note tone="bad">{problem}</Note>}
    </div>
  );
}

/** What holds now, in the words of a person; the old ones stand there to begin with. */
function SupersedeForm({
  entry,
  room,
  draftKey,
  onBack,
}: {
  entry: Entry;
  room: string;
  draftKey: string;
  onBack: () => void;
}): ReactNode {
  const draft = useDraft(draftKey, { text: entry.text, reason: "" });
  const { text, reason } = draft.value;
  const [isBusy, setBusy] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent | KeyboardEvent): void => {
    event.preventDefault();
    if (isBusy) return;
    setMissing(text.trim() === "");
    if (text.trim() === "") return;
    setBusy(true);
    const { value } = draft;
    void supersede(room, entry, value, openEntry).then((wrong) => {
      setBusy(false);
      setProblem(wrong);
      if (wrong !== null) return;
      draft.sent(value);
      onBack();
    });
  };
  return (
    <form
      className="wi-form"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
        else if (event.key === "Escape") {
          event.preventDefault();
          onBack();
        }
      }}
    >
      <Area
        label="What holds now"
        value={text}
        isWrong={isMissing}
        // The person has just asked for this field.
        autoFocus
        onChange={(next) => draft.edit({ text: next.slice(0, WISDOM_TEXT_MAX) })}
      />
      {isMissing && (
        <p className="small c-bad" role="alert">
          Say what the team should know.
        </p>
      )}
      <Field
        label="Why the old entry no longer holds (optional)"
        value={reason}
        maxLength={REASON_MAX}
        onChange={(event) => draft.edit({ reason: event.target.value })}
      />
      <DraftKept of={draft} />
      {problem && <Note tone="bad">{problem}</Note>}
      <div className="wi-form-acts">
        <Button type="submit" kind="primary" keys="Mod+Enter">
          Supersede
        </Button>
        <Button kind="ghost" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  );
}
