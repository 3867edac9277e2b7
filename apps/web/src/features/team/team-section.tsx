import { draftOf, hasErrors, type TeamDraft, teamOf } from "@squadroom/core/team/draft";
import { presetTeam } from "@squadroom/core/team/presets";
import type { TeamProblem } from "@squadroom/core/team/problem";
import { shownVariants } from "@squadroom/core/team/shown";
import { TEAM_PRESETS, type Team, type TeamPreset, type Variant } from "@squadroom/core/team/team";
import { type ComponentType, type ReactNode, useMemo, useState } from "react";
import { DraftKept } from "../../drafts/draft-kept.tsx";
import { type Draft, useDraft } from "../../drafts/use-draft.ts";
import { may } from "../../live/allowed.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { Segments } from "../../ui/segments.tsx";
import { wordsOf } from "../../words/words-of.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import { InvolveSetting } from "./involve-setting.tsx";
import { LockoutSetting } from "./lockout-setting.tsx";
import { RoutingRecord } from "./routing-record.tsx";
import { RoutingSetting } from "./routing-setting.tsx";
import { TeamEditor } from "./team-editor.tsx";

/** Shows the way of a message; the room's own. */
type ChainPart = ComponentType<{
  chain: readonly string[];
  title: (role: string) => string;
}>;

/** What the person has changed and not saved; `preset` while it is one as it is. */
interface Edit {
  draft: TeamDraft;
  preset: TeamPreset | null;
  /** Of the team that it started from. */
  version: number;
}

/** The team of a room: as it is, or as it is being changed. */
export function TeamSection({
  state,
  chain: Chain,
}: {
  state: RoomState;
  chain: ChainPart;
}): ReactNode {
  const { t } = wordsOf("team");
  const { team, teamVersion, agents } = state.view;
  const kept = useDraft<Edit | null>(`team:${state.view.roomId}`, null);
  const { value: edit, set: setEdit } = kept;
  const [saves, setSaves] = useState(false);
  const draft = useMemo(() => edit?.draft ?? (team ? draftOf(team) : null), [edit, team]);
  const meant = useMemo(() => meantBy(edit, draft), [edit, draft]);
  if (!team || !draft) return null;
  const canChange = may(state, "changeTeam");
  const preset = edit ? edit.preset : team.preset === "custom" ? null : team.preset;
  const change = (next: TeamDraft): void =>
    setEdit({ draft: next, preset: null, version: edit?.version ?? teamVersion });
  const filled: Record<string, number> = {};
  for (const agent of Object.values(agents))
    if (agent.online) filled[agent.role] = (filled[agent.role] ?? 0) + 1;
  const choosePreset = (value: TeamPreset | "custom"): void => {
    if (value === team.preset) return setEdit(null);
    const from = value === "custom" ? draft : draftOf(presetTeam(value));
    setEdit({ draft: from, preset: value === "custom" ? null : value, version: teamVersion });
  };
  const shown = meant.team ?? (edit ? null : team);
  const variants = shown ? shownVariants(shown) : [];
  return (
    <>
      <section>
        <div className="te-head">
          <h2>{t("team.title")}</h2>
          <p className="small muted">{canChange ? t("team.keeps") : t("team.readOnly")}</p>
          {canChange && (
            <span className="end">
              <Segments
                label={t("team.preset")}
                value={preset ?? "custom"}
                onChange={choosePreset}
                options={[...TEAM_PRESETS, "custom" as const].map((value) => ({
                  value,
                  label: t(`team.presets.${value}`),
                }))}
              />
            </span>
          )}
        </div>
        {edit && (
          <Unsaved
            kept={kept}
            problems={meant.problems}
            isOvertaken={edit.version !== teamVersion}
            onSave={() => setSaves(true)}
          />
        )}
      </section>
      <TeamEditor
        draft={draft}
        problems={meant.problems}
        agents={filled}
        onChange={canChange ? change : null}
      />
      {draft.roles.length > 1 && (
        <>
          <RoutingSetting
            draft={draft}
            problems={meant.problems}
            onChange={canChange ? change : null}
          >
            <RoutingRecord
              room={state.view.name}
              team={team}
              draft={draft}
              onChange={canChange ? change : null}
            />
          </RoutingSetting>
          <LockoutSetting draft={draft} onChange={canChange ? change : null} />
          <InvolveSetting draft={draft} onChange={canChange ? change : null} />
        </>
      )}
      {variants.length > 1 && (
        <Variants
          team={meant.team ?? team}
          variants={variants}
          isWritten={!!draft.variants}
          chain={Chain}
        />
      )}
      {saves && edit && (
        <ChangeDialog
          room={state.view.name}
          team={edit.preset === null ? { team: edit.draft } : { preset: edit.preset }}
          onClose={() => setSaves(false)}
          onChanged={() => {
            setSaves(false);
            setEdit(null);
          }}
        />
      )}
    </>
  );
}

/** What was changed and not saved, and what is wrong with it as a whole. */
function Unsaved({
  kept,
  problems,
  isOvertaken,
  onSave,
}: {
  kept: Draft<Edit | null>;
  problems: readonly TeamProblem[];
  isOvertaken: boolean;
  onSave: () => void;
}): ReactNode {
  const { t } = wordsOf("team");
  const errors = problems.filter(({ level }) => level === "error").length;
  return (
    <div className="te-problems">
      {isOvertaken && <Note tone="bad">{t("team.overtaken")}</Note>}
      <Note
        action={
          <>
            <Button kind="ghost" onClick={() => kept.set(null)}>
              {t("team.discard")}
            </Button>
            <Button
              kind="primary"
              off={
                errors > 0
                  ? t("team.fix", { count: errors })
                  : isOvertaken
                    ? t("team.overtaken")
                    : undefined
              }
              onClick={onSave}
            >
              {t("team.save")}
            </Button>
          </>
        }
      >
        {t("team.changed")} <DraftKept of={kept} />
      </Note>
      {problems
        .filter(({ path }) => !path.startsWith("roles["))
        .map(({ path, message, level }) => (
          <Note key={path + message} tone={level === "error" ? "bad" : "warn"}>
            {message}
          </Note>
        ))}
    </div>
  );
}

function meantBy(
  edit: Edit | null,
  draft: TeamDraft | null,
): { team: Team | null; problems: TeamProblem[] } {
  if (!edit || !draft) {
    // What runs is a team; its warnings are shown all the same.
    const problems = draft ? teamOf(draft).problems : [];
    return { team: null, problems: hasErrors(problems) ? [] : problems };
  }
  return edit.preset === null
    ? teamOf(edit.draft)
    : { team: presetTeam(edit.preset), problems: [] };
}

/** The way of a message for each choice of who is there. */
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
  const { t } = wordsOf("team");
  const title = (name: string): string =>
    team.roles.find((role) => role.name === name)?.title ?? name;
  return (
    <section>
      <div className="te-head">
        <h2>{t("team.variants")}</h2>
        <p className="small muted">
          {isWritten
            ? t("team.written")
            : t("team.variantsNote", { entry: title(team.entryPoint) })}
        </p>
      </div>
      <ul className="te-variants" aria-label={t("team.variants")}>
        {variants.map((variant) => {
          const away = team.roles
            .map((role) => role.name)
            .filter((name) => name !== team.entryPoint && !variant.needs.includes(name));
          return (
            <li key={variant.name}>
              <span className="small">
                {away.length === 0
                  ? t("team.everyone")
                  : t("team.without", { roles: away.map(title).join(", ") })}
              </span>
              <Chain chain={variant.chain} title={title} />
              {variant.note && <span className="small muted te-note">{variant.note}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
