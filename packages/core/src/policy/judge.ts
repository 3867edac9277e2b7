import type { RoleName } from "../kernel/ids.ts";
import { counted } from "../kernel/words.ts";
import type { Boundaries } from "../task/boundaries.ts";
import { type Call, COMMAND_MAX } from "./call.ts";
import { fileFindings, type Real } from "./files.ts";
import { fieldFindings, saysItReads, wholeCall } from "./foreign.ts";
import { installs, withoutScripts } from "./installs.ts";
import { one } from "./judging.ts";
import { isHarmless } from "./known.ts";
import { type Lists, listed } from "./lists.ts";
import { findingsOf } from "./programs.ts";
import {
  type Effect,
  effectOf,
  type Finding,
  type Mode,
  numberOfRule,
  type Preset,
  REST,
  RULE_IDS,
  type RuleId,
  titleAs,
} from "./rule.ts";
import { argsOf, nameOf, programOf } from "./run.ts";
import { isPowershell } from "./tools.ts";
import type { Touch } from "./touch.ts";
import { writtenAndRun } from "./written-and-run.ts";

/** What a room's leads have decided. */
export interface Rules {
  preset: Preset;
  mode: Mode;
  lists: Lists;
  /** Patterns of files that nobody may write. */
  files: readonly string[];
  /** Most permissions that an agent may have open at once. */
  askMax: number;
}

/** What a person allowed: a call that this rule asks about with these words is no longer asked. */
export interface Allowance {
  rule: string;
  words: string;
}

/** Where a call comes from. */
export interface Situation {
  role: RoleName;
  taskId: string | null;
  boundaries: Boundaries | null;
  /** Why this agent may now only ask the room; `null`: nothing stopped it. */
  stopped: string | null;
  /** Why only somebody else may write what these patterns match; `null`: it is not locked. */
  refuseWrite: (patterns: readonly string[]) => string | null;
  real: Real;
  /** Permissions that this agent has open. */
  open: number;
  /** `"all"`: a person allowed this very call. */
  allowed: readonly Allowance[] | "all";
}

export type Judgement = { rule: string; reason: string } & (
  | { act: "allow" }
  | { act: "deny"; allowed: string[] }
  | { act: "modify"; input: unknown }
  | { act: "ask"; touches: Touch[]; asks: Allowance[] }
);

/** What one rule says about a call. */
export interface Outcome {
  rule: string;
  effect: Effect | "passes";
  reason: string;
}

/** What policy says about a call, and which rule decides. Pure and total. */
export function judge(call: Call, rules: Rules, situation: Situation): Judgement {
  return examine(call, rules, situation).verdict;
}

/** With the outcome of each rule. The first that denies decides; otherwise the first that asks. */
export function examine(call: Call, rules: Rules, situation: Situation): { verdict: Judgement; outcomes: Outcome[] } {
  const found = findAll(call, rules, situation);
  const effects = found.map((finding) => ({ finding, effect: weighed(finding, rules, situation) }));
  const outcomes = RULE_IDS.map((rule): Outcome => {
    const own = effects.filter(({ finding }) => finding.rule === rule);
    const [first] = [...own].sort((a, b) => STRENGTH[a.effect] - STRENGTH[b.effect]);
    return first ? { rule, effect: first.effect, reason: first.finding.what } : { rule, effect: "passes", reason: "" };
  });
  const denied = effects.find(({ effect }) => effect === "deny");
  if (denied) return { verdict: denial(denied.finding), outcomes };
  const asking = effects.filter(({ effect }) => effect === "ask");
  const [first] = asking;
  if (!first) {
    const changing = effects.find(({ effect }) => effect === "change");
    const verdict = changing ? changedBy(changing.finding, call) : letBy(effects, rules.preset);
    return { verdict, outcomes };
  }
  if (situation.open >= rules.askMax) {
    const what = `${counted(rules.askMax, "permission")} of this agent already ${rules.askMax === 1 ? "waits" : "wait"} for a person.`;
    const finding: Finding = {
      rule: "ask_limit",
      what,
      allowed: ["Wait for an answer, or work on something that needs no permission."],
    };
    return { verdict: denial(finding), outcomes: withOutcome(outcomes, finding) };
  }
  const asks = asking.map(({ finding }) => ({ rule: finding.rule, words: wordsOf(finding, call) }));
  const touches = call.touches.filter(({ access }) => access !== "read");
  return {
    verdict: {
      act: "ask",
      rule: first.finding.rule,
      reason: first.finding.what,
      touches,
      asks: unique(asks),
    },
    outcomes,
  };
}

const STRENGTH: Record<Effect, number> = { deny: 0, ask: 1, change: 2, allow: 3 };

function withOutcome(outcomes: Outcome[], { rule, what }: Finding): Outcome[] {
  return outcomes.map((one) => (one.rule === rule ? { rule, effect: "deny" as const, reason: what } : one));
}

/** The call as the rule wants it; if that can't be written, the agent has to say it in the call itself. */
function changedBy(finding: Finding, call: Call): Judgement {
  const changed = withoutScripts(call);
  return changed
    ? { act: "modify", rule: finding.rule, reason: finding.what, ...changed }
    : denial({ ...finding, allowed: ["Add --ignore-scripts yourself."] });
}

/** What lets it run: a rule that would ask but was answered before, or none. */
function letBy(effects: readonly { finding: Finding }[], preset: Preset): Judgement {
  const lifted = effects.find(({ finding }) => effectOf(finding.rule, preset) === "ask");
  return { act: "allow", rule: lifted?.finding.rule ?? REST, reason: "" };
}

function denial({ rule, what, allowed = [] }: Finding): Judgement {
  const number = numberOfRule(rule);
  const reason = `Denied by rule ${number}: ${what} ${titleAs("deny", rule)}`;
  return { act: "deny", rule, reason, allowed: [...allowed] };
}

/** A rule's effect here: by preset, by the role's mode, and by what was allowed before. */
function weighed(finding: Finding, { preset, mode }: Rules, { allowed }: Situation): Effect {
  const effect =
    finding.rule === "everything" && mode === "ask"
      ? "ask"
      : effectOf(finding.rule, mode === "ask" && preset === "open" ? "safe" : preset);
  if (effect !== "ask") return effect;
  if (mode === "harness") return "allow";
  return isAllowed(finding, allowed) ? "allow" : "ask";
}

function isAllowed({ rule, words = [] }: Finding, allowed: Situation["allowed"]): boolean {
  if (allowed === "all") return true;
  const written = words.join(" ");
  const family = familyOf(words);
  return allowed.some((one) => one.rule === rule && (one.words === written || one.words === family));
}

/**
 * `git push` for `git push origin HEAD`: what a role is always allowed. Ends with a star, so that nothing matches it by
 * itself.
 */
export function familyOf(words: readonly string[]): string {
  const [program = "", ...rest] = words.filter((word) => word !== "");
  const hasActs = /^(git|gh)$/.test(program) || !isHarmless(nameOf(program));
  // What follows an option may be its value rather than an act: nothing is known about its kind.
  if (hasActs && rest[0]?.startsWith("-")) return words.join(" ");
  const act = rest.find((word) => /^[a-z][a-z-]*$/.test(word));
  return `${hasActs && act !== undefined ? `${program} ${act}` : program} *`;
}

function wordsOf({ words }: Finding, call: Call): string {
  return words ? words.join(" ") : (call.command ?? call.tool);
}

function unique(asks: readonly Allowance[]): Allowance[] {
  return asks.filter((one, i) => asks.findIndex((other) => other.rule === one.rule && other.words === one.words) === i);
}

/** Everything that rules are about, in the order of the rules. */
function findAll(call: Call, rules: Rules, situation: Situation): Finding[] {
  const found = [
    ...whileStopped(call, situation.stopped),
    ...readability(call),
    ...listed(call, rules.lists, situation.role),
    ...(call.shell?.runs.flatMap(findingsOf) ?? []),
    ...(call.shell ? writtenAndRun(call.shell) : []),
    ...fileFindings(call.touches, situation.real, {
      boundaries: situation.boundaries,
      taskId: situation.taskId,
      protectedFiles: rules.files,
      refuseWrite: situation.refuseWrite,
    }),
    ...byKind(call),
    ...fieldFindings(call),
    ...typedInto(call),
    ...installs(call),
  ];
  const order = (rule: RuleId) => RULE_IDS.indexOf(rule);
  return found
    .map((finding, i) => ({ finding, i }))
    .sort((a, b) => order(a.finding.rule) - order(b.finding.rule) || a.i - b.i)
    .map(({ finding }) => finding);
}

/** What still runs is only what asks the room whether it may continue. */
function whileStopped(call: Call, why: string | null): Finding[] {
  const asksRoom = call.shell?.runs.every((run) => programOf(run) === "squadroom") ?? false;
  if (why === null || call.kind === "own" || call.kind === "plain") return [];
  if (asksRoom && call.touches.every(({ access }) => access === "read")) return [];
  return [{ rule: "stopped", what: why, allowed: ["End your turn."] }];
}

function readability({ command, shell }: Call): Finding[] {
  if (command !== null && command.length > COMMAND_MAX)
    return [
      {
        rule: "unreadable",
        what: `It has more than ${COMMAND_MAX} characters.`,
        allowed: ["Put it into a script of the project, and run that."],
      },
    ];
  return (shell?.faults ?? []).map((what) => ({
    rule: "unreadable" as const,
    what,
    allowed: ["Write it as plain commands, each with its program's name and its arguments."],
  }));
}

function byKind(call: Call): Finding[] {
  const { kind, tool } = call;
  if (kind === "other" || (kind === "mcp" && !saysItReads(tool, call.input)))
    return [
      {
        rule: "unknown_tool",
        what: `Nobody here knows what the tool ${tool} does.`,
        words: wholeCall(call),
      },
      ...everything(call),
    ];
  if (isPowershell(tool))
    return [
      {
        rule: "unknown_tool",
        what: "What PowerShell makes of its command can't be read.",
        words: [call.command ?? tool],
      },
      ...everything(call),
    ];
  if (kind === "write" && call.touches.length === 0)
    return [
      {
        rule: "unknown_path",
        what: `${tool} doesn't say which file it changes.`,
        words: wholeCall(call),
      },
      ...everything(call),
    ];
  return everything(call);
}

/** They read what is typed: pagers, databases, and whatever opens an editor. */
const TAKES_TYPING =
  /^((less|more|most|man|info|top|htop|psql|mysql|mariadb|sqlite3|redis-cli|mongosh?|cqlsh)\b|git (-p|--paginate|help)\b|git (commit(?!.* (-[a-zA-Z]*[mFC]|--message|--file|--no-edit|--fixup|--reuse-message))|(rebase|add|stash|checkout|reset|restore|clean).* (-[a-z]*[ip]|--interactive|--patch))( |$))/;

/**
 * If a client keeps a program's terminal open, nobody is asked about what is typed into it later: Codex has no event
 * for it, and others say so in the call.
 */
function typedInto({ harness, input, shell }: Call): Finding[] {
  const { tty, mode } = (typeof input === "object" && input !== null ? input : {}) as Record<string, unknown>;
  if (harness !== "codex" && tty !== true && mode !== "interactive") return [];
  return (shell?.runs ?? []).flatMap((run) => {
    const words = [programOf(run), ...argsOf(run)];
    const asksOnly = words.some((text) => /^(--version|-V|--help|-c|-e|--command.*|--execute.*)$/.test(text));
    return asksOnly || run.stdin !== null || !TAKES_TYPING.test(words.join(" "))
      ? []
      : one("inline_code", "What is typed into it later can't be seen.", run);
  });
}

const ONLY_READS =
  /^(ls|tree|cat|head|tail|grep|egrep|fgrep|rg|ag|wc|pwd|cd|echo|printf|which|type|file|stat|du|df|diff|date|whoami|true|test|\[|sort|uniq|cut|tr|nl|jq|basename|dirname|realpath|readlink)$/;
const GIT_READS =
  /^(status|log|diff|show|blame|branch|rev-parse|ls-files|describe|shortlog|grep|cat-file|ls-tree|merge-base|rev-list)$/;

function everything(call: Call): Finding[] {
  const { kind, tool, shell, command } = call;
  const reads =
    kind === "read" ||
    kind === "plain" ||
    kind === "own" ||
    (kind === "shell" &&
      shell !== null &&
      call.touches.every(({ access }) => access === "read") &&
      shell.runs.every(
        (run) =>
          ONLY_READS.test(programOf(run)) ||
          (programOf(run) === "git" && GIT_READS.test(argsOf(run)[0] ?? "") && argsOf(run).length < 3),
      ));
  if (reads) return [];
  const what = kind === "shell" ? "It runs a command." : kind === "write" ? "It changes files." : `It uses ${tool}.`;
  return [{ rule: "everything", what, words: command === null ? [tool] : [command] }];
}
