import { counted } from "@squadroom/core/kernel/words";
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
import { say } from "../../words/say.tsx";
import { startDraft, TeamEditor, TeamFileField } from "../team/index.ts";
import { Chain } from "./chain.tsx";
import { isRoomName, slugOf } from "./room-name.ts";
import "./create-room-dialog.css";

const CREATE_PRESET = {
  solo: "solo",
  duo: "duo",
  pair: "pair",
  squad: "squad",
  lifecycle: "lifecycle",
};

const CREATE_CHAIN_NOTE = {
  solo: "One agent does everything and reports to you.",
  duo: "Without a builder, the planner does the work itself.",
  pair: "Without a reviewer, results reach you marked unreviewed.",
  squad: "A planner alone is enough to start: it does the others' work until they join.",
  lifecycle: "From research to reviewed code. Each role comes with a spec; change it in Settings.",
};

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
        ? "Give the room a name."
        : "The name has to end with a letter or a digit."
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
      title="New room"
      label={create.isPending ? "Creating" : "Create room"}
      keys="Enter"
      before={
        <p className="small muted">
          {errors > 0
            ? `Fix ${counted(errors, "problem")} with the team first.`
            : say`Next: connect the ${roleTitle(team?.entryPoint ?? "")}.`}
        </p>
      }
      className="row-form"
      onSubmit={submit}
    >
      <Field
        label="Name"
        value={name}
        onChange={(event) => form.edit({ name: slugOf(event.target.value) })}
        placeholder="checkout-web"
        maxLength={40}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        help={name ? say`Its address: /rooms/${name}` : "Usually the project's name."}
        problem={problem}
      />
      <div>
        <Choice
          legend="Team"
          name="preset"
          value={preset}
          onChange={(next) => form.edit({ preset: next })}
          columns={TEAM_PRESETS.length + 1}
          options={[
            ...TEAM_PRESETS.map((value) => ({
              value,
              label: CREATE_PRESET[value],
              hint: counted(presetTeam(value).roles.length, "agent"),
            })),
            {
              value: "custom" as const,
              label: "custom",
              hint: "your own",
            },
          ]}
        />
        <div className="create-chain">
          <Chain chain={chain} title={title} />
        </div>
        <p className="small muted">
          {preset === "custom"
            ? "Starts as a squad. Change what you like; every path has to lead back to you."
            : CREATE_CHAIN_NOTE[preset]}
        </p>
      </div>
      <Link to="/import" className="lnk">
        Import a squad folder
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
