import type { Gate } from "@squadroom/core/session/record/gate";
import type { Session } from "@squadroom/core/session/record/session";
import type { ReactNode } from "react";
import { FormDialog } from "../../act/form-dialog.tsx";
import { useActForm } from "../../act/use-act-form.ts";
import { Area } from "../../ui/area.tsx";
import { EvidenceList } from "./gate-evidence.tsx";
import { GATE_LOW } from "./words.ts";

/** A person lets what a gate misses stand, and says why. */
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
  const phase = GATE_LOW[gate.phase];
  const { batch } = gate;
  const form = useActForm("overrideGate", {
    draft: `gate:${room}:${session.id}:${gate.phase}:${batch ?? ""}`,
    start: { reason: "" },
    gives: ({ reason }) => ({
      params: { room, sessionId: String(session.id), phase: gate.phase },
      body: { reason: reason.trim(), ...(batch === null ? {} : { batch }) },
    }),
    said: () => `The ${phase} gate is overridden`,
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Override the ${phase} gate`}
      width={480}
      label="Override"
      off={form.value.reason.trim() === "" ? "Give a reason." : undefined}
      className="gate-form"
    >
      <EvidenceList gate={gate} />
      <p className="ink2">
        The session continues without what is missing now. Your name and your reason are kept. If something fails later,
        you're asked again.
      </p>
      <Area {...form.at("reason")} label="Why it may continue" className="field ss-area" rows={3} required />
    </FormDialog>
  );
}
