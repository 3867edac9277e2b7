import { nearestName } from "../kernel/nearest.ts";
import { plain } from "./markdown.ts";
import type { Member } from "./squad.ts";

/** They mean somebody else wherever a role could be. */
const RESERVED = ["user", "server", "me"];

/** A name as a role's name; empty if it has no letters for one. */
export function slugOf(name: string): string {
  const slug = plain(name)
    .replace(/^@/, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "")
    .slice(0, 32)
    .replace(/-+$/, "");
  return RESERVED.includes(slug) ? `${slug}-agent` : slug;
}

/** The one member that these words name: by its name, or by its part if only one has it. */
export function memberNamed(members: readonly Member[], words: string): Member | null {
  const bare = words.replace(/\([^()]*\)/g, "").replace(/^\s*squad:/i, "");
  const slug = slugOf(bare);
  if (slug === "") return members.find(({ title }) => title !== "" && title === plain(bare)) ?? null;
  const byName = members.find((one) => one.role === slug || slugOf(one.title) === slug);
  if (byName) return byName;
  const byPart = members.filter((one) => slugOf(one.part) === slug);
  return byPart.length === 1 ? (byPart[0] ?? null) : null;
}

export function nearestMember(members: readonly Member[], words: string): string | null {
  const slug = slugOf(words);
  if (slug === "") return null;
  const names = members.flatMap(({ role, part }) => [role, slugOf(part)]);
  const near = nearestName([...new Set(names.filter(Boolean))], slug);
  return members.find(({ role, part }) => role === near || slugOf(part) === near)?.role ?? null;
}

/** A file's path names nobody, whatever its folders' names. */
const PATH = /(?<![\p{L}\p{N}@])(?:\.{0,2}\/|\.[\w-]+\/|[\w.-]+\/(?=[^\s,;]*\.\w{1,5}\b))[^\s,;)`]*/u;

/** The members that a cell names, and the words in it that name nobody. */
export function membersNamed(members: readonly Member[], cell: string): { named: Member[]; unknown: string[] } {
  const whole = memberNamed(members, cell);
  if (whole) return { named: [whole], unknown: [] };
  if (PATH.test(cell)) {
    const rest = membersNamed(members, cell.replaceAll(new RegExp(PATH, "gu"), " "));
    return { ...rest, unknown: rest.named.length > 0 ? rest.unknown : [plain(cell)] };
  }
  const named = new Set<Member>();
  const unknown: string[] = [];
  for (const part of cell.split(/[,;/&+]|\s(?:and|or)\s/i)) {
    const member = memberNamed(members, part);
    if (member) named.add(member);
    else if (plain(part) !== "") unknown.push(plain(part));
  }
  return { named: [...named], unknown };
}
