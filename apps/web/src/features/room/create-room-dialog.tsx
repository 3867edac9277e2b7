import { type TeamDraft, teamOf } from "@squadroom/core/team/draft";
import { presetTeam } from "@squadroom/core/team/presets";
import { TEAM_PRESETS, type TeamPreset } from "@squadroom/core/team/team";
import { fullVariant } from "@squadroom/core/team/variants";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import { DraftKept } from "../../drafts/draft-kept.tsx";
import { useDraft } from "../../drafts/use-draft.ts";
import { call, explain, isRefused } from "../../live/api.ts";
import { Choice, Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Note } from "../../ui/note.tsx";
import { roleTitle } from "../../words/role-title.ts";
import { wordsOf } from "../../words/words-of.ts";
import { startDraft, TeamEditor, TeamFileField } from "../team/index.ts";
import { Chain } from "./chain.tsx";
import { isRoomName, slugOf } from "./room-name.ts";
import "./create-room-dialog.css";

const { t } = wordsOf("room");

const START = { name: "", preset: "squad" as const, draft: startDraft() };

/** A name, and how many agents work in it. */
export function CreateRoomDialog({ onClose }: { onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const form = useDraft<{ name: string; preset: TeamPreset | "custom"; draft: TeamDraft }>(
    "new-room",
    START,
  );
  const { name, preset, draft } = form.value;
  const [tried, setTried] = useState(false);
  const meant = useMemo(() => teamOf(draft), [draft]);
  const team = preset === "custom" ? meant.team : presetTeam(preset);
  const errors =
    preset === "custom" ? meant.problems.filter(({ level }) => level === "error").length : 0;
  const chain = team ? fullVariant(team).chain : [];
  const title = (role: string): string =>
    team?.roles.find((one) => one.name === role)?.title ?? roleTitle(role);
  const create = useMutation({
    mutationFn: () =>
      call("createRoom", {
        body: { name, ...(preset === "custom" ? { team: draft } : { preset }) },
      }),
    onSuccess: ({ name: room }) => {
      form.sent(form.value);
      void navigate({ to: "/connect", search: { room } });
    },
  });
  const isTaken = isRefused(create.error, "name_taken");
  const problem =
    tried && !isRoomName(name)
      ? name === ""
        ? t("create.nameMissing")
        : t("create.nameWrong")
      : isTaken
        ? create.error?.message
        : undefined;
  const submit = (): void => {
    setTried(true);
    if (isRoomName(name) && errors === 0 && !create.isPending) create.mutate();
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t("create.title")}
      label={create.isPending ? t("create.creating") : t("create.create")}
      keys="Enter"
      before={
        <p className="small muted">
          {errors > 0
            ? t("create.customWrong", { count: errors })
            : t("create.nextStep", { role: roleTitle(team?.entryPoint ?? "") })}
        </p>
      }
      className="row-form"
      onSubmit={submit}
    >
      <Field
        label={t("create.name")}
        value={name}
        onChange={(event) => form.edit({ name: slugOf(event.target.value) })}
        placeholder={t("create.namePlaceholder")}
        maxLength={40}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        help={name ? t("create.becomes", { path: `/rooms/${name}` }) : t("create.nameHelp")}
        problem={problem}
      />
      <div>
        <Choice
          legend={t("create.team")}
          name="preset"
          value={preset}
          onChange={(next) => form.edit({ preset: next })}
          columns={TEAM_PRESETS.length + 1}
          options={[
            ...TEAM_PRESETS.map((value) => ({
              value,
              label: t(`create.preset.${value}`),
              hint: t("create.agents", { count: presetTeam(value).roles.length }),
            })),
            {
              value: "custom" as const,
              label: t("create.preset.custom"),
              hint: t("create.customHint"),
            },
          ]}
        />
        <div className="create-chain">
          <Chain chain={chain} title={title} />
        </div>
        <p className="small muted">
          {preset === "custom" ? t("create.customStart") : t(`create.chainNote.${preset}`)}
        </p>
      </div>
      <Link to="/import" className="lnk">
        {t("create.import")}
      </Link>
      <TeamFileField onRead={(read) => form.edit({ preset: "custom", draft: read })} />
      {preset === "custom" && (
        <TeamEditor
          draft={draft}
          problems={meant.problems}
          agents={null}
          narrow
          onChange={(next) => form.edit({ draft: next })}
        />
      )}
      <DraftKept of={form} />
      {create.isError && !isTaken && <Note tone="bad">{explain(create.error).message}</Note>}
    </FormDialog>
  );
}
