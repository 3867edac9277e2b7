import { counted } from "@squadroom/core/kernel/words";
import { draftOf, hasErrors, type TeamDraft, teamOf } from "@squadroom/core/team/draft";
import { presetTeam } from "@squadroom/core/team/presets";
import type { TeamProblem } from "@squadroom/core/team/problem";
import type { Team, TeamPreset } from "@squadroom/core/team/team";
import { type ReactNode, useMemo, useState } from "react";
import { type Draft, useDraft } from "../../drafts/use-draft.ts";
import { may } from "../../live/allowed.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { ChangeDialog } from "./change-dialog.tsx";

/** What the person has changed and not saved; `preset` while it is an unchanged one. */
interface Edit {
  draft: TeamDraft;
  preset: TeamPreset | null;
  /** Version of the team that it started from. */
  version: number;
}

/** A room's team while somebody changes it, on any screen. */
export interface TeamEdit {
  draft: TeamDraft;
  /** What the draft means; `null` while something is wrong with it, or nothing was changed. */
  team: Team | null;
  problems: TeamProblem[];
  canChange: boolean;
  isOvertaken: boolean;
  change: (draft: TeamDraft) => void;
  kept: Draft<Edit | null>;
}

/** `null`: the room has no team. */
export function useTeamEdit(state: RoomState): TeamEdit | null {
  const { team, teamVersion, roomId } = state.view;
  const kept = useDraft<Edit | null>(`team:${roomId}`, null);
  const { value: edit, set } = kept;
  const draft = useMemo(() => edit?.draft ?? (team ? draftOf(team) : null), [edit, team]);
  const meant = useMemo(() => meantBy(edit, draft), [edit, draft]);
  if (!draft) return null;
  return {
    draft,
    kept,
    ...meant,
    canChange: may(state, "changeTeam"),
    isOvertaken: edit !== null && edit.version !== teamVersion,
    change: (next) => set({ draft: next, preset: null, version: edit?.version ?? teamVersion }),
  };
}

/** What was changed and not saved, what is wrong with it as a whole, and the way to save it. */
export function TeamUnsaved({
  room,
  edit: { kept, problems, isOvertaken },
  isAbout = ({ path }) => !path.startsWith("roles["),
}: {
  room: string;
  edit: TeamEdit;
  /** The problems reported here: others are beside what they are about. */
  isAbout?: (problem: TeamProblem) => boolean;
}): ReactNode {
  const [saves, setSaves] = useState(false);
  const edit = kept.value;
  if (!edit) return null;
  const errors = problems.filter(({ level }) => level === "error").length;
  return (
    <div className="te-problems">
      {isOvertaken && (
        <Note tone="bad">Somebody else changed the team in the meantime. Discard your changes to see theirs.</Note>
      )}
      <Note
        action={
          <>
            <Button kind="ghost" onClick={() => kept.set(null)}>
              Discard
            </Button>
            <Button
              kind="primary"
              off={
                errors > 0
                  ? `${counted(errors, "problem")} to fix first`
                  : isOvertaken
                    ? "Somebody else changed the team in the meantime. Discard your changes to see theirs."
                    : undefined
              }
              onClick={() => setSaves(true)}
            >
              Save…
            </Button>
          </>
        }
      >
        {kept.isKept ? "Not saved, kept from before" : "Not saved"}
      </Note>
      {problems.filter(isAbout).map(({ path, message, level }) => (
        <Note key={path + message} tone={level === "error" ? "bad" : "warn"}>
          {message}
        </Note>
      ))}
      {saves && (
        <ChangeDialog
          room={room}
          team={edit.preset === null ? { team: edit.draft } : { preset: edit.preset }}
          onClose={() => setSaves(false)}
          onChanged={() => {
            setSaves(false);
            kept.set(null);
          }}
        />
      )}
    </div>
  );
}

function meantBy(edit: Edit | null, draft: TeamDraft | null): { team: Team | null; problems: TeamProblem[] } {
  if (!edit || !draft) {
    // A running team is valid; its warnings are shown all the same.
    const problems = draft ? teamOf(draft).problems : [];
    return { team: null, problems: hasErrors(problems) ? [] : problems };
  }
  return edit.preset === null ? teamOf(edit.draft) : { team: presetTeam(edit.preset), problems: [] };
}
