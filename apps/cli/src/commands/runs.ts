import type { Reply } from "@squadroom/client/call";
import { counted, listed, listedUpTo } from "@squadroom/core/kernel/words";
import { LAST_LINE } from "@squadroom/core/run/radar";
import type { Command } from "commander";
import { define, group } from "../answer.ts";
import { addContract, moreText, type Words } from "../contract-commands.ts";
import { forPeople, ROOM } from "../door.ts";
import type { Cli } from "../settings.ts";
import { columns, dated } from "../words.ts";

type Run = Reply<"listRuns">["data"][number];

export function addRuns(program: Command, cli: Cli): void {
  const runs = group(program, "runs", "see, steer and stop the agents that runners started");
  addContract(runs, cli, words);
  const resume = define(runs, "resume", "let the room's runners start agents again").option(...ROOM);
  forPeople(cli, resume, async ({ call, room }) => {
    const { data } = await call("listRunners", { params: { room } });
    for (const { id } of data) await call("setRunner", { params: { room, runner: id }, body: { isDraining: false } });
    return { data, text: `${counted(data.length, "runner")} may start agents again.` };
  });
}

const words: Words = {
  listRuns: ({ data, next, overlaps }, { room }) => {
    if (data.length === 0) return `Nothing has run in ${room}.`;
    const met = overlaps.length > 0 ? ["", ...overlaps.map(overlapText)] : [];
    return `${[columns(data.map(row), ""), ...met].join("\n")}${moreText(next)}`;
  },
  listRunOutput: async ({ data, next }, { call, room, params }) => {
    const { run } = await call("getRun", { params: { room, run: params.run ?? "" } });
    const chunks = data.toReversed().map((chunk) => chunkText(run.role, chunk));
    return `${chunks.join("\n")}${moreText(next)}`;
  },
};

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
