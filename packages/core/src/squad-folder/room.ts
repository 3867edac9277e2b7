import { squadTeam } from "./draft.ts";
import { folderOf } from "./kept.ts";
import { squadWisdom } from "./known.ts";
import { roomModelsOf } from "./models.ts";
import { readSquadFolder } from "./read.ts";
import type { LineChoice, SquadFile } from "./squad.ts";

/** What a squad folder becomes: the draft of a team, the models its room starts with, and the squad's knowledge. */
export function squadRoom(files: readonly SquadFile[], choices: readonly LineChoice[] = []) {
  const reading = readSquadFolder(files, choices);
  const { draft, warnings } = squadTeam(reading.squad);
  const models = roomModelsOf(reading.squad, draft.roles);
  const roles = draft.roles.map(({ name }) => name);
  const { known, warnings: unsaid } = squadWisdom(reading.squad, roles);
  const { folder, warnings: left } = folderOf(reading.inside, draft, choices);
  return {
    ...reading,
    draft: folder.length > 0 ? { ...draft, folder } : draft,
    models,
    known,
    warnings: [...reading.warnings, ...warnings, ...unsaid, ...left],
  };
}
