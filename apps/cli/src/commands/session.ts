import type { CallOptions } from "@squadroom/client/call";
import { type ProposalStep, SESSION_STEPS } from "@squadroom/core/flow/steps";
import {
  showProposalCommand,
  showSectionCommand,
  showSessionCommand,
} from "@squadroom/core/prompt/commands";
import type { GatePreset } from "@squadroom/core/session/gate/gate";
import { SESSION_STATUSES } from "@squadroom/core/session/record/session";
import type { Command } from "commander";
import { answering, collect, define, group, number, oneOf } from "../answer.ts";
import { enterRoom, forBoth, forPeople, inRoom, type openAdminDoor, openDoor } from "../door.ts";
import { CliError, EXIT } from "../failure.ts";
import { own } from "../own-command.ts";
import { addPage, paged } from "../pages.ts";
import { oneLine, quoted } from "../quoting.ts";
import type { Cli } from "../settings.ts";
import { readText } from "../text-input.ts";
import { columns, shortened } from "../words.ts";
import { importedNote } from "./imported.ts";
import { addArtifacts } from "./session-artifacts.ts";
import { addBudget, addBudgetOptions, readBudget } from "./session-budget.ts";
import { addFiles } from "./session-files.ts";
import { addGates, presetOption } from "./session-gates.ts";
import { discussionText } from "./session-pipeline-text.ts";
import { addAnswer } from "./session-questions.ts";
import { addRevise } from "./session-revise.ts";
import { sessionText, statusText, stepText } from "./session-text.ts";
import { addTimeline } from "./session-timeline.ts";

/** Archived ones are listed where they are asked for. */
const LISTED = [...SESSION_STATUSES, "archived"] as const;

export function addSession(program: Command, cli: Cli): void {
  const session = group(
    program,
    "session",
    "work on its way from idea to done: add, list, show, and steer",
  );
  addList(session, cli);
  addShow(session, cli);
  addTimeline(session, cli);
  addRevise(session, cli);
  addAdd(session, cli);
  addAnswer(session, cli);
  addSteering(session, cli);
  addBudget(session, cli);
  addGates(session, cli);
  addArtifacts(session, cli);
  addFiles(session, cli);
}

function addList(session: Command, cli: Cli): void {
  const command = inRoom(define(session, "list", "list the running one, the queue, and ended ones"))
    .option("--status <status>", LISTED.join(", "), oneOf(...LISTED))
    .option("--text <words>", "with these words in the title")
    .option("--limit <n>", "how many to list", number(1, 200), 50)
    .option("--cursor <cursor>", "the next page: the cursor the last one printed");
  forBoth(cli, command, async ({ call, params }, _, options) => {
    const { status, text, limit, cursor } = options as NonNullable<
      CallOptions<"listSessions">["query"]
    >;
    const query = { status, text, limit, cursor };
    const reply = await call("listSessions", { params, query });
    const rows = reply.data.map((row) => [
      String(row.id),
      statusText(row),
      row.endedAt === null ? row.step : "",
      shortened(row.title, 60),
    ]);
    const more = reply.next === null ? "" : `\nMore: --cursor ${reply.next}`;
    const none =
      status === undefined
        ? `No sessions. Start one: \`${own('session add "A title"')}\`. Archived ones: \`${own("session list --status archived")}\`.`
        : "No such sessions.";
    return { data: reply, text: rows.length === 0 ? none : `${columns(rows, "")}${more}` };
  });
}

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
    const versions = shown.versions.filter(
      (one) => one.step === step && (batch === null || one.batch === batch - 1),
    );
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

function addAdd(session: Command, cli: Cli): void {
  const command = inRoom(
    define(
      session,
      "add [title...]",
      "add a session; it starts when no other one is running",
      "The description says what is wanted and why; agents and people read it at every step.",
    ),
  )
    .option("--description <text>", "what is wanted, and why")
    .option("--description-file <path>", "the same from a file, `-` for stdin")
    .option(
      "--angle <words>",
      "the angle its scout looks from; `squadroom scout show` lists known ones",
    )
    .option(
      "--pipeline <name>",
      "it goes this way instead of being talked through; `squadroom pipelines` lists them",
    )
    .option("--item <id>", "the backlog item it comes from", number(1, 1e9))
    .option("--gates <preset>", "minimum, production or gold; else the room's", presetOption);
  addBoundaryOptions(command);
  addBudgetOptions(command);
  forBoth(cli, command, async ({ call, params }, [title = ""], options) => {
    const file = options.descriptionFile as string | undefined;
    const description =
      file === undefined
        ? ((options.description as string | undefined) ?? "")
        : await readText(cli.io, { file }, "--description");
    const itemId = options.item as number | undefined;
    const budget = readBudget(options);
    const gatePreset = options.gates as GatePreset | undefined;
    const body = {
      ...{ title, description },
      ...(itemId === undefined ? {} : { itemId }),
      ...angleOf(options),
      ...boundariesOf(options),
      ...(budget === undefined ? {} : { budget }),
      ...(gatePreset === undefined ? {} : { gatePreset }),
      ...(options.pipeline ? { pipeline: options.pipeline as string } : {}),
    };
    const reply = await call("createSession", { params, body });
    const where = reply.ahead === 0 ? "It starts." : `${reply.ahead} ahead of it.`;
    return { data: reply, text: `Session ${reply.sessionId}. ${where}` };
  });
}

function addBoundaryOptions(command: Command): void {
  command
    .option("--allow <glob>", "what its tasks may change; repeatable", collect)
    .option("--forbid <glob>", "what they must not change; repeatable", collect);
}

function boundariesOf({ allow, forbid }: Record<string, unknown>): {
  boundaries?: { allowed: string[]; forbidden: string[] };
} {
  if (!allow && !forbid) return {};
  const list = (said: unknown) => (said ?? []) as string[];
  return { boundaries: { allowed: list(allow), forbidden: list(forbid) } };
}

function angleOf({ angle }: Record<string, unknown>): { angle?: string } {
  return angle === undefined ? {} : { angle: String(angle) };
}

function addSteering(session: Command, cli: Cli): void {
  steer(
    "pause <id>",
    "pause a session: it gets no work until you resume it",
    async (call, params, options) => {
      const body = { reason: text(options.reason), park: options.park === true };
      return [await call("pauseSession", { params, body }), options.park ? "parked" : "paused"];
    },
  );
  steer(
    "start <id>",
    "start a queued session now, whatever its place",
    async (call, params, options) => [
      await call("startSession", {
        params,
        body: { ...angleOf(options), ...boundariesOf(options) },
      }),
      "started",
    ],
  );
  steer(
    "scout <id>",
    "scout the project again, even if the session was served a saved scout",
    async (call, params) => [await call("renewScout", { params }), "being scouted again"],
  );
  steer("resume <id>", "resume a paused session where it left off", async (call, params) => [
    await call("resumeSession", { params }),
    "resumed",
  ]);
  steer(
    "stop <id>",
    "end a session for good; finished work stays",
    async (call, params, options) => [
      await call("stopSession", { params, body: { reason: text(options.reason) } }),
      "stopped",
    ],
  );
  steer("move <id>", "move a session in the queue", async (call, params, options) => {
    const to = placeOf(options);
    return [await call("moveSession", { params, body: { to } }), "moved"];
  });

  type Act = (
    call: Awaited<ReturnType<typeof openAdminDoor>>["call"],
    params: { room: string; sessionId: string },
    options: Record<string, unknown>,
  ) => Promise<[{ sessionId: number }, string]>;

  function steer(usage: string, summary: string, act: Act): void {
    const command = inRoom(define(session, usage, summary));
    if (usage.startsWith("start"))
      addBoundaryOptions(command.option("--angle <words>", "the angle its scout looks from"));
    if (usage.startsWith("pause")) command.option("--park", "let other sessions run meanwhile");
    if (usage.startsWith("pause") || usage.startsWith("stop"))
      command.option("--reason <text>", "why; kept in the log");
    if (usage.startsWith("move"))
      command
        .option("--first", "to the front of the queue")
        .option("--last", "to the end of the queue")
        .option("--before <id>", "before this session", number(1, 1e9))
        .option("--after <id>", "after this session", number(1, 1e9));
    forPeople(cli, command, async ({ call, params }, [id = ""], options) => {
      const [reply, done] = await act(call, { ...params, sessionId: id }, options);
      return { data: reply, text: `Session ${reply.sessionId} is ${done}.` };
    });
  }
}

/** @throws where none is said: nothing is moved by a guess */
function placeOf(options: Record<string, unknown>) {
  const { before, after, first, last } = options as { [place: string]: number | undefined };
  if (before) return { before };
  if (after) return { after };
  if (first) return "first";
  if (last) return "last";
  throw new CliError(
    "bad_request",
    "The new place is missing.",
    "Use --first, --last, --before ID or --after ID.",
  );
}

function text(option: unknown): string {
  return typeof option === "string" ? option : "";
}
