import { UnreachableError } from "@squadroom/client/answer";
import { adviceTo } from "@squadroom/core/kernel/advice";
import { type Allowed, allowedTexts, type Refusal, RefusalError } from "@squadroom/core/kernel/refusal";
import { refusalTable } from "@squadroom/core/kernel/refusal-table";
import { inOptions, OPTIONS, type OptionNames, optionOf } from "./option-names.ts";
import { oneLine } from "./quoting.ts";

/** The command line itself refuses: what happened, what to do, and the exit code. */
export class CliError extends Error {
  override readonly name = "CliError";
  constructor(
    readonly code: string,
    message: string,
    readonly advice: string,
    readonly exit: number = EXIT.usage,
  ) {
    super(message);
  }
}

/** Exit codes besides those of `refusalTable`. */
export const EXIT = {
  failed: 1,
  usage: 2,
  notPermitted: 3,
  state: 4,
  notFound: 5,
  tryAgain: 6,
  fault: 70,
} as const;

/** Somebody with the server's own program starts it; everybody else can only wait for it. */
const START_ADVICE =
  "On the server's machine, run `squadroom serve`. Elsewhere wait a minute and run this again, or set SQUADROOM_URL to the server's address.";

export interface Failure {
  code: string;
  message: string;
  advice: string;
  exit: number;
  details: Record<string, unknown>;
  allowed?: Allowed[];
  requestId?: string;
}

export function describeFailure(
  error: unknown,
  reader: "agent" | "person" = "person",
  options: OptionNames = OPTIONS,
): Failure {
  if (error instanceof CliError) {
    const { code, message, advice, exit } = error;
    return { code, message, advice, exit, details: {} };
  }
  if (error instanceof RefusalError) {
    const { refusal, requestId } = error;
    const { exit } = refusalTable[refusal.code];
    const { details, allowed } = refusal;
    const message = asOption(refusal, options);
    const advice = adviceTo(reader, adviceOf(refusal), refusal);
    const foreign = typeof details.code === "string" ? details.code : undefined;
    return { code: foreign ?? refusal.code, message, advice, exit, details, allowed, requestId };
  }
  if (error instanceof UnreachableError) {
    return {
      code: "unreachable",
      message: error.message,
      advice: error.isBehindProxy
        ? "Nothing is wrong on your side. Wait a minute and run this again; if it goes on, tell the person who runs the server."
        : START_ADVICE,
      exit: EXIT.tryAgain,
      details: { url: error.url },
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: "fault",
    message: sentence(message),
    advice: "This is a bug in the command.",
    exit: EXIT.fault,
    details: {},
  };
}

/** Messages name a field by its option. */
function asOption({ message, details }: Refusal, options: OptionNames): string {
  const field = typeof details.field === "string" ? details.field : "";
  const option = optionOf(field, options);
  return option === field ? message : message.replaceAll(`\`${field.slice(5)}\``, `\`${option}\``);
}

/** The first allowed way replaces the words for any. */
function adviceOf({ code, allowed = [] }: Refusal): string {
  const ways = allowed.filter((one) => typeof one !== "string").filter(({ to }) => to !== undefined);
  const way = ways.find(({ intent }) => intent !== "question") ?? ways[0];
  const { advice } = refusalTable[code];
  if (!way) return advice;
  return advice.replace("ROLE --intent INTENT", `${way.to} --intent ${way.intent ?? "work"}`);
}

/** "What happened. What to do.", what is allowed instead, and the code. */
export function failureText(failure: Failure, options: OptionNames = OPTIONS): string {
  const { message, advice, allowed, code, requestId, details } = failure;
  const said = oneLine(inOptions(message, options));
  const lines = [`${sentence(said)} ${advice}`];
  if (allowed && allowed.length > 0) lines.push(`Allowed: ${oneLine(allowedTexts(allowed).map(asCommand).join("; "))}`);
  // What the message already says is not repeated.
  lines.push(...detailLines(details, options).filter((line) => !said.includes(line.trim())));
  lines.push(`(${requestId ? `${code}, request ${requestId}` : code})`);
  return `${lines.join("\n")}\n`;
}

/** Acts that a refusal allows, as commands. */
const COMMANDS: Record<string, string> = {
  completeTask: "`squadroom done`",
  failTask: "`squadroom fail`",
  handOff: "`squadroom handoff`",
  claimTask: "`squadroom wait`",
  askIntervention: "`squadroom ask`",
  addItems: "`squadroom backlog add`",
  listBacklog: "`squadroom backlog list`",
};

function asCommand(text: string): string {
  return COMMANDS[text] ?? text;
}

/** What is wrong with each field, role, path or line, what is missing, what waits. */
function detailLines(details: Record<string, unknown>, options: OptionNames): string[] {
  const { issues, problems, missing, unmet, dependants, paths, patterns } = details;
  const fields = asList(issues)
    .filter(isOfRequest)
    .map((issue) => {
      const { field, problem } = issue as { field?: string; problem?: string };
      return `${field ? optionOf(field, options) : "?"}: ${problem ?? JSON.stringify(issue)}`;
    });
  return [
    ...fields,
    ...asList(problems).map(problemLine),
    ...asList(paths ?? patterns).filter((one) => typeof one === "string"),
    ...asList(missing).map((item) => `missing: ${String(item)}`),
    ...asList(unmet).map((item) => `not met: ${String(item)}`),
    ...asList(dependants).map((item) => `waits for it: ${String(item)}`),
  ].map((line) => `  ${oneLine(line)}`);
}

/** The message names what is in the address. */
function isOfRequest(issue: unknown): boolean {
  return !(issue as { field?: string }).field?.startsWith("params.");
}

/** One problem of a team or of an import, with its place. */
function problemLine(problem: unknown): string {
  const { path, field, line, message } = problem as Record<string, unknown>;
  const at = [path ?? field, line === undefined ? null : `line ${String(line)}`];
  const place = at.filter((part) => part !== null && part !== undefined).join(", ");
  return `${place === "" ? "" : `${place}: `}${String(message)}`;
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
