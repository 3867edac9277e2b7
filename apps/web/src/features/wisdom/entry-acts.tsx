import { type ReactNode, useState } from "react";
import { ActForm } from "../../act/act-form.tsx";
import { useActs } from "../../act/use-act.ts";
import { useActForm } from "../../act/use-act-form.ts";
import { settleDraft } from "../../drafts/use-draft.ts";
import { useKeys } from "../../keys/keys.ts";
import { useWide } from "../../panel/use-wide.ts";
import { Area } from "../../ui/area.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { NoteForm } from "../decision/index.ts";
import type { Entry } from "./entries.ts";
import { openEntry } from "./open-entry.ts";
import type { Act } from "./send.ts";
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

/** What may be done with it, each act with its consequence beside it. */
export function EntryActs({ entry, room, acts }: { entry: Entry; room: string; acts: readonly Act[] }): ReactNode {
  const isWide = useWide();
  const [asks, setAsks] = useState<Act | null>(null);
  const sends = useActs();
  const params = { room, wisdomId: String(entry.id) };
  const draftKey = `wisdom:${room}:${entry.id}`;
  const onDone = (): void => setAsks(null);
  const choose = (act: Act): void => {
    if (act !== "promote") return setAsks(act);
    const said = () => `Entry ${entry.id} is the room's now.`;
    void sends.send("promoteWisdom", { params }, { said, onDone });
  };
  const doWithdraw = async (reason: string): Promise<void> => {
    const said = () => `Withdrew entry ${entry.id}.`;
    const given = { params, body: { reason } };
    if (await sends.send("withdrawWisdom", given, { said, onDone })) settleDraft(`${draftKey}:withdraw`, reason);
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
          isBusy={sends.isBusy}
          onSend={(reason) => void doWithdraw(reason)}
          onBack={() => setAsks(null)}
        />
      ) : asks === "supersede" ? (
        <SupersedeForm entry={entry} room={room} draftKey={`${draftKey}:supersede`} onBack={() => setAsks(null)} />
      ) : (
        acts.map((act, i) => (
          <p key={act} className="act-row">
            <Button
              kind={act === "withdraw" ? "danger" : "plain"}
              keys={isWide ? String(i + 1) : undefined}
              onClick={() => choose(act)}
            >
              {ACT[act]}
            </Button>
            <span>{EFFECT[act]}</span>
          </p>
        ))
      )}
      {sends.problem && <Note tone="bad">{sends.problem}</Note>}
    </div>
  );
}

/** What holds now, in a person's words; it starts from the old text. */
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
  const form = useActForm("supersedeWisdom", {
    draft: draftKey,
    start: { text: entry.text, reason: "" },
    lacks: ({ text }) => ({ text: text.trim() === "" && "Say what the team should know." }),
    gives: ({ text, reason }) => ({
      params: { room, wisdomId: String(entry.id) },
      body: { entry: { kind: entry.kind, text }, reason },
    }),
    said: ({ supersededBy: by }) =>
      by === null ? `Entry ${entry.id} says this already.` : `Entry ${by} takes the place of entry ${entry.id}.`,
    onDone: ({ supersededBy: by }) => {
      if (by !== null) openEntry(by);
      onBack();
    },
  });
  return (
    <ActForm
      form={form}
      label="Supersede"
      keys="Mod+Enter"
      className="wi-form"
      acts="wi-form-acts"
      cancel="Back"
      onCancel={onBack}
      escapes
    >
      {/* The person has just asked for this field. */}
      <Area {...form.at("text")} label="What holds now" autoFocus />
      <Field {...form.at("reason")} label="Why the old entry no longer holds (optional)" />
    </ActForm>
  );
}
