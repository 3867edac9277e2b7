import type { Reply } from "@squadroom/client/call";
import { counted, listed, listedUpTo } from "@squadroom/core/kernel/words";
import { LAST_LINE } from "@squadroom/core/run/radar";
import { ORDER_ACTS } from "@squadroom/core/run/run";
import type { Command } from "commander";
import { define, group } from "../answer.ts";
import { forPeople, ROOM } from "../door.ts";
import type { Cli } from "../settings.ts";
import { columns, dated } from "../words.ts";

type Run = Reply<"listRuns">["data"][number];

export function addRuns(program: Command, cli: Cli): void {
  const runs = group(program, "runs", "see, steer and stop the agents that runners started");
  const list = define(runs, "list", "list the runs of a room, newest first")
    .option(...ROOM)
    .option("--live", "only those that are not over");
  forPeople(cli, list, async ({ call, room }, _, options) => {
    const query = options.live ? { state: "live" as const } : {};
    const reply = await call("listRuns", { params: { room }, query });
    if (reply.data.length === 0) return { data: reply, text: `Nothing has run in ${room}.` };
    const met = reply.overlaps.map(overlapText);
    const table = columns(reply.data.map(row), "");
    return { data: reply, text: [table, ...(met.length > 0 ? ["", ...met] : [])].join("\n") };
  });
  const output = define(runs, "output <run>", "print what a run said and did")
    .option(...ROOM)
    .option("--find <text>", "only what contains this");
  forPeople(cli, output, async ({ call, room }, [run = ""], options) => {
    const query = options.find ? { q: String(options.find) } : {};
    const reply = await call("listRunOutput", { params: { room, run }, query });
    const { run: of } = await call("getRun", { params: { room, run } });
    const text = reply.data.toReversed().map((chunk) => chunkText(of.role, chunk));
    return { data: reply, text: text.join("\n") };
  });
  const steer = define(
    runs,
    "steer <run> [words...]",
    "say a line into a run's turn, or interrupt or stop it",
    "`--stop` ends the run and its task goes back to the queue; `--finish` ends it after its turn; `--interrupt` ends its turn only.",
  )
    .option(...ROOM)
    .option("--stop", "end the run")
    .option("--finish", "end the run once its turn is over")
    .option("--interrupt", "end its turn");
  forPeople(cli, steer, async ({ call, room }, [run = "", text = ""], options) => {
    const act = ORDER_ACTS.find((one) => options[one]) ?? "steer";
    const body = { act, ...(text === "" ? {} : { text }) };
    const reply = await call("orderRun", { params: { room, run }, body });
    return { data: reply, text: reply.isOver ? `Run ${run} is over.` : `Run ${run} is told.` };
  });
  const start = define(
    runs,
    "start [role]",
    "start an agent of a role, or let one that is over go on",
    "It waits for a free slot of a runner that offers the role, and for nothing else.",
  )
    .option(...ROOM)
    .option("--with <harness>", "what it runs in, where runners offer several")
    .option("--model <name>", "a model or a class: fast, standard or premium")
    .option("--resume <run>", "go on in the conversation of a run that is over");
  forPeople(cli, start, async ({ call, room }, [role = ""], options) => {
    const body = {
      ...(role === "" ? {} : { role }),
      ...(options.with ? { harness: String(options.with) } : {}),
      ...(options.model ? { model: String(options.model) } : {}),
      ...(options.resume ? { resumes: Number(options.resume) } : {}),
    };
    const reply = await call("startRun", { params: { room }, body });
    const { runId, state } = reply;
    const waits = state === "queued" ? "waits for a free slot" : "starts";
    return { data: reply, text: `Run ${runId} ${waits}.` };
  });
  const stopAll = define(runs, "stop-all", "stop all runs of a room, and start nothing new").option(
    ...ROOM,
  );
  forPeople(cli, stopAll, async ({ call, room }) => {
    const reply = await call("stopRuns", { params: { room }, body: {} });
    const text = `${reply.stopped.length} stopped. Runners start nothing before \`squadroom runs resume\`.`;
    return { data: reply, text };
  });
  const resume = define(runs, "resume", "let the room's runners start agents again").option(
    ...ROOM,
  );
  forPeople(cli, resume, async ({ call, room }) => {
    const { data } = await call("listRunners", { params: { room } });
    for (const { id } of data)
      await call("setRunner", { params: { room, runner: id }, body: { isDraining: false } });
    return { data, text: `${counted(data.length, "runner")} may start agents again.` };
  });
}

function row(run: Run): string[] {
  const { id, name, state, taskId, harness, turns, runner, reason, limitedUntil } = run;
  const where = runner ? `on ${runner}` : "waits for a slot";
  const limited = limitedUntil === null ? null : `limited until ${dated(limitedUntil)}`;
  const why = reason ?? limited ?? where;
  return [`${id}`, name, state, taskId ?? "", harness ?? "", `turn ${turns}`, why];
}

/** `Runs 3 and 4 change src/a.ts and meet in lines 4-8.` */
function overlapText({ path, runs, lines }: Reply<"listRuns">["overlaps"][number]): string {
  const met = lines.map(({ from, to }) => {
    if (to >= LAST_LINE) return from === 1 ? "the whole file" : `line ${from} to the end`;
    return from === to ? `line ${from}` : `lines ${from}-${to}`;
  });
  const where = met.length > 0 ? ` and meet in ${listedUpTo(6, met)}` : ", each in other lines";
  return `Runs ${listed(runs.map(String))} change ${path}${where}.`;
}

function chunkText(role: string, chunk: Reply<"listRunOutput">["data"][number]): string {
  const at = `[${role}] [${chunk.turn}]`;
  // What agents say stays behind its mark, line by line.
  const said = (text: string) => text.trimEnd().replaceAll("\n", "\n    | ");
  if (chunk.kind !== "tool") return `${at} ${chunk.kind}: ${said(chunk.text)}`;
  const { name, state, input, output } = chunk.tool;
  return `${at} ${said(name)} ${state} ${said(input ?? output ?? "")}`.trimEnd();
}
