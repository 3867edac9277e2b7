import { draftOf, type TeamDraft, teamOf } from "../team/draft.ts";
import { squadOf, squadTeam } from "./draft.ts";
import { roomFolder } from "./kept.ts";
import { folderWisdom, type Known, squadWisdom } from "./known.ts";
import { readSquadFolder } from "./read.ts";
import { squadRoom } from "./room.ts";
import type { LineChoice, Squad, SquadFile } from "./squad.ts";
import { writeSquadFolder } from "./write.ts";

/** What the room that is made of a squad knows. */
export function knownOf(squad: Squad): { known: Known[]; roles: string[] } {
  const roles = squadTeam(squad).draft.roles.map(({ name }) => name);
  return { known: squadWisdom(squad, roles).known, roles };
}

/** As entries of the room, and as what its folder says. */
export function toldOf(known: readonly Known[], roles: readonly string[]) {
  const live = known.map((entry) => ({
    scope: "room" as const,
    at: 0,
    roles: entry.roles ?? [],
    kind: entry.kind,
    text: entry.text,
    source: entry.source,
    by: { kind: "person" as const, id: "", name: "Lea" },
  }));
  const folder = folderWisdom(live as never, roles);
  if (folder.left > 0) throw new Error("what came from a folder has a place there");
  return folder;
}

/** As entries of the room, then as a folder, then read again. */
export function knownAgain(squad: Squad): Known[] {
  const { known, roles } = knownOf(squad);
  const { draft } = squadTeam(squad);
  const files = writeSquadFolder(squadOf(draft, undefined, toldOf(known, roles)));
  return knownOf(readSquadFolder(files).squad).known;
}

/** The room of a folder, exported. @param change what people did to its team meanwhile */
export function exported(
  files: readonly SquadFile[],
  choices: readonly LineChoice[] = [],
  change: (draft: TeamDraft) => TeamDraft = (draft) => draft,
): SquadFile[] {
  const { draft, models, known } = squadRoom(files, choices);
  const { team } = teamOf(draft);
  if (team === null) throw new Error("no team");
  const roles = draft.roles.map(({ name }) => name);
  return roomFolder(change(draftOf(team)), models, toldOf(known, roles));
}

/** Which file of the folder it stood in is not kept; who learned it is the role. */
export const said = (known: readonly Known[]) =>
  known.map(({ kind, text, roles, source }) => [
    kind,
    text,
    roles ?? [],
    source.date,
    kind === "decision" ? source.by : null,
  ]);
