import { visible } from "../kernel/visible.ts";
import { listedUpTo } from "../kernel/words.ts";
import { isReported, knownCost, tokensOf, type Usage, usdText } from "../usage/usage.ts";

/** What a pull request is told about. */
export interface PullRequestFacts {
  /** What was asked, in a line. */
  title: string;
  /** What was asked, in full. */
  requirement: string;
  tasks: readonly {
    id: string;
    title: string;
    summary: string;
    keyDecisions: readonly string[];
    /** Who approved it. */
    reviewers: readonly string[];
  }[];
  /** What the runner ran on what is merged. */
  checks: readonly {
    name: string;
    passed: boolean;
  }[];
  /** The first ones; `fileCount` says how many there are, or a lower bound if `isMore`. */
  files: readonly string[];
  fileCount?: number;
  isMore?: boolean;
  /** Usage of all of it. */
  usage: Usage;
}

const TITLE_MAX = 72;
/** Largest body, bytes. */
const BODY_MAX = 6_000;
/** How much of everything to keep; tried in this order until it fits. */
const SCALES = [1, 0.6, 0.35, 0.2, 0.1, 0.04];
const REQUIREMENT_MAX = 1_500;
const SUMMARY_MAX = 400;
const LINE_MAX = 200;
const NAME_MAX = 80;
const ITEMS_MAX = 25;

/**
 * Title and body in Markdown: the same facts give the same text, the body has at most 6,000 bytes. What
 * others wrote can't format it, call people or close issues.
 */
export function pullRequestText(facts: PullRequestFacts): { title: string; body: string } {
  const title = clip(oneLine(facts.title), TITLE_MAX) || "Changes";
  const size = (text: string) => new TextEncoder().encode(text).length;
  let body = "";
  for (const scale of SCALES) {
    body = bodyOf(facts, scale);
    if (size(body) <= BODY_MAX) break;
  }
  return { title, body };
}

function bodyOf(facts: PullRequestFacts, scale: number): string {
  const short = (text: string, max: number) => plain(clip(oneLine(text), Math.ceil(max * scale)));
  const name = (text: string) => short(text, NAME_MAX);
  const list = <T>(items: readonly T[], line: (item: T) => string, count = items.length): string[] => {
    const max = Math.ceil(ITEMS_MAX * scale);
    const shown = items.slice(0, max).map((item) => `- ${line(item)}`);
    return count > shown.length ? [...shown, `- … and ${count - shown.length} more`] : shown;
  };
  const decisions = [...new Set(facts.tasks.flatMap(({ keyDecisions }) => keyDecisions))];
  const reviewers = [...new Set(facts.tasks.flatMap((task) => task.reviewers))].sort();
  const sections: [heading: string, lines: string[]][] = [
    ["What was asked", quoted(clip(visible(facts.requirement).trim(), Math.ceil(REQUIREMENT_MAX * scale)))],
    [
      "What was done",
      list(facts.tasks, ({ id, title, summary }) => {
        const said = short(summary, SUMMARY_MAX);
        return `**${name(id)}** ${name(title.replace(/\.\s*$/, ""))}${said === "" ? "" : `: ${said}`}`;
      }),
    ],
    ["Key decisions", list(decisions, (one) => short(one, LINE_MAX))],
    [
      "Checks",
      facts.checks.length === 0
        ? ["No checks were run."]
        : list(facts.checks, (one) => `${name(one.name)}: ${one.passed ? "passed" : "**failed**"}`),
    ],
    [
      "Reviews",
      [
        reviewers.length === 0
          ? "Nobody reviewed it."
          : `Approved by ${listedUpTo(Math.ceil(10 * scale) + 1, reviewers.map(name))}.`,
      ],
    ],
    [
      `Files (${facts.isMore ? "at least " : ""}${facts.fileCount ?? facts.files.length})`,
      list(facts.files, name, facts.fileCount),
    ],
  ];
  const shown = sections.filter(([, lines]) => lines.length > 0);
  const parts = shown.map(([heading, lines]) => `## ${heading}\n\n${lines.join("\n")}`);
  return `${[...parts, costOf(facts)].join("\n\n")}\n`;
}

function costOf({ usage }: PullRequestFacts): string {
  if (!isReported(usage)) return "Cost: not reported. Made with Squadroom.";
  const known = knownCost(usage);
  const price = known === "none" ? "unknown" : `${usdText(usage.costUsdMicros)} USD`;
  const used = `${thousands(tokensOf(usage))} tokens`;
  return `Cost: ${known === "some" ? "at least " : ""}${price}, ${used}. Made with Squadroom.`;
}

/** `950`, `12.9 k`, `520 k`. */
function thousands(n: number): string {
  if (n < 1000) return String(n);
  return n < 100_000 ? `${(n / 1000).toFixed(1)} k` : `${Math.round(n / 1000)} k`;
}

function quoted(text: string): string[] {
  if (text === "") return [];
  return text.split("\n").map((line) => `> ${plain(line.trim())}`.trimEnd());
}

function oneLine(text: string): string {
  return visible(text).replace(/\s+/g, " ").trim();
}

/** Characters, as people count them. */
function clip(text: string, max: number): string {
  const all = Array.from(text);
  return all.length <= max
    ? text
    : `${all
        .slice(0, Math.max(0, max - 1))
        .join("")
        .trimEnd()}…`;
}

/** Mentions, issues and addresses act wherever they stand, but not in code. */
const ACTING = /(?:https?:\/\/|www\.)[^\s`]+|[\w./-]*[@#][\w./-]+|\bGH-\d+/gi;

function plain(text: string): string {
  let out = "";
  let at = 0;
  for (const found of text.matchAll(ACTING)) {
    out += `${escaped(text.slice(at, found.index))}\`${found[0]}\``;
    at = found.index + found[0].length;
  }
  return out + escaped(text.slice(at));
}

function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>~&]|^[#+=-]/g, "\\$&").replace(/^(\d+)([.)])/, "$1\\$2");
}
