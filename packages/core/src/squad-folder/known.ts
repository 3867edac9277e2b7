import { WISDOM_TEXT_MAX } from "../delivery/wisdom-kinds.ts";
import type { RoleName } from "../kernel/ids.ts";
import { counted } from "../kernel/words.ts";
import type { WisdomDraft, WisdomEntry, WisdomSource } from "../wisdom/wisdom.ts";
import { readLearnings } from "./history.ts";
import type { FolderDecision, FolderWarning, Squad } from "./squad.ts";

/** Half of what a room holds: the team needs space to write, too. */
export const KNOWN_MAX = 500;
export const KNOWN_TEXT_MAX = 60_000;

export type Known = WisdomDraft & { source: WisdomSource };

/** A squad's knowledge as a room's wisdom: its decisions are everybody's, what an agent learned is its role's. */
export function squadWisdom(
  { decisions, members }: Pick<Squad, "decisions" | "members">,
  roles: readonly string[],
): { known: Known[]; warnings: FolderWarning[] } {
  const warnings: FolderWarning[] = [];
  const known: Known[] = [];
  const seen = new Set<string>();
  let [left, chars] = [0, 0];
  const add = (entry: Known, line: number | null): void => {
    const { file } = entry.source;
    const text = beginningOf(entry.text);
    if (text !== entry.text) {
      const message = `An entry of wisdom has at most ${WISDOM_TEXT_MAX} characters. The rest of this one is left out.`;
      warnings.push({ file, line, message });
    }
    const key = JSON.stringify([entry.kind, text.replace(/\s+/g, " ").toLowerCase(), entry.roles]);
    if (text === "" || seen.has(key)) {
      const message = text === "" ? "It says nothing." : "The same stands above. It is read once.";
      warnings.push({ file, line, message });
      return;
    }
    const size = text.length + (entry.roles?.[0]?.length ?? 0);
    if (known.length === KNOWN_MAX || chars + size > KNOWN_TEXT_MAX) {
      left += 1;
      return;
    }
    seen.add(key);
    chars += size;
    known.push({ ...entry, text });
  };
  const histories = members.map((member) => ({ ...member, ...readLearnings(member.history) }));
  const learned = histories.map(({ role, learnings }) =>
    learnings.map((one) => ({ ...one, size: sizeOf(one) + role.length })),
  );
  const decided = decisions.map((one) => ({ ...one, size: sizeOf({ text: textOf(one) }) }));
  const all = learned.flat();
  const bound = newestOf([decided], {
    count: KNOWN_MAX - Math.min(all.length, KNOWN_MAX / 2),
    chars: KNOWN_TEXT_MAX - Math.min(sum(all), KNOWN_TEXT_MAX / 2),
  });
  const taught = newestOf(learned, {
    count: KNOWN_MAX - bound.size,
    chars: KNOWN_TEXT_MAX - sum([...bound]),
  });
  for (const decision of decided) {
    const { date, by, source } = decision;
    if (!bound.has(decision)) left += 1;
    else
      add(
        {
          kind: "decision",
          text: textOf(decision),
          source: { file: source?.file ?? "decisions.md", date, by },
        },
        source?.line ?? null,
      );
  }
  for (const [i, { role, title, others }] of histories.entries()) {
    const file = `agents/${role}/history.md`;
    for (const learning of learned[i] ?? []) {
      const { text, date, line } = learning;
      const own = roles.includes(role) ? { roles: [role as RoleName] } : {};
      if (!taught.has(learning)) left += 1;
      else add({ kind: "learning", text, ...own, source: { file, date, by: title } }, line);
    }
    if (others.length > 0) {
      const count = counted(others.length, "line is", "lines are");
      const message = `${count} no learning, from here on. The room has no use for them.`;
      warnings.push({ file, line: others[0] ?? null, message });
    }
  }
  if (left > 0)
    warnings.unshift({
      file: "decisions.md",
      line: null,
      cut: true,
      message: `A new room takes up to ${KNOWN_MAX} decisions and learnings with ${KNOWN_TEXT_MAX} characters, the newest first. ${counted(left, "is", "are")} left out.`,
    });
  return { known, warnings };
}

function textOf({ title, text }: FolderDecision): string {
  return [title, text].filter(Boolean).join("\n\n");
}

function sizeOf({ text }: { text: string }): number {
  return Math.min(text.length, WISDOM_TEXT_MAX);
}

function sum(entries: readonly { size: number }[]): number {
  return entries.reduce((total, { size }) => total + size, 0);
}

/** The newest that fit, by their days or, without days, by their place in each list. */
function newestOf<Entry extends { date: string | null; size: number }>(
  lists: readonly (readonly Entry[])[],
  { count, chars }: { count: number; chars: number },
): ReadonlySet<Entry> {
  const order = lists
    .flatMap((list) => {
      const dated = list.flatMap(({ date }) => date ?? []);
      const isForward = (dated[0] ?? "") <= (dated.at(-1) ?? "");
      return list.map((one, i) => ({ one, age: isForward ? list.length - i : i }));
    })
    .sort((a, b) => (b.one.date ?? "").localeCompare(a.one.date ?? "") || a.age - b.age)
    .map(({ one }) => one);
  let size = 0;
  const over = order.findIndex((one, i) => {
    size += one.size;
    return i >= count || size > chars;
  });
  return new Set(over < 0 ? order : order.slice(0, over));
}

/** As many whole lines as fit, and no block of code or comment left open. */
function beginningOf(text: string): string {
  if (text.length <= WISDOM_TEXT_MAX) return text;
  const lines = text.split("\n");
  let [size, whole, fence, inComment] = [0, 0, "", false];
  for (const [i, line] of lines.entries()) {
    size += line.length + 1;
    if (size > WISDOM_TEXT_MAX) break;
    const flat = line.trim();
    const mark = /^(```+|~~~+)/.exec(flat)?.[1];
    if (inComment || (fence === "" && flat.startsWith("<!--"))) inComment = !flat.includes("-->");
    else if (fence === "") fence = mark ?? "";
    else if (mark?.startsWith(fence)) fence = "";
    if (fence === "" && !inComment) whole = i + 1;
  }
  const kept = lines.slice(0, whole).join("\n").trimEnd();
  return kept === "" ? text.slice(0, WISDOM_TEXT_MAX).toWellFormed().trimEnd() : kept;
}

type Told = Pick<WisdomEntry, "kind" | "text" | "scope" | "roles" | "by" | "at" | "source">;

/** A room's knowledge as a squad keeps it: decisions, and learnings beside their role. `left`: what has no place. */
export function folderWisdom(
  live: readonly Told[],
  roles: readonly string[],
): { decisions: FolderDecision[]; histories: Map<string, string>; left: number } {
  const decisions: FolderDecision[] = [];
  const learnings = new Map<string, string[]>();
  let left = 0;
  for (const entry of live) {
    const { kind, scope, by, source } = entry;
    const role = entry.roles[0] ?? (by.kind === "agent" ? by.role : "");
    const [date, who] = source ? [source.date, source.by] : [dayOf(entry.at), by.name];
    // A squad's own words come back unchanged; others in one line, whatever they contain.
    const text = source ? entry.text : entry.text.replace(/\s+/g, " ").trim();
    if (scope === "room" && kind === "decision" && entry.roles.length === 0) {
      const [title = "", ...rest] = text.split("\n");
      decisions.push({ title, date, by: who, text: rest.join("\n").trim() });
    } else if (scope === "room" && kind === "learning" && roles.includes(role)) {
      const item = `- ${date === null ? "" : `${date}: `}${text.replace(/\n(?=[^\n])/g, "\n  ")}`;
      learnings.set(role, [...(learnings.get(role) ?? []), item]);
    } else left += 1;
  }
  const histories = new Map(
    [...learnings].map(([role, items]) => [role, `# History\n\n## Learnings\n\n${items.join("\n")}`]),
  );
  return { decisions, histories, left };
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
