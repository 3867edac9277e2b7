import { listedUpTo } from "../kernel/words.ts";
import { newestDecisions } from "./newest.ts";
import { AGENT_FILE, DECISION_FILES, KNOWN_FILES, pathInSquad, squadRoot } from "./read.ts";
import { FILES_MAX, FOLDER_MAX, PATH_MAX, type SquadFile } from "./squad.ts";

/** Limit for the files from which a squad is read, together, UTF-16 units; the rest of a request is for others. */
const OTHERS_MAX = 100_000;
/** Largest file without a meaning here. */
const OTHER_MAX_BYTES = 50_000;
const TEXT = /\.(?:md|markdown|mdc|json|ya?ml|txt|sh|ts|js|mjs)$/i;

/** A file on somebody's machine. */
export interface FoundText {
  path: string;
  bytes: number;
  read(): Promise<string>;
  /** Why it can't be read. */
  why?: string;
}

export interface PickedSquad {
  files: SquadFile[];
  /** What isn't sent from its folder. */
  left: { path: string; why: string }[];
  /** How many files are elsewhere. */
  outside: number;
  /** What is left out of the squad itself, in sentences. */
  cuts: string[];
}

/**
 * What is sent of a folder: everything from which a squad is read, then other texts while there is room. A longer list
 * of
 * decisions is cut to its newest.
 *
 * @returns `null` where the folder holds no squad
 */
export async function pickSquad(found: readonly FoundText[]): Promise<PickedSquad | null> {
  const root = squadRoot(found.map(({ path }) => path));
  if (root === null) return null;
  const inside = found.flatMap((file) => {
    const inner = pathInSquad(root, file.path);
    return inner === null ? [] : [{ file, rank: rankOf(inner) }];
  });
  inside.sort((a, b) => a.rank - b.rank || (a.rank === OTHER ? a.file.bytes - b.file.bytes : order(a, b)));
  const outside = found.length - inside.length;
  const picked: PickedSquad = { files: [], left: [], outside, cuts: [] };
  const lost: string[] = [];
  let room = FOLDER_MAX - OTHERS_MAX;
  let isOther = false;
  for (const { file, rank } of inside) {
    const { path, bytes } = file;
    if (rank === OTHER && !isOther) {
      room = Math.min(OTHERS_MAX, room + OTHERS_MAX);
      isOther = true;
    }
    const isRead =
      file.why === undefined &&
      TEXT.test(path) &&
      path.length <= PATH_MAX &&
      picked.files.length < FILES_MAX &&
      (rank === OTHER ? bytes <= Math.min(room, OTHER_MAX_BYTES) : bytes <= 16 * FOLDER_MAX);
    const whole = isRead ? (await file.read()).toWellFormed() : "\u0000";
    const { text, cut } = rank === DECISIONS ? newestDecisions(whole, room) : { text: whole, cut: null };
    if (text.includes("\u0000") || text.length > room) {
      if (rank !== OTHER) lost.push(path);
      const over = rank === OTHER ? BESIDE : OVER;
      picked.left.push({ path, why: file.why ?? (TEXT.test(path) ? over : NO_TEXT) });
      continue;
    }
    if (cut) picked.cuts.push(`${path}: ${cut}`);
    room -= text.length;
    picked.files.push({ path, content: text });
  }
  if (lost.length > 0)
    picked.cuts.push(`${FOLDER_MAX} characters of ${FILES_MAX} files are read. Left out: ${listedUpTo(3, lost)}.`);
  picked.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return picked;
}

const NO_TEXT = "It is no text.";
const BESIDE = "It says nothing of the squad, and is too large or no text.";
const OVER = "It is over what is read of a squad.";

const DECISIONS = 3;
const OTHER = 4;

function rankOf(inner: string): number {
  const name = inner.toLowerCase();
  if (name === "decisions.md" || DECISION_FILES.test(inner)) return DECISIONS;
  if (KNOWN_FILES.test(inner)) return 0;
  const [, agent = "_", kind = ""] = AGENT_FILE.exec(inner) ?? [];
  if (agent.startsWith("_")) return OTHER;
  return kind.toLowerCase() === "charter" ? 1 : 2;
}

/** The list of decisions comes before a day's notes, and of those the newest first: their names begin with the day. */
function order(a: { file: FoundText; rank: number }, b: { file: FoundText }): number {
  const isList = ({ file }: { file: FoundText }) => /(?:^|\/)decisions\.md$/i.test(file.path);
  const forward = a.file.path < b.file.path ? -1 : 1;
  if (a.rank !== DECISIONS) return forward;
  return Number(isList(b)) - Number(isList(a)) || -forward;
}
