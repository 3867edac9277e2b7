import { missingOutputs, type Output, outputPath } from "@squadroom/core/task/outputs";
import type { TaskResult } from "@squadroom/core/task/result";
import type { Progress } from "@squadroom/core/task/task";
import type { ReactNode } from "react";
import { Tag } from "../../ui/tag.tsx";
import { Section } from "./result.tsx";

/** What a task has to make, and whether its agent reported it. */
export function Outputs({
  outputs,
  progress,
  result,
}: {
  outputs: readonly Output[];
  progress: Progress | null;
  /** `null`: it has not ended yet. */
  result: Partial<TaskResult> | null;
}): ReactNode {
  if (outputs.length === 0) return null;
  const { artifacts = [], changes } = result ?? {};
  const touched = changes?.files ?? [];
  const missing = missingOutputs({ outputs, progress }, { artifacts, touched });
  return (
    <Section title="Outputs">
      <ul className="ts-list">
        {outputs.map((output) => {
          const isMissing = missing.includes(output);
          return (
            <li key={outputPath(output)}>
              {typeof output !== "string" && <b className="strong">{output.name} </b>}
              <span className="mono">{outputPath(output)}</span>{" "}
              {isMissing ? result !== null && <Tag tone="warn">Missing</Tag> : <Tag tone="ok">Reported</Tag>}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
