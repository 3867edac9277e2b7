import type { RoleName } from "../kernel/ids.ts";
import { NO_MODELS, type RoomModels } from "../run/model.ts";
import {
  defaultPrefix,
  PREFIX_MAX,
  ROLES_MAX,
  type RoleDraft,
  SPEC_MAX,
  SPECIALTY_MAX,
  type TeamDraft,
  TITLE_MAX,
} from "../team/draft.ts";
import { REWORK_PREFIX } from "../team/rework.ts";
import { PHRASE_MAX, PHRASES_MAX, type RoutingDraft, RULES_MAX } from "../team/routing.ts";
import { readRoleSpec } from "../team/spec.ts";
import { DUTIES, type Duty } from "../team/team.ts";
import { slugOf } from "./member-name.ts";
import type { FolderNote, FolderWarning, Member, Squad } from "./squad.ts";

/** The team of a squad: its coordinator hands to the members, and they hand back. */
export function squadTeam(squad: Squad): { draft: TeamDraft; warnings: FolderWarning[] } {
  const warnings: FolderWarning[] = [];
  const { entryPoint } = squad;
  const members = squad.members.slice(0, ROLES_MAX);
  for (const { title } of squad.members.slice(ROLES_MAX))
    warnings.push({
      file: "team.md",
      line: null,
      message: `A team has at most ${ROLES_MAX} roles. ${title} gets none.`,
    });
  warnings.push(...notHeld(squad));
  if (squad.defaultModel !== null || members.some(({ model }) => model !== null))
    warnings.push({
      file: "config.json",
      line: null,
      message:
        "The squad's models become those of the room. A harness that doesn't know a model's name fails to start: change it in Settings, Sessions, Models.",
    });
  const prefixes = new Set<string>();
  const others = members.map(({ role }) => role).filter((role) => role !== entryPoint);
  const roles = members.map((member): RoleDraft => {
    const spec = specOf(member, warnings);
    const duties = member.duties ?? dutiesOf(member);
    const prefix = freePrefix(member.prefix ?? defaultPrefix(member.role), prefixes);
    prefixes.add(prefix);
    return {
      name: member.role,
      title: oneLine(member.title, TITLE_MAX) || member.role,
      prefix,
      ...(member.role === entryPoint ? { priority: 0 } : {}),
      specialty: oneLine([member.part, member.expertise].filter(Boolean).join(": "), SPECIALTY_MAX),
      ...(duties === null ? {} : { duties }),
      ...(spec === "" ? {} : { spec }),
      handsTo: member.role === entryPoint ? [...others, "user"] : [entryPoint],
    };
  });
  const routing = routingOf(squad, roles, warnings);
  const draft: TeamDraft = { entryPoint, roles, ...(routing ? { routing } : {}) };
  return { draft, warnings };
}

/** The squad's rules as those of a routed team; what doesn't fit is said. */
function routingOf(
  { rules }: Squad,
  roles: readonly RoleDraft[],
  warnings: FolderWarning[],
): RoutingDraft | null {
  const names = roles.map(({ name }) => name);
  const known = rules.flatMap(({ id, pattern, target, source }) => {
    const said = pattern.split(",").map((phrase) => phrase.trim());
    const phrases = said
      .filter((phrase) => /[\p{L}\p{N}]/u.test(phrase) && phrase.length <= PHRASE_MAX)
      .slice(0, PHRASES_MAX);
    const left = said.length - phrases.length;
    if (left > 0 && said.some(Boolean))
      warnings.push({
        file: source?.file ?? "routing.md",
        line: source?.line ?? null,
        message: `A rule has up to ${PHRASES_MAX} phrases with a letter or digit, of up to ${PHRASE_MAX} characters. ${left} of this one's are left out.`,
      });
    return phrases.length > 0 && names.includes(target) ? [{ id, phrases, to: target }] : [];
  });
  if (known.length > RULES_MAX)
    warnings.push({
      file: "routing.md",
      line: null,
      message: `A team has at most ${RULES_MAX} rules. ${known.length - RULES_MAX} are left out.`,
    });
  return known.length > 0 ? { rules: known.slice(0, RULES_MAX) } : null;
}

/** What a room has no place for: it stays in the folder, and each kind is said. */
function notHeld({ notes, decisions, members, files }: Squad): FolderWarning[] {
  const histories = members.filter(({ history }) => history !== "").length;
  const kinds: [file: string, count: number, one: string, many: string][] = [
    ["team.md", notes.length, "note", "notes"],
    ["decisions.md", decisions.length, "decision", "decisions"],
    ["agents", histories, "history", "histories"],
    ["files", files.length, "other file", "other files"],
  ];
  return kinds.flatMap(([file, count, one, many]) =>
    count === 0
      ? []
      : [
          {
            file,
            line: null,
            message: `Kept for later: ${count} ${count === 1 ? one : many}. The room doesn't use them yet, so keep the folder.`,
          },
        ],
  );
}

function specOf({ role, charter }: Member, warnings: FolderWarning[]): string {
  const file = `agents/${role}/charter.md`;
  if (charter.length > SPEC_MAX)
    warnings.push({
      file,
      line: null,
      message: `A spec has at most ${SPEC_MAX} characters. The rest of ${charter.length} is left out.`,
    });
  const spec = charter.slice(0, SPEC_MAX).toWellFormed();
  const bad = readRoleSpec(spec).problems.find(({ level }) => level === "error");
  if (!bad) return spec;
  warnings.push({
    file,
    line: bad.line,
    message: `${bad.message} The front matter is kept as text.`,
  });
  return `\n${spec}`.slice(0, SPEC_MAX).toWellFormed();
}

/** What a role does in sessions, by what it is called in its squad; `null`: what its name implies. */
function dutiesOf({ part, role }: Member): Duty[] | null {
  const said = `${slugOf(part)} ${role}`;
  const duties: Duty[] = [];
  if (/review|security|audit/.test(said)) duties.push("review", "judge");
  if (/test|\bqa\b|quality/.test(said)) duties.push("review");
  if (/\bdev|develop|engineer|build|frontend|backend|program|\bcoder|full-?stack/.test(said))
    duties.push("work");
  return duties.length === 0 ? null : DUTIES.filter((duty) => duties.includes(duty));
}

function freePrefix(wanted: string, taken: ReadonlySet<string>): string {
  const isFree = (prefix: string) => prefix !== REWORK_PREFIX && !taken.has(prefix);
  if (isFree(wanted)) return wanted;
  for (let n = 2; ; n++) {
    const prefix = `${wanted.slice(0, PREFIX_MAX - String(n).length).replace(/-$/, "")}${n}`;
    if (isFree(prefix)) return prefix;
  }
}

function oneLine(text: string, max: number): string {
  return text
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, max)
    .toWellFormed();
}

/** A team as a squad: what goes where in a folder. Who hands to whom is no part of it. */
export function squadOf(draft: TeamDraft, models: RoomModels = NO_MODELS): Squad {
  const members = draft.roles.map(
    (role): Member => ({
      role: role.name,
      title: role.title ?? role.name,
      part: role.specialty ?? "",
      expertise: "",
      prefix: role.prefix ?? null,
      duties: role.duties ?? null,
      model: models.roles.find((one) => one.role === role.name)?.model ?? null,
      charter: (role.spec ?? "").trimEnd(),
      history: "",
    }),
  );
  const { entryPoint, routing } = draft;
  const isEntry = ({ role }: Member) => role === entryPoint;
  return {
    entryPoint,
    members: [...members.filter(isEntry), ...members.filter((one) => !isEntry(one))],
    rules: (routing?.rules ?? []).map(({ id, phrases, to }, i) => ({
      id: id ?? `rule-${i + 1}`,
      pattern: phrases.join(", "),
      target: to as RoleName,
    })),
    notes: (routing?.rules ?? []).flatMap(exceptions),
    decisions: [],
    defaultModel: models.team,
    config: {},
    files: [],
  };
}

/** What the folder's rules can't say, as notes. */
function exceptions({
  phrases,
  unless,
  otherwise,
  to,
}: RoutingDraft["rules"][number]): FolderNote[] {
  const list = (words: readonly string[]) => words.map((one) => `“${one}”`).join(", ");
  const says = [
    unless && unless.length > 0
      ? `“${phrases[0] ?? ""}” goes to ${to} unless the message has ${list(unless)}.`
      : null,
    otherwise && otherwise.length > 0
      ? `Where no rule says more, ${list(otherwise)} go to ${to}.`
      : null,
  ];
  return says.flatMap((text) => (text === null ? [] : [{ file: "routing.md" as const, text }]));
}
