import { counted } from "@squadroom/core/kernel/words";
import { type TeamDraft, teamOf } from "@squadroom/core/team/draft";
import { presetTeam } from "@squadroom/core/team/presets";
import { TEAM_PRESETS, type TeamPreset } from "@squadroom/core/team/team";
import { fullVariant } from "@squadroom/core/team/variants";
import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { FormDialog } from "../../act/form-dialog.tsx";
import { type ActFormState, useActForm } from "../../act/use-act-form.ts";
import { Choice, Field } from "../../ui/field.tsx";
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

const START = { name: "", preset: "squad" as TeamPreset | "custom" };
type Draft = typeof START & { draft: TeamDraft };

/** A name, and how many agents work in it. */
export function CreateRoomDialog({ onClose }: { onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const form: ActFormState<Draft> = useActForm("createRoom", {
    draft: "new-room",
    start: START,
    own: { draft: startDraft() },
    lacks: ({ name }) => ({
      name:
        !isRoomName(name) && (name === "" ? "Give the room a name." : "The name has to end with a letter or a digit."),
      whole: errors > 0,
    }),
    gives: ({ name, preset, draft }) => ({
      body: { name, ...(preset === "custom" ? { team: draft } : { preset }) },
    }),
    refusals: { name_taken: "name" },
    onDone: ({ name: room }) => void navigate({ to: "/rooms/$room", params: { room } }),
  });
  const { name, preset, draft } = form.value;
  const meant = useMemo(() => teamOf(draft), [draft]);
  const team = preset === "custom" ? meant.team : presetTeam(preset);
  const errors = preset === "custom" ? meant.problems.filter(({ level }) => level === "error").length : 0;
  const chain = team ? fullVariant(team).chain : [];
  const title = (role: string): string => team?.roles.find((one) => one.name === role)?.title ?? roleTitle(role);
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="New room"
      label={form.isBusy ? "Creating" : "Create room"}
      keys="Enter"
      before={
        <p className="small muted">
          {errors > 0 ? `Fix ${counted(errors, "problem")} with the team first.` : "Next: one line starts your agents."}
        </p>
      }
    >
      <Field
        {...form.at("name")}
        label="Name"
        onChange={(text) => form.edit({ name: slugOf(text) })}
        placeholder="checkout-web"
        maxLength={40}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        help={name ? say`Its address: /rooms/${name}` : "Usually the project's name."}
      />
      <div>
        <Choice
          {...form.at("preset")}
          legend="Team"
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
    </FormDialog>
  );
}
