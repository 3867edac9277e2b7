import type { Reply } from "@squadroom/client/call";
import { counted } from "@squadroom/core/kernel/words";
import type { TeamDraft } from "@squadroom/core/team/draft";
import type { TeamPreset } from "@squadroom/core/team/team";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useAct } from "../../act/use-act.ts";
import { call, explain } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Select } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { say } from "../../words/say.tsx";

type Preview = Reply<"previewTeam">;

/** What a new team would do to the room, who takes over what is left, and then the change itself. */
export function ChangeDialog({
  room,
  team,
  onClose,
  onChanged,
}: {
  room: string;
  team: { team: TeamDraft } | { preset: TeamPreset };
  onClose: () => void;
  onChanged: () => void;
}): ReactNode {
  const [remap, setRemap] = useState<Record<string, string>>({});
  const preview = useQuery({
    queryKey: ["team-preview", room, team, remap],
    queryFn: () => call("previewTeam", { params: { room }, body: { ...team, remap } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  const change = useAct("changeTeam", {
    said: ({ changed }) => (changed ? "The team was changed." : "The room already has this team."),
    onDone: onChanged,
  });
  const failure = change.problem ?? (preview.error && explain(preview.error).message);
  const { data } = preview;
  return (
    <Dialog
      onClose={onClose}
      title={say`Change the team of ${room}?`}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            kind="primary"
            off={data ? undefined : "Checking what would change"}
            onClick={() => {
              const body = data && { ...team, version: data.version, remap };
              if (body) void change.send({ params: { room }, body });
            }}
          >
            {change.isBusy ? "Changing" : "Change the team"}
          </Button>
        </>
      }
    >
      {data ? (
        <WhatHappens preview={data} onRemap={(role, to) => setRemap({ ...remap, [role]: to })} />
      ) : (
        !failure && <p className="muted">Checking what would change</p>
      )}
      {failure && <Note tone="bad">{failure}</Note>}
    </Dialog>
  );
}

function WhatHappens({
  preview,
  onRemap,
}: {
  preview: Preview;
  onRemap: (role: string, to: string) => void;
}): ReactNode {
  const { gone, added, messages, decisions, team } = preview;
  const roles = team?.roles ?? [];
  const titleOf = (name: string): string => roles.find((role) => role.name === name)?.title ?? name;
  return (
    <>
      {gone.length === 0 ? (
        <p className="ink2">No role is removed: tasks, messages and agents stay where they are.</p>
      ) : (
        <ul className="tc">
          {gone.map((one) => {
            const hasWork = one.tasks.length + one.inHand.length > 0;
            return (
              <li key={one.role}>
                <b className="strong">{say`${one.title} is removed`}</b>
                <ul className="small ink2">
                  {one.tasks.length > 0 && (
                    <li title={one.tasks.join(", ")}>{`${counted(one.tasks.length, "task")} waiting`}</li>
                  )}
                  {one.inHand.map(({ taskId, agent }) => (
                    <li key={taskId}>{say`${agent} gives ${taskId} back; it doesn't count as an attempt`}</li>
                  ))}
                  {one.agents.length > 0 && <li>{say`${one.agents.join(", ")} must join again as another role`}</li>}
                  {!hasWork && one.agents.length === 0 && <li>It had no work.</li>}
                </ul>
                {hasWork && (
                  <Select
                    label={say`${one.title}'s work goes to`}
                    value={one.to}
                    options={roles.map(({ name, title }) => ({ value: name, label: title }))}
                    onChange={(to) => onRemap(one.role, to)}
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
      <div className="tc-list small ink2">
        {messages.taskIds.length > 0 && (
          <p>
            {say`${counted(messages.taskIds.length, "message")} from people will wait for ${titleOf(messages.to)}.`}
          </p>
        )}
        {decisions > 0 && (
          <p>{`${decisions} pending ${decisions === 1 ? "decision ends or gets" : "decisions end or get"} new answers.`}</p>
        )}
        {added.length > 0 && (
          <p>{say`Added: ${added.map(({ title }) => title).join(", ")}. A task for a new role waits until an agent joins.`}</p>
        )}
      </div>
    </>
  );
}
