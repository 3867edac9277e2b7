import { headerName, type Moved, plainName, sideOf, unquoted } from "./diff-names.ts";

/** A line of a file before, after, or on both sides of a change. */
export interface DiffLine {
  kind: "same" | "added" | "removed";
  before: number | null;
  after: number | null;
  text: string;
}

/** As git writes it: for an empty side, the line after which it comes. */
interface Side {
  start: number;
  count: number;
}

export interface Hunk {
  /** If several were merged, the first of them. */
  before: Side;
  after: Side;
  /** Lines between the previous hunk and this one. */
  skipped: number;
  /** Empty if nobody wants them. */
  lines: DiffLine[];
}

export interface DiffFile {
  path: string;
  status: "created" | "modified" | "deleted";
  added: number;
  removed: number;
  hunks: Hunk[];
  /** It is a file of a submodule: in the repository itself only the submodule has changed. */
  isInSubmodule?: true;
}

/** A diff that was read. */
export interface Diff {
  files: DiffFile[];
  /** Every path that it creates, changes, moves away or deletes: what boundaries are compared with. */
  touched: string[];
  added: number;
  removed: number;
  /**
   * `unreadable`: something in it isn't what `git diff` or `diff -u` write, so nobody knows what is left out. `cut`: it
   * ends in the middle, and no list of all names precedes it.
   */
  fault: "cut" | "unreadable" | null;
}

const GIT = "diff --git ";
const COMBINED = /^diff --(?:cc|combined) (.+)$/s;
const SUBMODULE =
  /^Submodule (.+) (?:contains (?:untracked|modified) content|([0-9a-f]{4,64})\.{2,3}([0-9a-f]{4,64})(?:$|[ :].*))$/;
/** `git diff --raw`: `:100644 100755 1f… 2e… M⇥src/a.ts`; for a merge, a mode and a name for each parent. */
const RAW = /^:+[0-7]{6} [^\t]*?([A-Z])[A-Z]*\d*\t([^\t]+)(?:\t([^\t]+))?$/;
const TOTAL = /^ \d+ files? changed(?:, (\d+) insertions?\(\+\))?(?:, (\d+) deletions?\(-\))?$/;
const HUNK = /^(@@+) ((?:-\d+(?:,\d+)? )+)\+(\d+)(?:,(\d+))? \1/;
const MODE = /^(new|deleted) file mode /;
const MOVED = /^(rename|copy) (from|to) (.+)$/s;
const UNMERGED = "* Unmerged path ";
/** What git says about a file besides its lines; what it says about commits and sizes begins with a blank. */
const BESIDE =
  /^(?:$|[ #\\]|(?:index|mode|old mode|new mode|similarity index|dissimilarity index|GIT binary patch|Binary files|warning:)(?: |$)|[-\d]+\t[-\d]+\t)/;
/** From `git show`, `git log -p` and `git format-patch`: a message follows, up to the next file. */
const MESSAGE = /^(?:commit [0-9a-f]{4,64}\b|From [0-9a-f]{40,64} |[0-9a-f]{7,64}(?: |$)|-- ?$)/;
const SGR = `${String.fromCharCode(27)}\\[[\\d;:]*[mK]`;
const COLOURED = new RegExp(`^(?:${SGR})+(?:diff |commit |@@|--- |[+]{3} |Submodule |:)`, "m");

/**
 * Reads a unified diff, as `git diff` and `diff -u` write it, whatever the user's git settings. Text around a plain
 * diff is skipped; within git's output it is a fault, since it may replace a file.
 */
export function readDiff(source: string, { withLines = true } = {}): Diff {
  const text = COLOURED.test(source) ? source.replace(new RegExp(SGR, "g"), "") : source;
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  if (lines.at(-1) === "") lines.pop();
  const reader = new Reader(withLines);
  for (const line of lines) reader.read(line.endsWith("\r") ? line.slice(0, -1) : line);
  return reader.end();
}

/** What is said about a file, until the next begins. */
interface Section {
  /** From `diff --git`: both names. */
  header?: string;
  path?: string;
  minus?: string;
  plus?: string;
  moved: Partial<Moved>;
  isCopy?: boolean;
  file: Omit<DiffFile, "path">;
}

interface Open {
  hunk: Hunk;
  file: Section["file"];
  /** Lines still to come: for each parent, and for the result. */
  left: { before: number[]; after: number };
  at: { before: number; after: number };
  isChanged: boolean;
}

class Reader {
  private readonly files = new Map<string, DiffFile>();
  private readonly touched = new Set<string>();
  private section: Section | null = null;
  private hunk: Open | null = null;
  private submodule: DiffFile | null = null;
  private within: "message" | "binary" | null = null;
  private readonly totals: { added: number; removed: number }[] = [];
  private isGit = false;
  /** It lists all names by itself. */
  private isListed = false;
  private hasStray = false;
  private isBroken = false;
  private isBlank = true;

  constructor(private readonly withLines: boolean) {}

  read(line: string): void {
    this.isBlank &&= line.trim() === "";
    if (this.hunk && this.take(this.hunk, line)) return;
    if (this.header(line) || this.within === "message") return;
    if (this.within === "binary") {
      if (line === "") this.within = null;
      return;
    }
    const { section } = this;
    const hunk = HUNK.exec(line);
    const [, mode] = MODE.exec(line) ?? [];
    const [, act, side = "", name = ""] = MOVED.exec(line) ?? [];
    const [total, added = 0, removed = 0] = TOTAL.exec(line) ?? [];
    if (hunk && section) this.open(hunk, section);
    else if (line.startsWith("--- ")) this.half("minus", line);
    else if (line.startsWith("+++ ")) this.half("plus", line);
    else if (section && mode) section.file.status = mode === "new" ? "created" : "deleted";
    else if (section && act)
      Object.assign(section, {
        moved: { ...section.moved, [side]: unquoted(name) },
        isCopy: act === "copy",
      });
    else if (/^(?:literal|delta) \d+$/.test(line)) this.within = "binary";
    else if (total !== undefined) this.totals.push({ added: Number(added), removed: Number(removed) });
    else if (!section && /^Binary files .+ differ$/.test(line)) {
      const path = plainName(sideOf(/ and (.+) differ$/.exec(line)?.[1] ?? ""));
      this.begin({ path });
    } else if (line.startsWith("Only in ")) this.isBroken = true;
    else if (!BESIDE.test(line)) this.hasStray = true;
  }

  end(): Diff {
    const { section, hunk } = this;
    const isOpen = hunk !== null || (section?.minus !== undefined && section.plus === undefined);
    this.settle();
    const files = [...this.files.values()];
    const isLost = this.isBroken || (this.hasStray && this.isGit) || (files.length === 0 && !this.isBlank);
    const own = files.filter(({ isInSubmodule }) => !isInSubmodule);
    const [total] = this.isListed && this.totals.length === 1 ? this.totals : [];
    const sum = (of: "added" | "removed") => own.reduce((all, file) => all + file[of], 0);
    return {
      files,
      touched: [...this.touched],
      ...(total ?? { added: sum("added"), removed: sum("removed") }),
      fault: isLost ? "unreadable" : isOpen && !this.isListed ? "cut" : null,
    };
  }

  /** Lines with which something new begins. */
  private header(line: string): boolean {
    const combined = COMBINED.exec(line);
    const submodule = SUBMODULE.exec(line);
    const row = RAW.exec(line);
    if (line.startsWith(GIT)) this.begin({ header: line.slice(GIT.length) });
    else if (combined) this.begin({ path: unquoted(combined[1] ?? "") });
    else if (submodule) {
      this.settle();
      this.submodule = this.changed(submodule[1] ?? "", submodule[2], submodule[3]);
    } else if (row) this.list(row[1] ?? "", unquoted(row[2] ?? ""), row[3]);
    else if (line.startsWith(UNMERGED)) {
      this.settle();
      this.keep({ path: unquoted(line.slice(UNMERGED.length)), ...nothing() });
    } else if (MESSAGE.test(line)) {
      this.settle();
      this.within = "message";
      return true;
    } else return false;
    this.isGit = true;
    this.within = null;
    return true;
  }

  private begin(named: Pick<Section, "header" | "path">): void {
    this.settle();
    this.section = { ...named, moved: {}, file: nothing() };
  }

  private half(side: "minus" | "plus", line: string): void {
    const text = line.slice(4).replace(/\t.*$/, "");
    const { section } = this;
    const isAnother =
      !section ||
      section[side] !== undefined ||
      section.file.hunks.length > 0 ||
      (section.header !== undefined && text !== "/dev/null" && !isSide(section.header, side, text));
    if (isAnother) this.begin({});
    if (this.section) this.section[side] = unquoted(text);
  }

  private settle(): void {
    const { section, submodule } = this;
    this.section = null;
    if (!section) return;
    const { header, minus = "", plus = "", moved, file } = section;
    const plain = plainName(plus === "/dev/null" || plus === "" ? minus : plus);
    const path = section.path ?? (header === undefined ? plain : headerName(header, moved));
    if (path === null) this.isBroken = true;
    if (!path || path === "/dev/null") return;
    if (header === undefined && minus === "/dev/null") file.status = "created";
    if (header === undefined && plus === "/dev/null") file.status = "deleted";
    const isOfSubmodule =
      submodule !== null &&
      path.startsWith(`${submodule.path}/`) &&
      (submodule.status === "modified" || submodule.status === file.status);
    this.keep({ path, ...file, ...(isOfSubmodule && { isInSubmodule: true }) });
    if (isOfSubmodule) return;
    if (moved.from !== undefined && section.isCopy !== true) this.touched.add(moved.from);
  }

  /** A file that git writes in parts, such as one that becomes a link, is one file. */
  private keep(file: DiffFile): void {
    if (!file.isInSubmodule) this.touched.add(file.path);
    const known = this.files.get(file.path);
    if (!known) return void this.files.set(file.path, file);
    known.hunks.push(...file.hunks);
    known.added += file.added;
    known.removed += file.removed;
    if (known.status === "deleted" && file.status === "created") known.status = "modified";
    else if (file.status === "deleted") known.status = "deleted";
  }

  private list(letter: string, path: string, to: string | undefined): void {
    this.isListed = true;
    const name = to === undefined ? path : unquoted(to);
    const status = letter === "D" ? "deleted" : "ACR".includes(letter) ? "created" : "modified";
    this.keep({ path: name, ...nothing(), status });
    if (letter === "R") this.touched.add(path);
  }

  /** A submodule, as `diff.submodule` shows it; without commits only its folder has changed. */
  private changed(path: string, from: string | undefined, to: string | undefined): DiffFile {
    // A moved one: this form doesn't say where to.
    if (from !== undefined && from === to) this.isBroken = true;
    const commits = [from, to].map((one) => one !== undefined && !/^0+$/.test(one) && one);
    const lines = commits.flatMap((commit, at): DiffLine[] => {
      if (commit === false) return [];
      const side = { before: at === 0 ? 1 : null, after: at === 0 ? null : 1 };
      return [{ kind: at === 0 ? "removed" : "added", ...side, text: `Subproject commit ${commit}` }];
    });
    const [removed, added] = commits.map((commit) => (commit === false ? 0 : 1)) as [number, number];
    const sides = { before: { start: 1, count: removed }, after: { start: 1, count: added } };
    const hunk: Hunk = { ...sides, skipped: 0, lines: this.withLines ? lines : [] };
    const status = lines.length !== 1 ? "modified" : added === 1 ? "created" : "deleted";
    const hunks = lines.length > 0 ? [hunk] : [];
    const file: DiffFile = { path, status, added, removed, hunks };
    this.keep(file);
    return file;
  }

  private open(header: RegExpExecArray, { file }: Section): void {
    const befores = [...(header[2] ?? "").matchAll(/-(\d+)(?:,(\d+))?/g)].map(sideFrom);
    const after = sideFrom(["", header[3] ?? "", header[4]]);
    const [before = after] = befores;
    const last = file.hunks.at(-1)?.after;
    const from = Math.max(0, after.start - 1);
    const skipped = Math.max(0, from - (last ? Math.max(0, last.start - 1) + last.count : 0));
    const hunk: Hunk = { before, after, skipped, lines: [] };
    file.hunks.push(hunk);
    const left = { before: befores.map(({ count }) => count), after: after.count };
    const at = { before: Math.max(0, before.start - 1), after: from };
    if (isDone(left)) return;
    this.hunk = { hunk, file, left, at, isChanged: false };
  }

  /** @returns whether the line is one of the hunk */
  private take(open: Open, line: string): boolean {
    if (line.startsWith("\\")) return true;
    const { left, at, file } = open;
    const width = left.before.length;
    const signs = line.slice(0, width).padEnd(width);
    const isRemoved = signs.includes("-");
    const isAdded = !isRemoved && signs.includes("+");
    // A removed line has a minus there, an existing one a blank.
    const mark = isRemoved ? "-" : " ";
    for (const [i, sign] of [...signs].entries()) if (sign === mark) left.before[i] = (left.before[i] ?? 0) - 1;
    if (!isRemoved) left.after -= 1;
    const isOdd = /[^ +-]|\+.*-|-.*\+/.test(signs);
    if (isOdd || left.after < 0 || left.before.some((count) => count < 0)) {
      this.isBroken = true;
      this.hunk = null;
      return false;
    }
    file[isRemoved ? "removed" : "added"] += isRemoved || isAdded ? 1 : 0;
    open.isChanged ||= isRemoved || isAdded;
    const before = signs.startsWith(mark) ? ++at.before : null;
    const after = isRemoved ? null : ++at.after;
    const kind = isRemoved ? "removed" : isAdded ? "added" : "same";
    if (this.withLines) open.hunk.lines.push({ kind, before, after, text: line.slice(width) });
    if (isDone(left)) {
      // Words marked within their lines: nobody knows which lines changed.
      if (!open.isChanged) this.isBroken = true;
      this.hunk = null;
    }
    return true;
  }
}

/** Otherwise another diff follows. */
function isSide(header: string, side: "minus" | "plus", text: string): boolean {
  return side === "minus" ? header.startsWith(`${text} `) : header.endsWith(` ${text}`);
}

function nothing(): Omit<DiffFile, "path"> {
  return { status: "modified", added: 0, removed: 0, hunks: [] };
}

function sideFrom([, start, count]: readonly (string | undefined)[]): Side {
  return { start: Number(start), count: Number(count ?? 1) };
}

function isDone({ before, after }: Open["left"]): boolean {
  return after === 0 && before.every((count) => count === 0);
}
