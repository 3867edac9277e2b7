import { GripVertical, Merge, Plus, Split, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useDraft } from "../../drafts/use-draft.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toasts.ts";
import { say } from "../../words/say.tsx";
import {
  addPart,
  dividePart,
  editPart,
  isChanged,
  mergeWithNext,
  movePart,
  type Part,
  partsOf,
  removePart,
} from "./parts.ts";
import { useRowDrag } from "./row-drag.ts";

interface Proposed {
  title: string;
  description: string;
}

export interface EditedParts {
  parts: Part[];
  isEdited: boolean;
  set: (parts: Part[]) => void;
  reset: () => void;
}

/** A list as proposed until the person edits it; a new proposal starts over, and the same one gets its edits back. */
export function useParts(draftKey: string, proposed: readonly Proposed[]): EditedParts {
  const mark = JSON.stringify(proposed);
  const draft = useDraft<{ mark: string; parts: Part[] } | null>(draftKey, null);
  const [fresh, setFresh] = useState(() => ({ mark, parts: partsOf(proposed) }));
  const now = fresh.mark === mark ? fresh : { mark, parts: partsOf(proposed) };
  if (now !== fresh) setFresh(now);
  const parts = draft.value?.mark === mark ? draft.value.parts : now.parts;
  return {
    parts,
    isEdited: isChanged(parts, proposed),
    set: (next) => draft.set({ mark, parts: next }),
    reset: draft.discard,
  };
}

/** Parts one below the other: moved, merged, divided, removed and added, titles edited in place. */
export function PartsList({
  label,
  edited,
  canEdit,
  max,
  from = 1,
  none,
  aside,
  below,
}: {
  label: string;
  edited: EditedParts;
  canEdit: boolean;
  max: number;
  /** The number of the first one. */
  from?: number;
  /** What it means if there is none. */
  none?: string;
  /** Beside a part, and below its text. */
  aside?: (part: Part) => ReactNode;
  below?: (part: Part) => ReactNode;
}): ReactNode {
  const [said, setSaid] = useState("");
  const { parts, set } = edited;
  const drag = useRowDrag(parts.length, (at, to) => {
    const part = parts[at];
    if (!part) return;
    set(movePart(parts, part.key, to));
    setSaid(`Now at place ${to + from}.`);
  });
  return (
    <>
      <p className="sr" role="status">
        {said}
      </p>
      {parts.length === 0 && <p className="muted se-none">{none ?? "Nothing is left."}</p>}
      <ol className="edit" aria-label={label}>
        {parts.map((part, at) => (
          <OnePart
            key={part.key}
            part={part}
            at={at}
            n={at + from}
            edited={edited}
            canEdit={canEdit}
            max={max}
            drag={drag}
            aside={aside?.(part)}
            below={below?.(part)}
          />
        ))}
      </ol>
      {canEdit && (
        <p className="edit-foot">
          {parts.length < max ? (
            <Button kind="ghost" onClick={() => set(addPart(parts))}>
              <Icon of={Plus} size="s" />
              Add one
            </Button>
          ) : (
            <span className="small muted">{`At most ${max}.`}</span>
          )}
          {edited.isEdited && (
            <Button kind="ghost" onClick={edited.reset}>
              As proposed
            </Button>
          )}
        </p>
      )}
    </>
  );
}

interface OnePartProps {
  part: Part;
  at: number;
  /** Its number. */
  n: number;
  edited: EditedParts;
  canEdit: boolean;
  max: number;
  drag: ReturnType<typeof useRowDrag>;
  aside: ReactNode;
  below: ReactNode;
}

function OnePart({ aside, below, ...row }: OnePartProps): ReactNode {
  const { part, at, n, edited, canEdit, drag } = row;
  const { parts, set } = edited;
  const { key, title, description } = part;
  return (
    <li data-row={at} data-over={drag.over(at) ?? undefined}>
      {canEdit ? (
        <button
          {...drag.grip(at)}
          type="button"
          className="ss-grip"
          title="Drag, or press the up and down keys"
          aria-label={`Move part ${n} of ${parts.length}`}
        >
          <Icon of={GripVertical} size="s" />
        </button>
      ) : (
        <span />
      )}
      <span className="edit-n muted">{n}</span>
      <div className="edit-what">
        {canEdit ? (
          <>
            <input
              className="edit-title"
              aria-label={`Title of part ${n}`}
              value={title}
              maxLength={200}
              onChange={(event) => set(editPart(parts, key, { title: event.target.value }))}
            />
            <textarea
              className="edit-text"
              aria-label={`What belongs to part ${n}`}
              rows={1}
              value={description}
              maxLength={4_000}
              placeholder="no description"
              onChange={(event) => set(editPart(parts, key, { description: event.target.value }))}
            />
          </>
        ) : (
          <>
            <span className="strong">{title}</span>
            <p className="small muted">{description}</p>
          </>
        )}
        {below}
      </div>
      {aside}
      {canEdit && <PartActs {...row} />}
    </li>
  );
}

function PartActs({
  part: { key, title },
  at,
  edited: { parts, set },
  max,
}: Pick<OnePartProps, "part" | "at" | "edited" | "max">): ReactNode {
  const remove = (): void => {
    set(removePart(parts, key));
    toast(say`“${title}” is out of the list.`, {
      action: { label: "Undo", run: () => set(parts) },
    });
  };
  return (
    <span className="edit-ops">
      {at < parts.length - 1 && (
        <IconButton icon={Merge} label={`Merge with next: ${title}`} onClick={() => set(mergeWithNext(parts, key))} />
      )}
      {parts.length < max && (
        <IconButton icon={Split} label={`Divide: ${title}`} onClick={() => set(dividePart(parts, key))} />
      )}
      <IconButton icon={X} label={`Remove: ${title}`} onClick={remove} />
    </span>
  );
}
