import type { Reply } from "@squadroom/client/call";
import type { TeamDraft } from "@squadroom/core/team/draft";
import type { TeamPreset } from "@squadroom/core/team/team";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call, explain, newKey } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Select } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toasts.ts";
import { t } from "./words.ts";

type Preview = Reply<"previewTeam">;

/** What another team would do to the room, who takes what is left over, and then the change itself. */
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
  const [key] = useState(newKey);
  const preview = useQuery({
    queryKey: ["team-preview", room, team, remap],
    queryFn: () => call("previewTeam", { params: { room }, body: { ...team, remap } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  const change = useMutation({
    mutationFn: (version: number) =>
      call("changeTeam", { key, params: { room }, body: { ...team, version, remap } }),
    onSuccess: ({ changed }) => {
      toast(changed ? t("change.done") : t("change.same"));
      onChanged();
    },
  });
  const failure = change.error ?? preview.error;
  const { data } = preview;
  return (
    <Dialog
      onClose={onClose}
      title={t("change.titleNamed", { room })}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button
            kind="primary"
            off={data ? undefined : t("change.looking")}
            onClick={() => data && !change.isPending && change.mutate(data.version)}
          >
            {change.isPending ? t("change.changing") : t("change.confirm")}
          </Button>
        </>
      }
    >
      {data ? (
        <WhatHappens preview={data} onRemap={(role, to) => setRemap({ ...remap, [role]: to })} />
      ) : (
        !failure && <p className="muted">{t("change.looking")}</p>
      )}
      {failure !== null && <Note tone="bad">{explain(failure).message}</Note>}
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
        <p className="ink2">{t("change.nothing")}</p>
      ) : (
        <ul className="tc">
          {gone.map((one) => {
            const hasWork = one.tasks.length + one.inHand.length > 0;
            return (
              <li key={one.role}>
                <b className="strong">{t("change.gone", { role: one.title })}</b>
                <ul className="small ink2">
                  {one.tasks.length > 0 && (
                    <li title={one.tasks.join(", ")}>
                      {t("change.tasks", { count: one.tasks.length })}
                    </li>
                  )}
                  {one.inHand.map(({ taskId, agent }) => (
                    <li key={taskId}>{t("change.inHand", { agent, task: taskId })}</li>
                  ))}
                  {one.agents.length > 0 && (
                    <li>{t("change.agents", { agents: one.agents.join(", ") })}</li>
                  )}
                  {!hasWork && one.agents.length === 0 && <li>{t("change.goneNothing")}</li>}
                </ul>
                {hasWork && (
                  <Select
                    label={t("change.to", { role: one.title })}
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
            {t("change.messages", {
              count: messages.taskIds.length,
              role: titleOf(messages.to),
            })}
          </p>
        )}
        {decisions > 0 && <p>{t("change.decisions", { count: decisions })}</p>}
        {added.length > 0 && (
          <p>{t("change.added", { roles: added.map(({ title }) => title).join(", ") })}</p>
        )}
      </div>
    </>
  );
}
