import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../live/api.ts";
import { Select } from "../../ui/field.tsx";
import type { NewSession } from "./use-new-session.ts";

function sentence(clause: string): string {
  return `${clause.slice(0, 1).toUpperCase()}${clause.slice(1)}.`;
}

/** Whether a new session goes step by step, or through one of the pipelines that the team can start. */
export function PipelineField({ room, form }: { room: string; form: NewSession }): ReactNode {
  const { data } = useQuery({
    queryKey: ["room", room, "pipelines"],
    queryFn: () => call("getPipelines", { params: { room } }),
  });
  const offered = (data?.data ?? []).filter(({ missing }) => missing.length === 0);
  if (offered.length === 0) return null;
  const chosen = offered.find(({ name }) => name === form.value.pipeline);
  return (
    <div className="fl">
      <Select
        label="How it goes"
        value={chosen?.name ?? ""}
        options={[
          { value: "", label: "Step by step, with you" },
          ...offered.map(({ name, title }) => ({ value: name, label: title })),
        ]}
        onChange={(pipeline) => form.edit({ pipeline })}
      />
      <p className="small muted fl-help">
        {chosen ? sentence(chosen.about) : "Agents scout, ask, design and plan; you decide at each step."}
      </p>
    </div>
  );
}
