import type { Reply } from "@squadroom/client/call";
import { FIX_OUTCOMES, placeText, SEVERITIES, splitFixes } from "@squadroom/core/error/reported-error";
import type { Command } from "commander";
import { answering, collect, define, oneOf } from "../answer.ts";
import { addOfContract } from "../contract-commands.ts";
import { CliError } from "../failure.ts";
import { oneLine } from "../quoting.ts";
import { Seat } from "../seat.ts";
import type { Cli } from "../settings.ts";
import { readText } from "../text-input.ts";
import { importedNote } from "./imported.ts";

type Row = Reply<"listErrors">["data"][number];
type Severity = (typeof SEVERITIES)[number];

export const addErrors = addOfContract("errors", {
  listErrors: async ({ data }, { call, room, query }) => {
    if (data.length > 0) return data.map(errorText).join("\n");
    const note = query.session && (await importedNote(call, { room }, String(query.session)));
    return note || "No errors were reported.";
  },
});

/** What went wrong. */
export function addError(program: Command, cli: Cli): void {
  const command = define(
    program,
    "error [message...]",
    "report an error at your task; the third of your run stops you",
    [
      "The message comes from the words after the command, --message-file, or stdin. Warnings don't count.",
      '--tried "FIX", "FIX => WHAT CAME OF IT", "worked: FIX" or "not_tried: FIX" says what you tried.',
      "With --needs-person a person is asked at once, and the task's clock is paused.",
    ].join("\n"),
  )
    .option("--severity <severity>", SEVERITIES.join(", "), oneOf(...SEVERITIES), "error")
    .option("--type <type>", "as the tool calls it: TypeScriptCompilationError")
    .option("--message-file <path>", "the message from a file, `-` for stdin")
    .option("--file <path>", "where it is: src/a.ts, src/a.ts:12 or src/a.ts:12:3")
    .option("--tried <fix>", "a fix that you tried; repeatable", collect)
    .option("--needs-person", "you can't go on without a person")
    .option("--suggest <name>", "a role or an agent that could do it instead");
  answering(cli, command, async ([words], options) => {
    const seat = await Seat.open(cli);
    const { taskId, fence } = await seat.held();
    const file = options.messageFile as string | undefined;
    const message = await readText(
      cli.io,
      { given: words, file },
      {
        advice: 'Say what went wrong: `squadroom error "…"`, --message-file PATH, or pipe it on stdin.',
      },
    );
    const reply = await seat.send("reportError", {
      params: { room: seat.room, taskId },
      body: {
        fence,
        message,
        severity: options.severity as Severity,
        ...(options.file === undefined ? {} : placeOf(String(options.file))),
        type: options.type as string | undefined,
        attemptedFixes: ((options.tried as string[] | undefined) ?? []).map(fixOf),
        requiresIntervention: options.needsPerson === true,
        suggestedAgent: options.suggest as string | undefined,
      },
    });
    return { data: reply, text: reportedText(taskId, reply) };
  });
}

function reportedText(taskId: string, { id, count, stopped, decisionId }: Reply<"reportError">) {
  if (stopped)
    return `Error ${id} is number ${count} of your run: you are stopped. Stop working on ${taskId}; a person decides what happens to it.\n`;
  const asked =
    decisionId === null
      ? `You still hold ${taskId}.`
      : `A person is asked; you keep ${taskId}, and its clock is paused.\nNext: \`squadroom wait\` returns with the answer.`;
  return `Noted as error ${id}; ${count} of your run so far. ${asked}\n`;
}

/** `src/a.ts:12:3`. */
function placeOf(text: string): { file: string; line?: number; column?: number } {
  const [, file = text, line, column] = /^(.+?)(?::(\d+))?(?::(\d+))?$/.exec(text) ?? [];
  return {
    file,
    ...(line === undefined ? {} : { line: Number(line) }),
    ...(column === undefined ? {} : { column: Number(column) }),
  };
}

/** `worked: widen it => 41 tests passed`. */
function fixOf(text: string) {
  const outcome = FIX_OUTCOMES.find((one) => text.startsWith(`${one}:`)) ?? "failed";
  const said = text.startsWith(`${outcome}:`) ? text.slice(outcome.length + 1) : text;
  const [fix = "", ...rest] = said.split("=>").map((part) => part.trim());
  if (fix === "") throw new CliError("bad_fix", `"${text}" names no fix.`, 'Write "FIX => WHAT CAME OF IT".');
  const note = rest.join(" => ");
  return { fix, outcome, ...(note === "" ? {} : { note }) };
}

/** An error with what was tried, then what wasn't. */
export function errorText(row: Row): string {
  const { id, severity, message, by, taskId, attemptedFixes, stopped, suggestedAgent } = row;
  const place = placeText(row);
  const where = [place, taskId, `${by.name} (${by.role})`].filter((part) => part !== "");
  const { tried, untried } = splitFixes(attemptedFixes);
  const fixes = [...tried, ...untried].map(
    ({ fix, outcome, note }) => `  ${outcome.replace("_", " ")}: ${oneLine(fix)}${note ? ` => ${oneLine(note)}` : ""}`,
  );
  const end = [
    ...(suggestedAgent ? [`  suggests ${oneLine(suggestedAgent)}`] : []),
    ...(stopped ? ["  It stopped the agent."] : []),
  ];
  return [`${severity} ${id}: ${oneLine(message)} [${oneLine(where.join(", "))}]`, ...fixes, ...end].join("\n");
}
