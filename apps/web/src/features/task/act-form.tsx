import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { DraftKept } from "../../drafts/draft-kept.tsx";
import type { Draft } from "../../drafts/use-draft.ts";
import { explain } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";

/** What a lead says when steering a task: it is kept while it is written, and sent when nothing is missing. */
export function ActForm({
  draft,
  send,
  missing = null,
  confirm,
  kind = "primary",
  hint,
  onCancel,
  children,
}: {
  draft: Pick<Draft<never>, "isKept" | "discard">;
  send: Pick<UseMutationResult<unknown, Error, void>, "mutate" | "error">;
  /** What to enter first. */
  missing?: string | null;
  confirm: string;
  kind?: "primary" | "danger";
  hint?: string;
  onCancel: () => void;
  /** @param tried they have pressed the button: say what is missing */
  children: (tried: boolean) => ReactNode;
}): ReactNode {
  const [tried, setTried] = useState(false);
  return (
    <form
      className="ta-form"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (missing === null) send.mutate();
      }}
    >
      {children(tried)}
      {tried && missing !== null && (
        <p className="small c-bad" role="alert">
          {missing}
        </p>
      )}
      <DraftKept of={draft} />
      {send.error && <Note tone="bad">{explain(send.error).message}</Note>}
      <div className="row">
        <Button kind={kind} type="submit">
          {confirm}
        </Button>
        <Button kind="ghost" onClick={onCancel}>
          Keep as is
        </Button>
        {hint && <span className="small muted">{hint}</span>}
      </div>
    </form>
  );
}
