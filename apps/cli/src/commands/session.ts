import { type ProposalStep, SESSION_STEPS } from "@squadroom/core/flow/steps";
import { showProposalCommand, showSectionCommand, showSessionCommand } from "@squadroom/core/prompt/commands";
import type { Command } from "commander";
import { answering, define, group, number } from "../answer.ts";
import { addContract, moreText, type Words } from "../contract-commands.ts";
import { enterRoom, inRoom, openDoor } from "../door.ts";
import { CliError, EXIT } from "../failure.ts";
import { own } from "../own-command.ts";
import { addPage, paged } from "../pages.ts";
import { oneLine, quoted } from "../quoting.ts";
import type { Cli } from "../settings.ts";
import { columns, shortened } from "../words.ts";
import { importedNote } from "./imported.ts";
import { artifactsText } from "./session-artifacts.ts";
import { addBudget } from "./session-budget.ts";
import { addFiles } from "./session-files.ts";
import { addOverride, statusLines } from "./session-gates.ts";
import { discussionText } from "./session-pipeline-text.ts";
import { addAnswer } from "./session-questions.ts";
import { revisionText } from "./session-revise.ts";
import { sessionText, statusText, stepText } from "./session-text.ts";
import { timelineText } from "./session-timeline.ts";

export function addSession(program: Command, cli: Cli): void {
  const session = group(program, "session", "work on its way from idea to done: add, list, show, and steer");
  addContract(session, cli, words);
  addShow(session, cli);
  addAnswer(session, cli);
  addBudget(session, cli);
  addOverride(session, cli);
  addFiles(session, cli);
}

const words: Words = {
  listSessions: ({ data, next }, { query }) => {
    const rows = data.map((row) => [
      String(row.id),
      statusText(row),
      row.endedAt === null ? row.step : "",
      shortened(row.title, 60),
    ]);
    const none =
      query.status === undefined
        ? `No sessions. Start one: \`${own('session add "A title"')}\`. Archived ones: \`${own("session list --status archived")}\`.`
        : "No such sessions.";
    return rows.length === 0 ? none : `${columns(rows, "")}${moreText(next)}`;
  },
  getSessionStatus: statusLines,
  getTimeline: ({ timeline }) => timelineText(timeline),
  reviseSteps: revisionText,
  listArtifacts: artifactsText,
};

function addShow(session: Command, cli: Cli): void {
  const command = define(
    session,
    "show <id>",
    "show one session, running or ended: answers, choices, design, work and comments",
    [
      "--section prints one step as text (scout, triage, questions, approaches, design, plan, execute or review), or one",
      "section of the design by its id; --step one step's proposal whole, as JSON. --batch names the batch where each has",
      "one of its own, from 1; --version an earlier proposal.",
    ].join("\n"),
  );
  addPage(inRoom(command))
    .option("--section <name>", "this step, or this section of the design, as text")
    .option("--batch <n>", "of this batch: its plan, work and reviews", number(1, 12))
    .option("--step <step>", "scout, triage, questions, approaches, design, plan or review")
    .option("--version <n>", "an earlier version of it", number(1, 1e6))
    .option("--round <name>", "of a pipeline: this discussion, or those of this task, whole")
    .option("--log <n>", "of a pipeline: the latest lines of its log", number(0, 200));
  answering(cli, command, async ([id = ""], options) => {
    const door = await openDoor(cli);
    const { call, params } = await enterRoom(door, options);
    const log = options.log as number | undefined;
    const asked = { params: { ...params, sessionId: id }, query: { log } };
    const shown = await call("getSession", asked);
    const section = options.section as string | undefined;
    const batch = (options.batch as number | undefined) ?? null;
    const named = SESSION_STEPS.find((one) => one === section);
    const isDesigned = section !== undefined && named === undefined;
    const step = (options.step as ProposalStep | undefined) ?? (isDesigned ? "design" : undefined);
    const { kind } = door;
    const { page } = options;
    const showing = showSessionCommand(Number(id));
    if (named !== undefined && options.step === undefined) {
      const command = showSectionCommand(Number(id), named, batch);
      const lines = stepText(shown, named, batch).join("\n").trim();
      const text = lines === "" ? `Nothing was presented at ${named}.` : lines;
      return { data: shown, text: paged(`${text}\n`, { kind, page, command }) };
    }
    const round = options.round as string | undefined;
    if (round !== undefined) {
      const text = discussionText(shown, round).join("\n");
      if (text === "")
        throw new CliError(
          "no_such_round",
          `Session ${id} has no discussion ${round}.`,
          `\`${own(`session show ${id}`)}\` names them.`,
          EXIT.notFound,
        );
      const command = own(`session show ${id} --round ${round}`);
      return { data: shown, text: paged(`${text}\n`, { kind, page, command }) };
    }
    if (step === undefined) {
      const note = shown.session === null ? await importedNote(call, params, id) : "";
      const text = [sessionText(shown), note].filter(Boolean).join("\n\n");
      return { data: shown, text: paged(text, { kind, page, command: showing }) };
    }
    const versions = shown.versions.filter((one) => one.step === step && (batch === null || one.batch === batch - 1));
    const version = (options.version as number | undefined) ?? versions.at(-1)?.version ?? 1;
    const of = versions.findLast((one) => one.version === version);
    const reply = await call("getProposal", {
      params: { ...params, sessionId: id, step, version },
      query: of?.batch == null ? {} : { batch: of.batch },
    });
    const text = section ? sectionText(reply.value, section) : JSON.stringify(reply.value, null, 2);
    const again = showProposalCommand(Number(id), step, section);
    return { data: reply, text: paged(text, { kind, page, command: again }) };
  });
}

/** A section of a design, by its id. */
function sectionText(value: Record<string, unknown>, id: string): string {
  const sections = (value.sections ?? []) as { id: string; title: string; content: string }[];
  const found = sections.find((one) => one.id === id);
  if (found) return `${quoted(oneLine(found.title), found.content)}\n`;
  const ids = sections.map((one) => one.id).join(", ");
  throw new CliError("no_section", `There is no section ${id}.`, `They are: ${ids || "none"}.`);
}
