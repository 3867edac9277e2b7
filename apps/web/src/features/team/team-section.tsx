import { draftOf, INVOLVE_MAX, type TeamDraft } from "@squadroom/core/team/draft";
import { presetText } from "@squadroom/core/team/preset-text";
import { presetTeam } from "@squadroom/core/team/presets";
import { shownVariants } from "@squadroom/core/team/shown";
import { TEAM_PRESETS, type Team, type TeamPreset, type Variant } from "@squadroom/core/team/team";
import type { ComponentType, ReactNode } from "react";
import type { RoomState } from "../../live/room-state.ts";
import { Field } from "../../ui/field.tsx";
import { Segments } from "../../ui/segments.tsx";
import { withTitles } from "../../words/role-title.ts";
import { say } from "../../words/say.tsx";
import { setInvolve } from "./edit.ts";
import { LockoutSetting } from "./lockout-setting.tsx";
import { RoutingRecord } from "./routing-record.tsx";
import { RoutingSetting } from "./routing-setting.tsx";
import { TeamUnsaved, useTeamEdit } from "./team-edit.tsx";
import { TeamEditor } from "./team-editor.tsx";

const TEAM_PRESETS_WORDS = {
  solo: "solo",
  duo: "duo",
  pair: "pair",
  squad: "squad",
  lifecycle: "lifecycle",
  custom: "custom",
};

/** Shows the way of a message; the room's own. */
type ChainPart = ComponentType<{
  chain: readonly string[];
  title: (role: string) => string;
}>;

/** A room's team: as it is, or as it is being changed. */
export function TeamSection({ state, chain: Chain }: { state: RoomState; chain: ChainPart }): ReactNode {
  const edit = useTeamEdit(state);
  const { team, teamVersion, agents } = state.view;
  if (!team || !edit) return null;
  const { draft, problems, canChange, kept } = edit;
  const change = canChange ? edit.change : null;
  const preset = kept.value ? kept.value.preset : team.preset === "custom" ? null : team.preset;
  const filled: Record<string, number> = {};
  for (const agent of Object.values(agents)) if (agent.online) filled[agent.role] = (filled[agent.role] ?? 0) + 1;
  const choosePreset = (value: TeamPreset | "custom"): void => {
    if (value === team.preset) return kept.set(null);
    const from = value === "custom" ? draft : draftOf(presetTeam(value));
    kept.set({ draft: from, preset: value === "custom" ? null : value, version: teamVersion });
  };
  const shown = edit.team ?? (kept.value ? null : team);
  const variants = shown ? shownVariants(shown) : [];
  return (
    <>
      <section>
        <div className="te-head">
          <h2>Team</h2>
          <p className="small muted">
            {canChange ? "changing it keeps tasks and messages" : "Only leads and owners can change the team."}
          </p>
          {canChange && (
            <span className="end">
              <Segments
                label="Start from"
                value={preset ?? "custom"}
                onChange={choosePreset}
                options={[...TEAM_PRESETS, "custom" as const].map((value) => ({
                  value,
                  label: value === "custom" && preset === null && shown ? presetText(shown) : TEAM_PRESETS_WORDS[value],
                }))}
              />
            </span>
          )}
        </div>
        <TeamUnsaved room={state.view.name} edit={edit} />
      </section>
      <TeamEditor draft={draft} problems={problems} agents={filled} onChange={change} />
      {draft.roles.length > 1 && (
        <>
          <RoutingSetting draft={draft} problems={problems} onChange={change}>
            <RoutingRecord room={state.view.name} team={team} draft={draft} onChange={change} />
          </RoutingSetting>
          <LockoutSetting draft={draft} onChange={change} />
          <InvolveSetting draft={draft} onChange={change} />
        </>
      )}
      {variants.length > 1 && (
        <Variants team={edit.team ?? team} variants={variants} isWritten={!!draft.variants} chain={Chain} />
      )}
    </>
  );
}

/** The way of a message for each choice of roles that are present. */
function Variants({
  team,
  variants,
  isWritten,
  chain: Chain,
}: {
  team: Team;
  variants: readonly Variant[];
  isWritten: boolean;
  chain: ChainPart;
}): ReactNode {
  const title = (name: string): string => team.roles.find((role) => role.name === name)?.title ?? name;
  return (
    <section>
      <div className="te-head">
        <h2>Who takes over for whom</h2>
        <p className="small muted">
          {isWritten
            ? "This team's variants are written by hand. If you change who hands to whom, they are derived again."
            : say`Derived from who hands work to whom. Work for a role that is away goes to the role it would hand to, past as many as are away, at the latest back to ${title(team.entryPoint)}.`}
        </p>
      </div>
      <ul className="te-variants" aria-label="Who takes over for whom">
        {variants.map((variant) => {
          const away = team.roles
            .map((role) => role.name)
            .filter((name) => name !== team.entryPoint && !variant.needs.includes(name));
          return (
            <li key={variant.name}>
              <span className="small">
                {away.length === 0 ? "everyone connected" : say`without ${away.map(title).join(", ")}`}
              </span>
              <Chain chain={variant.chain} title={title} />
              {variant.note && <span className="small muted te-note">{withTitles(variant.note, team.roles)}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** What the entry point asks a person about instead of deciding it. */
function InvolveSetting({
  draft,
  onChange,
}: {
  draft: TeamDraft;
  /** `null`: read-only. */
  onChange: ((draft: TeamDraft) => void) | null;
}): ReactNode {
  const { involve = "" } = draft;
  return (
    <section aria-label="What agents ask you about">
      <div className="te-head">
        <h2>What agents ask you about</h2>
      </div>
      {onChange ? (
        <Field
          label="Always ask a person about"
          help="Your entry point asks before it decides any of this. Left empty, it asks about a change of direction, a new role or agent, and a release."
          value={involve}
          maxLength={INVOLVE_MAX}
          placeholder="Changes of prices. Anything that reaches customers."
          onChange={(text) => onChange(setInvolve(draft, text))}
        />
      ) : (
        <p className="small muted">{involve || "A change of direction, a new role or agent, and a release."}</p>
      )}
    </section>
  );
}
