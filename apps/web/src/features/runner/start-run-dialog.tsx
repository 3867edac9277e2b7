import type { Runner } from "@squadroom/core/run/run";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../../live/api.ts";
import type { Names } from "../../live/names.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { toast } from "../../ui/toasts.ts";
import { harnessTitle } from "../../words/harness-title.ts";
import { STARTED } from "./words.ts";

/** One more agent of a role that some machine offers, though no task may ask for it. */
export function StartRunDialog({
  room,
  runners,
  names,
  onClose,
}: {
  room: string;
  /** Those that are there. */
  runners: readonly Runner[];
  names: Names;
  onClose: () => void;
}): ReactNode {
  const [chosen, setChosen] = useState({ role: "", harness: "", runner: "", model: "" });
  const set = (change: Partial<typeof chosen>): void => setChosen({ ...chosen, ...change });
  const offers = runners.flatMap(({ id, offers: own }) => own.map((one) => ({ ...one, id })));
  const roles = [...new Set(offers.map((one) => one.role as string))];
  const role = roles.includes(chosen.role) ? chosen.role : (roles[0] ?? "");
  const ofRole = offers.filter((one) => one.role === role);
  const harnesses = [...new Set(ofRole.map((one) => one.harness))];
  const harness = harnesses.includes(chosen.harness) ? chosen.harness : "";
  const able = runners.filter(({ id }) =>
    ofRole.some((one) => one.id === id && (harness === "" || one.harness === harness)),
  );
  const runner = able.find(({ id }) => id === chosen.runner)?.id ?? "";
  const model = chosen.model.trim();
  const start = useMutation({
    mutationFn: () =>
      call("startRun", {
        params: { room },
        body: {
          role,
          ...(harness && { harness }),
          ...(runner && { runner }),
          ...(model && { model }),
        },
      }),
    onSuccess: ({ runId, state }) => {
      toast(STARTED[state](runId));
      onClose();
    },
  });
  return (
    <Confirm
      title="Start a run"
      text="The agent takes the next task of its role. While there is none, it waits."
      label="Start a run"
      act={start}
      onClose={onClose}
    >
      <Select
        label="Role"
        value={role}
        onChange={(next) => set({ role: next })}
        options={roles.map((value) => ({ value, label: names.role(value) }))}
      />
      <Select
        label="Harness"
        value={harness}
        onChange={(next) => set({ harness: next })}
        options={[
          { value: "", label: "any harness" },
          ...harnesses.map((value) => ({ value, label: harnessTitle(value) })),
        ]}
      />
      <Select
        label="Machine"
        value={runner}
        onChange={(next) => set({ runner: next })}
        options={[
          { value: "", label: "The first with a free slot" },
          ...able.map(({ id, name }) => ({ value: id as string, label: name })),
        ]}
      />
      <Field
        label="Model"
        help="A class (fast, standard, premium), or a name as its harness calls it. Left empty, the room or the runner decides."
        value={chosen.model}
        maxLength={80}
        onChange={(event) => set({ model: event.target.value })}
      />
    </Confirm>
  );
}
