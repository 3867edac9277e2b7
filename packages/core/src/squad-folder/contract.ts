import * as z from "zod";
import { routesOf } from "../kernel/route.ts";
import { text } from "../kernel/text.ts";
import type { TeamProblem } from "../team/problem.ts";
import type { Team } from "../team/team.ts";
import {
  FILES_MAX,
  FOLDER_BODY_MAX,
  FOLDER_MAX,
  type FolderDecision,
  type FolderNote,
  type FolderReading,
  PATH_MAX,
  type Squad,
  WARNINGS_MAX,
} from "./squad.ts";

const defineRoute = routesOf("teams");

/** The files of a squad folder, with your choices for lines that name nobody. */
export const SquadBody = z.strictObject({
  files: z.array(z.strictObject({ path: text(PATH_MAX, 1), content: text(FOLDER_MAX) })).max(FILES_MAX),
  choices: z
    .array(
      z.strictObject({
        file: text(PATH_MAX),
        line: z.number().int().min(1),
        /** The role that is meant; `null` keeps the line as a note. */
        role: text(40).nullable(),
      }),
    )
    .max(WARNINGS_MAX)
    .default([]),
});

/** What a squad folder says, and the team that it becomes. */
export interface SquadPreview extends Pick<FolderReading, "root" | "marks" | "warnings"> {
  entryPoint: string;
  members: {
    role: string;
    title: string;
    /** What it is in the squad: "Core Dev". */
    part: string;
    /** `null`: the squad leaves it open. */
    model: string | null;
    hasCharter: boolean;
  }[];
  rules: Squad["rules"];
  notes: FolderNote[];
  decisions: Omit<FolderDecision, "text" | "source">[];
  /** What becomes the room's wisdom. */
  wisdom: { decisions: number; learnings: number };
  /** Files with no meaning here. */
  files: string[];
  /** Errors keep it from being a team. */
  problems: TeamProblem[];
  team: Team | null;
}

export const previewSquad = defineRoute("POST /squads/preview", {
  repeat: "Takes no key: it changes nothing.",
  summary: "Reads the files of a squad folder: its team, its rules, and each line that needs a look. Creates nothing.",
  access: { who: "signed_in" },
  body: SquadBody,
  bodyLimit: FOLDER_BODY_MAX,
  reply: z.custom<SquadPreview>(),
});
