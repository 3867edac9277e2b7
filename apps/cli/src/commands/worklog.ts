import type { Reply } from "@squadroom/client/call";
import { counted } from "@squadroom/core/kernel/words";
import { WORK_OUTCOMES, type WorklogFormat } from "@squadroom/core/metrics/work-outcomes";
import { tookMs, whyText } from "@squadroom/core/metrics/worklog";
import { tokensOf, usageText } from "@squadroom/core/usage/usage";
import type { Command } from "commander";
import { define, number, oneOf } from "../answer.ts";
import { forBoth, ROOM } from "../door.ts";
import { CliError } from "../failure.ts";
import { saveText } from "../folder-files.ts";
import type { Cli } from "../settings.ts";
import { columns, lasted, shortened } from "../words.ts";
import { importedNote } from "./imported.ts";

type Row = Reply<"listWorklog">["data"][number];

const FORMATS: Record<string, WorklogFormat> = { csv: "csv", json: "json", md: "markdown" };
const DAY_MS = 86_400_000;

/** Who did what, why, with what, and the outcome. */
export function addWorklog(program: Command, cli: Cli): void {
  const command = define(
    program,
    "worklog",
    "show who had each task, why, with which model, and what came of it, newest first",
    "--export writes all of it, not only the newest: FILE.csv, FILE.json or FILE.md.",
  )
    .option(...ROOM)
    .option("--role <role>", "tasks of this role")
    .option("--agent <name>", "tasks that this agent had last")
    .option("--outcome <outcome>", WORK_OUTCOMES.join(", "), oneOf(...WORK_OUTCOMES))
    .option("--session <id>", "tasks of this session", number(1, 1_000_000))
    .option("--days <n>", "created in the last days", number(1, 3650))
    .option("--limit <n>", "rows to show; 50 by default", number(1, 200))
    .option("--export <file>", "write it to this file");
  forBoth(cli, command, async ({ call, params }, _, options) => {
    const agentId = await agentCalled(options.agent as string | undefined, () =>
      call("getRoom", { params, query: { events: 0 } }),
    );
    const filter = {
      ...(options.role ? { role: String(options.role) } : {}),
      ...(agentId ? { agentId } : {}),
      ...(options.outcome ? { outcome: options.outcome as Row["outcome"] } : {}),
      ...(options.session ? { sessionId: options.session as number } : {}),
      ...(options.days ? { since: Date.now() - (options.days as number) * DAY_MS } : {}),
    };
    if (typeof options.export === "string") {
      const format = formatOf(options.export);
      const reply = await call("exportWorklog", { params, query: { ...filter, format } });
      await saveText(options.export, reply.content);
      return {
        data: reply,
        text: `${counted(reply.count, "task")} written to ${options.export}.`,
      };
    }
    const query = { ...filter, ...(options.limit ? { limit: options.limit as number } : {}) };
    const reply = await call("listWorklog", { params, query });
    const { sessionId } = filter;
    const note = reply.data.length === 0 && sessionId ? await importedNote(call, params, sessionId) : "";
    return { data: reply, text: note || worklogText(reply) };
  });
}

function formatOf(file: string): WorklogFormat {
  const format = FORMATS[file.slice(file.lastIndexOf(".") + 1).toLowerCase()];
  if (format) return format;
  throw new CliError("bad_request", `${file} says no format.`, "End its name in .csv, .json or .md.");
}

async function agentCalled(name: string | undefined, room: () => Promise<Reply<"getRoom">>) {
  if (name === undefined) return undefined;
  const { view } = await room();
  const agent = Object.values(view.agents).find((one) => one.name === name || one.id === name);
  if (agent) return agent.id;
  throw new CliError("agent_unknown", `No ${name} has joined.`, "`squadroom status` lists agents.");
}

function worklogText({ data, next }: Reply<"listWorklog">): string {
  if (data.length === 0) return "No tasks.";
  const more = next === null ? "" : "Older ones are left out: --limit, --days or --export.";
  return [data.map(rowText).join("\n"), more].filter(Boolean).join("\n\n");
}

function rowText(row: Row): string {
  const { taskId, outcome, lastEnd, role, agent, title, why, tier, models, fileCount } = row;
  const ms = tookMs(row);
  const how = outcome !== "completed" && lastEnd !== null ? ` (${lastEnd.replace("_", " ")})` : "";
  const facts = [
    tier,
    models.join(", "),
    fileCount > 0 ? counted(fileCount, "file") : "",
    tokensOf(row.usage) > 0 ? usageText(row.usage, "subagent") : "",
    ms === null ? "" : lasted(ms),
  ].filter(Boolean);
  const who = agent === "" ? role : `${agent} (${role})`;
  const reason = shortened([whyText(why), ...facts].join(" · "), 200);
  return `${columns([[taskId, `${outcome}${how}`, who, shortened(title, 60)]], "")}    ${reason}`;
}
