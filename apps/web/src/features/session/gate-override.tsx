import type { Gate } from "@squadroom/core/session/gate/gate";
import type { Session } from "@squadroom/core/session/record/session";
import { type ReactNode, useState } from "react";
import { DraftKept } from "../../drafts/draft-kept.tsx";
import { useDraft } from "../../drafts/use-draft.ts";
import { call, explain, newKey } from "../../live/api.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { toast } from "../../ui/toasts.ts";
import { EvidenceList } from "./gate-evidence.tsx";
import { GATE_LOW } from "./words.ts";

/** A person lets stand what a gate misses, and says why. */
export function OverrideDialog({
  room,
  session,
  gate,
  onClose,
}: {
  room: string;
  session: Session;
  gate: Gate;
  onClose: () => void;
}): ReactNode {
  const draft = useDraft(`gate:${room}:${session.id}:${gate.phase}:${gate.batch ?? ""}`, "");
  const { value: reason } = draft;
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [key] = useState(newKey);
  const phase = GATE_LOW[gate.phase];
  const submit = (): void => {
    if (isBusy || reason.trim() === "") return;
    setBusy(true);
    setProblem(null);
    const { batch } = gate;
    call("overrideGate", {
      key,
      params: { room, sessionId: String(session.id), phase: gate.phase },
      body: { reason: reason.trim(), ...(batch === null ? {} : { batch }) },
    })
      .then(() => {
        draft.sent(reason);
        toast(`The ${phase} gate is overridden`);
        onClose();
      })
      .catch((error: unknown) => setProblem(explain(error).message))
      .finally(() => setBusy(false));
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Override the ${phase} gate`}
      width={480}
      label="Override"
      off={reason.trim() === "" ? "Give a reason." : undefined}
      className="gate-form"
      problem={problem}
      onSubmit={submit}
    >
      <EvidenceList gate={gate} />
      <p className="ink2">
        The session continues without what is missing now. Your name and your reason are kept. If
        something fails later, you're asked again.
      </p>
      <div className="fl">
        <label htmlFor="gate-reason">Why it may continue</label>
        <textarea
          id="gate-reason"
          className="field ss-area"
          rows={3}
          maxLength={4_000}
          required
          value={reason}
          onChange={(event) => draft.set(event.target.value)}
        />
      </div>
      <DraftKept of={draft} />
    </FormDialog>
  );
}
