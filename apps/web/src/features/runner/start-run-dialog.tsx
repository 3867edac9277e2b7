import type { Runner } from "@squadroom/core/run/run";
import type { ReactNode } from "react";
import { FormDialog } from "../../act/form-dialog.tsx";
import { type ActFormState, useActForm } from "../../act/use-act-form.ts";
import type { Names } from "../../live/names.ts";
import { Field, Select } from "../../ui/field.tsx";
import { harnessTitle } from "../../words/harness-title.ts";
import { STARTED } from "./words.ts";

const START = { role: "", harness: "", runner: "", model: "" };

/** One more agent of a role that some machine offers, though no task may ask for it. */
export function StartRunDialog({
  room,
  runners,
  names,
  onClose,
}: {
  room: string;
  /** The runners that are present. */
  runners: readonly Runner[];
  names: Names;
  onClose: () => void;
}): ReactNode {
  const form: ActFormState<typeof START> = useActForm("startRun", {
    start: START,
    gives: () => ({
      params: { room },
      body: {
        role,
        ...(harness && { harness }),
        ...(runner && { runner }),
        ...(model && { model }),
      },
    }),
    said: ({ runId, state }) => STARTED[state](runId),
    onDone: onClose,
  });
  const chosen = form.value;
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
  return (
    <FormDialog form={form} title="Start a run" label="Start a run" width={440} onClose={onClose}>
      <p className="ink2">The agent takes the next task of its role. While there is none, it waits.</p>
      <Select
        {...form.at("role")}
        label="Role"
        value={role}
        options={roles.map((value) => ({ value, label: names.role(value) }))}
      />
      <Select
        {...form.at("harness")}
        label="Harness"
        value={harness}
        options={[
          { value: "", label: "any harness" },
          ...harnesses.map((value) => ({ value, label: harnessTitle(value) })),
        ]}
      />
      <Select
        {...form.at("runner")}
        label="Machine"
        value={runner}
        options={[
          { value: "", label: "The first with a free slot" },
          ...able.map(({ id, name }) => ({ value: id as string, label: name })),
        ]}
      />
      <Field
        {...form.at("model")}
        label="Model"
        help="A class (fast, standard, premium), or a name as its harness calls it. Left empty, the room or the runner decides."
      />
    </FormDialog>
  );
}
