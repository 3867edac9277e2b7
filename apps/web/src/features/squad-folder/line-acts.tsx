import type { Reply } from "@squadroom/client/call";
import type { FolderWarning } from "@squadroom/core/squad-folder/squad";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/field.tsx";
import "./line-acts.css";

/** What a person may say about a line that names nobody: which role it means, or that it is a note. */
export function LineActs({
  choice,
  members,
  className,
  onChoose,
}: {
  choice: NonNullable<FolderWarning["choice"]>;
  members: Reply<"previewSquad">["members"];
  className?: string;
  onChoose: (role: string | null) => void;
}): ReactNode {
  return (
    <div className={clsx("row sq-acts", className)}>
      {choice.nearest && (
        <Button onClick={() => onChoose(choice.nearest)}>
          {members.find(({ role }) => role === choice.nearest)?.title}
        </Button>
      )}
      <Select
        label="Role of this line"
        hideLabel
        value=""
        onChange={onChoose}
        options={[
          { value: "", label: "Choose a role" },
          ...members.map(({ role, title }) => ({ value: role, label: title })),
        ]}
      />
      <Button onClick={() => onChoose(null)}>Keep as a note</Button>
    </div>
  );
}
