import { squadTeam } from "@squadroom/core/squad-folder/draft";
import { readSquadFolder } from "@squadroom/core/squad-folder/read";
import type { LineChoice, SquadFile } from "@squadroom/core/squad-folder/squad";

/** A squad folder and the draft of its team. Files come in the request; no path leads to the server's own. */
export function wantedSquad({ files, choices }: { files: SquadFile[]; choices: LineChoice[] }) {
  const reading = readSquadFolder(files, choices);
  const { draft, warnings } = squadTeam(reading.squad);
  return { ...reading, draft, warnings: [...reading.warnings, ...warnings] };
}
