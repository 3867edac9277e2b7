import type { Duty } from "../team/team.ts";
import type { FolderRule } from "./rule.ts";

/** UTF-16 units of all files together; one request carries them. */
export const FOLDER_MAX = 1_500_000;
/** Bytes of a request with as many, in any script. */
export const FOLDER_BODY_MAX = 5_000_000;
export const FILES_MAX = 2_000;
export const PATH_MAX = 300;
/** In a roster: no model, whatever the charter says. */
export const NONE = "—";
/** Most lines of a file that are read. */
export const LINES_MAX = 5_000;
/** Most UTF-16 units of a line that are read. */
export const LINE_MAX = 2_000;
export const MEMBERS_MAX = 100;
export const RULES_MAX = 1_000;
/** Most notes of one file. */
export const NOTES_MAX = 1_000;
export const WARNINGS_MAX = 500;

export interface SquadFile {
  /** With `/` between its parts. */
  path: string;
  content: string;
}

export interface Member {
  /** The name of its role in a team. */
  role: string;
  title: string;
  /** What it is in the squad: "Core Dev". */
  part: string;
  expertise: string;
  prefix: string | null;
  /** `null`: what follows from its part. */
  duties: Duty[] | null;
  /** Its own, from its charter or the roster. */
  model: string | null;
  /** The model that the configuration sets for it, which beats its own. */
  override: string | null;
  charter: string;
  history: string;
}

export interface FolderDecision {
  title: string;
  /** As in the file: a day. */
  date: string | null;
  by: string | null;
  text: string;
  /** Its place in a folder that was read. */
  source?: { file: string; line: number };
}

/** Guidance that is neither a rule nor a role: one line of a file. */
export interface FolderNote {
  file: "team.md" | "routing.md" | "decisions.md";
  text: string;
}

/** What a squad folder says. */
export interface Squad {
  /** Receives the user's messages; empty while nobody is in the squad. */
  entryPoint: string;
  members: Member[];
  rules: FolderRule[];
  notes: FolderNote[];
  decisions: FolderDecision[];
  defaultModel: string | null;
  /** What the configuration says besides models. */
  config: Record<string, unknown>;
  /** Files with no meaning here, kept as they are and never run. */
  files: SquadFile[];
}

/** What was unclear, and what was done about it. */
export interface FolderWarning {
  file: string;
  /** From 1; `null`: the file as a whole. */
  line: number | null;
  message: string;
  /** A part of the squad itself is left out: reported before anything else. */
  cut?: true;
  /** A person may say which role is meant; until then the line is a note. */
  choice?: { wanted: string; nearest: string | null };
}

/** What a line has become. */
export interface LineMark {
  file: string;
  line: number;
  becomes: string;
}

/** A person's choice for a line: the role that is meant, or `null` for a note. */
export interface LineChoice {
  file: string;
  line: number;
  role: string | null;
}

export interface FolderReading {
  squad: Squad;
  /** The folder in which the squad was found; empty: the one that was given. */
  root: string;
  marks: LineMark[];
  warnings: FolderWarning[];
  /** The squad's files, by their paths in its folder. */
  inside: SquadFile[];
}
