/** Repairs to the JSON itself; its meaning is as intended. */
const JSON_REPAIRS = [
  "trailing_comma",
  "comment",
  "quotes",
  "bare_name",
  "literal",
  "raw_character",
  "white_space",
  "colour_code",
  "escape",
  "duplicate_member",
  "unsafe_member",
] as const;

/** Everything that was read differently from how it was written. */
export const REPAIR_KINDS = [
  ...JSON_REPAIRS,
  "other_block",
  // Repairs to what it says, measured by the shape.
  "null_member",
  "blank_member",
  "unknown_member",
  "renamed_member",
  "case",
  "synonym",
  "converted",
  "wrapped",
  "joined",
  "character_replaced",
  "id_made",
  "id_changed",
  "reference_changed",
  // More of them than are listed.
  "further",
] as const;
export type RepairKind = (typeof REPAIR_KINDS)[number];

export interface Repair {
  kind: RepairKind;
  /** Where in the reply, as in `tasks[2].role`; empty for the whole. */
  path: string;
  message: string;
}

export type Path = readonly PropertyKey[];

const REPAIRS_MAX = 100;
const TOLD_MAX = 5;
const EXCERPT_MAX = 60;
const PATH_MAX = 300;

/** Repairs in the order in which they were made; of very many, only their number. */
export class RepairLog {
  readonly #repairs: Repair[] = [];
  #further = 0;

  /** @param depth how much of the path leads there */
  add(kind: RepairKind, path: Path, message: string, depth = path.length): void {
    if (this.#repairs.length < REPAIRS_MAX) this.#repairs.push({ kind, path: pathText(path.slice(0, depth)), message });
    else this.#further += 1;
  }

  list(): Repair[] {
    if (this.#further === 0) return [...this.#repairs];
    const message = `${this.#further} more repairs are not listed.`;
    return [...this.#repairs, { kind: "further", path: "", message }];
  }
}

/** `tasks[2].role`; names that are not identifiers are quoted, and the middle of a very long path is left out. */
export function pathText(path: Path): string {
  const text = joined(path);
  return text.length <= PATH_MAX ? text : `${text.slice(0, PATH_MAX / 2)}…${text.slice(-PATH_MAX / 2)}`.toWellFormed();
}

function joined(path: Path): string {
  let text = "";
  for (const part of path) {
    if (typeof part === "number") text += `[${part}]`;
    else if (/^[A-Za-z_$][\w$-]{0,59}$/.test(String(part))) text += `${text === "" ? "" : "."}${String(part)}`;
    else text += `[${excerpt(String(part))}]`;
  }
  return text;
}

/** Somebody's words within a sentence: quoted, on one line, short. */
export function excerpt(text: string): string {
  const isLong = text.length > EXCERPT_MAX;
  return JSON.stringify(isLong ? `${text.slice(0, EXCERPT_MAX).toWellFormed()}…` : text);
}

/** One line for the sender of the reply: what was left out or read differently; `null`: everything is as sent. */
export function tellRepairs(
  type: string,
  repairs: readonly { kind: string; path: string; message: string }[],
): string | null {
  const isOfJson = new Set<string>(JSON_REPAIRS);
  const meant = repairs.filter(({ kind }) => !isOfJson.has(kind));
  const ignored = meant.filter(({ kind }) => kind === "unknown_member").map(({ path }) => path);
  const others = meant.filter(({ kind }) => kind !== "unknown_member");
  const lines = [
    ...(ignored.length > 0
      ? [
          `Ignored, as \`${type}\` has no such field: ${firstOf(
            ignored.map((one) => `\`${one}\``),
            ", ",
          )}.`,
        ]
      : []),
    ...(others.length > 0
      ? [
          `Read differently: ${firstOf(
            others.map(({ path, message }) => (path === "" ? message : `\`${path}\`: ${message}`)),
            " ",
          )}`,
        ]
      : []),
  ];
  return lines.length > 0 ? lines.join(" ") : null;
}

function firstOf(all: readonly string[], between: string): string {
  const more = all.length - TOLD_MAX;
  return `${all.slice(0, TOLD_MAX).join(between)}${more > 0 ? `${between}and ${more} more` : ""}`;
}
