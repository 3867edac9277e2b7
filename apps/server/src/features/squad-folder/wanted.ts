import { squadTeam } from "@squadroom/core/squad-folder/draft";
import { roomModelsOf } from "@squadroom/core/squad-folder/models";
import { readSquadFolder } from "@squadroom/core/squad-folder/read";
import type { LineChoice, SquadFile } from "@squadroom/core/squad-folder/squad";

/** A squad folder the draft of its team, and the models that its room starts with. Files come in the request; no path leads to the server's own. */
export function wantedSquad({ files, choices }: { files: SquadFile[]; choices: LineChoice[] }) {
  const reading = readSquadFolder(files, choices);
  const { draft, warnings } = squadTeam(reading.squad);
  const models = roomModelsOf(reading.squad, draft.roles);
  return { ...reading, draft, models, warnings: [...reading.warnings, ...warnings] };
}
