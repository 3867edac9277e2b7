import type { RoleName } from "../kernel/ids.ts";
import { counted, listed } from "../kernel/words.ts";
import { NO_MODELS, type RoomModels } from "../run/model.ts";
import { freePrefix, SPEC_MAX } from "../team/check-role.ts";
import {
  defaultPrefix,
  defaultSpecialty,
  ROLES_MAX,
  type RoleDraft,
  SPECIALTY_MAX,
  type TeamDraft,
  TITLE_MAX,
} from "../team/draft.ts";
import { PHRASE_MAX, PHRASES_MAX, type RoutingDraft, RULES_MAX } from "../team/routing.ts";
import { readRoleSpec } from "../team/spec.ts";
import { DUTIES, type Duty } from "../team/team.ts";
import { readCharter } from "./charter.ts";
import type { folderWisdom } from "./known.ts";
import { slugOf } from "./member-name.ts";
import { ownModel, withModel, withoutModel } from "./models.ts";
import { itemsOf, itemsText } from "./phrases.ts";
import type { FolderRule } from "./rule.ts";
import { type FolderNote, type FolderWarning, type Member, NONE, type Squad } from "./squad.ts";

/** A longer example is a sentence, which no message repeats word for word. */
const EXAMPLE_WORDS_MAX = 6;

/** The team of a squad: its coordinator hands to the members, and they hand back. */
export function squadTeam(squad: Squad): { draft: TeamDraft; warnings: FolderWarning[] } {
  const warnings: FolderWarning[] = [];
  const { entryPoint } = squad;
  const members = squad.members.slice(0, ROLES_MAX);
  const over = squad.members.slice(ROLES_MAX).map(({ title }) => title);
  if (over.length > 0)
    warnings.push({
      file: "team.md",
      line: null,
      cut: true,
      message: `A team has at most ${ROLES_MAX} roles. ${listed(over)} ${over.length === 1 ? "gets" : "get"} none.`,
    });
  warnings.push(...notHeld(squad));
  const isSet = squad.defaultModel !== null || members.some(({ override }) => override !== null);
  if (isSet)
    warnings.push({
      file: "config.json",
      line: null,
      message: "Its models become those of the room, before those of the roles: Settings, Models and budgets.",
    });
  if (isSet || members.some(({ model }) => model !== null))
    warnings.push({
      file: "team.md",
      line: null,
      message:
        "What charters and the roster say of models is each role's own. Where a harness doesn't know a model, its run goes on with the next of the same class, or with its own, and says so.",
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
      specialty: oneLine(
        [member.part, member.expertise].filter((one) => one && one !== NONE).join(": "),
        SPECIALTY_MAX,
      ),
      ...(duties === null ? {} : { duties }),
      ...(spec === "" ? {} : { spec }),
      handsTo: member.role === entryPoint ? [...others, "user"] : [entryPoint],
    };
  });
  const routing = routingOf(squad, roles, warnings);
  const draft: TeamDraft = { entryPoint, roles, ...(routing ? { routing } : {}) };
  return { draft, warnings };
}

/** The squad's rules as those of a routed team; what doesn't fit is reported. */
function routingOf({ rules }: Squad, roles: readonly RoleDraft[], warnings: FolderWarning[]): RoutingDraft | null {
  const names = roles.map(({ name }) => name);
  // Rules of one line share their phrases, as they share its work.
  const ownerOf = ({ target, source }: FolderRule) => (source ? `line ${source.line}` : target);
  const takenBy = new Map<string, FolderRule>();
  for (const rule of rules) for (const phrase of itemsOf(rule.pattern)) takenBy.set(phrase.toLowerCase(), rule);
  const known = rules.flatMap((rule) => {
    const { id, pattern, target, examples = [], source } = rule;
    const at = { file: source?.file ?? "routing.md", line: source?.line ?? null };
    const said = itemsOf(pattern);
    const phrases = said.filter(isPhrase).slice(0, PHRASES_MAX);
    const left = said.length - phrases.length;
    if (left > 0)
      warnings.push({
        ...at,
        message: `A rule has up to ${PHRASES_MAX} phrases with a letter or digit, of up to ${PHRASE_MAX} characters. ${counted(left, "other", "others")} of this one ${left === 1 ? "is" : "are"} kept as text.`,
      });
    const own = new Set(phrases.map((phrase) => phrase.toLowerCase()));
    const others: string[] = [];
    for (const example of examples) {
      const key = example.toLowerCase();
      if (own.has(key)) continue;
      const other = takenBy.get(key) ?? rule;
      const isFree = other.target === target || ownerOf(other) === ownerOf(rule);
      const isShort = example.split(/\s+/).length <= EXAMPLE_WORDS_MAX;
      if (isFree && isShort && isPhrase(example) && phrases.length < PHRASES_MAX) {
        takenBy.set(key, rule);
        own.add(key);
        phrases.push(example);
      } else others.push(example.slice(0, PHRASE_MAX));
    }
    if (others.length > 0)
      warnings.push({
        ...at,
        message: `As an example, “${others[0] ?? ""}”${others.length === 1 ? " is" : ` and ${counted(others.length - 1, "other", "others")} are`} no phrase of the rule: too long, or another rule's. Kept as text.`,
      });
    return phrases.length > 0 && names.includes(target) ? [{ id, phrases, to: target }] : [];
  });
  if (known.length > RULES_MAX)
    warnings.push({
      file: "routing.md",
      line: null,
      cut: true,
      message: `A team has at most ${RULES_MAX} rules. ${counted(known.length - RULES_MAX, "is", "are")} left out.`,
    });
  return known.length > 0 ? { rules: known.slice(0, RULES_MAX) } : null;
}

function isPhrase(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && text.length <= PHRASE_MAX;
}

/** What a room has no use for. */
function notHeld({ notes, files }: Squad): FolderWarning[] {
  const kinds = [
    ...(notes.length > 0 ? [counted(notes.length, "note")] : []),
    ...(files.length > 0 ? [counted(files.length, "other file")] : []),
  ];
  const message = `The room has no use for ${listed(kinds)}. An export of the room writes them again.`;
  return kinds.length === 0 ? [] : [{ file: "team.md", line: null, message }];
}

function specOf({ role, charter, model }: Member, warnings: FolderWarning[]): string {
  const file = `agents/${role}/charter.md`;
  if (charter.length > SPEC_MAX)
    warnings.push({
      file,
      line: null,
      cut: true,
      message: `A spec has at most ${SPEC_MAX} characters. The rest of ${charter.length} is no part of it.`,
    });
  const spec = charter.slice(0, SPEC_MAX).toWellFormed();
  const bad = readRoleSpec(spec).problems.find(({ level }) => level === "error");
  if (!bad) return withModel(spec, model);
  warnings.push({
    file,
    line: bad.line,
    message: `${bad.message} The front matter is kept as text.`,
  });
  return withModel(`\n${spec}`.slice(0, SPEC_MAX).toWellFormed(), model);
}

/** What a role does in sessions, by its part in the squad; `null`: what its name implies. */
function dutiesOf({ part, role }: Member): Duty[] | null {
  const said = `${slugOf(part)} ${role}`;
  const duties: Duty[] = [];
  if (/review|security|audit/.test(said)) duties.push("review", "judge");
  if (/test|\bqa\b|quality/.test(said)) duties.push("review");
  if (/\bdev|develop|engineer|build|frontend|backend|program|\bcoder|full-?stack/.test(said)) duties.push("work");
  return duties.length === 0 ? null : DUTIES.filter((duty) => duties.includes(duty));
}

function oneLine(text: string, max: number): string {
  return text
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, max)
    .toWellFormed();
}

/** A team and its knowledge as a squad: what goes where in a folder. Who hands to whom is not part of it. */
export function squadOf(
  draft: TeamDraft,
  models: RoomModels = NO_MODELS,
  { decisions, histories }: Pick<ReturnType<typeof folderWisdom>, "decisions" | "histories"> = {
    decisions: [],
    histories: new Map(),
  },
): Squad {
  const members = draft.roles.map(
    (role): Member => ({
      role: role.name,
      title: role.title ?? role.name,
      ...partsOf(role),
      prefix: role.prefix ?? null,
      duties: role.duties ?? null,
      model: ownModel(role.spec),
      override: models.roles.find((one) => one.role === role.name)?.model ?? null,
      charter: withoutModel(role.spec ?? "").trimEnd(),
      history: histories.get(role.name) ?? "",
    }),
  );
  const { entryPoint, routing } = draft;
  const isEntry = ({ role }: Member) => role === entryPoint;
  return {
    entryPoint,
    members: [...members.filter(isEntry), ...members.filter((one) => !isEntry(one))],
    rules: (routing?.rules ?? []).map(({ id, phrases, to }, i) => ({
      id: id ?? `rule-${i + 1}`,
      pattern: itemsText(phrases),
      target: to as RoleName,
    })),
    notes: (routing?.rules ?? []).flatMap(exceptions),
    decisions,
    defaultModel: models.team,
    config: {},
    files: [],
  };
}

/** What a role is, in the columns of a roster, besides what its charter says. */
function partsOf({ title = "", specialty = "", spec = "" }: RoleDraft) {
  const said = readCharter(withoutModel(spec));
  const own = specialty === defaultSpecialty(title) ? "" : specialty;
  if (said.expertise && own.endsWith(`: ${said.expertise}`))
    return { part: own.slice(0, -said.expertise.length - 2), expertise: "" };
  const none = (text: string) => (text === "" ? "" : NONE);
  return { part: own || none(said.part), expertise: none(said.expertise) };
}

/** What the folder's rules can't say, as notes. */
function exceptions({ phrases, unless, otherwise, to }: RoutingDraft["rules"][number]): FolderNote[] {
  const list = (words: readonly string[]) => words.map((one) => `“${one}”`).join(", ");
  const says = [
    unless && unless.length > 0 ? `“${phrases[0] ?? ""}” goes to ${to} unless the message has ${list(unless)}.` : null,
    otherwise && otherwise.length > 0 ? `Where no rule says more, ${list(otherwise)} go to ${to}.` : null,
  ];
  return says.flatMap((text) => (text === null ? [] : [{ file: "routing.md" as const, text }]));
}
