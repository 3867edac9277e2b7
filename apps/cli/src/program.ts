import { VERSION } from "@squadroom/core/kernel/version";
import { Command } from "commander";
import { addAsk } from "./commands/ask.ts";
import { addAttachment } from "./commands/attachment.ts";
import { addAudit } from "./commands/audit.ts";
import { addBacklog } from "./commands/backlog.ts";
import { addBranches } from "./commands/branches.ts";
import { addBudgets } from "./commands/budget.ts";
import { addComment } from "./commands/comment.ts";
import { addConnect } from "./commands/connect.ts";
import { addContext } from "./commands/context.ts";
import { addCredential } from "./commands/credential.ts";
import { addDecide } from "./commands/decide.ts";
import { addDecisions } from "./commands/decisions.ts";
import { addDemo } from "./commands/demo.ts";
import { addDisconnect } from "./commands/disconnect.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addDone } from "./commands/done.ts";
import { addError, addErrors } from "./commands/error.ts";
import { addExport } from "./commands/export.ts";
import { addFail } from "./commands/fail.ts";
import { addFanout } from "./commands/fanout.ts";
import { addHandoff } from "./commands/handoff.ts";
import { addJoin } from "./commands/join.ts";
import { addLeave } from "./commands/leave.ts";
import { addLock, addLocks } from "./commands/lock.ts";
import { addLog } from "./commands/log.ts";
import { addMcp } from "./commands/mcp.ts";
import { addMessage } from "./commands/message.ts";
import { addMetrics } from "./commands/metrics.ts";
import { addPerson } from "./commands/person.ts";
import { addPipelines } from "./commands/pipelines.ts";
import { addPolicy } from "./commands/policy.ts";
import { addPrices } from "./commands/prices.ts";
import { addProgress } from "./commands/progress.ts";
import { addPutAside } from "./commands/put-aside.ts";
import { addReport } from "./commands/report.ts";
import { addRetention } from "./commands/retention.ts";
import { addRole } from "./commands/role.ts";
import { addRoom } from "./commands/room.ts";
import { addRouting } from "./commands/routing.ts";
import { addRun } from "./commands/run.ts";
import { addRuns } from "./commands/runs.ts";
import { addScout } from "./commands/scout.ts";
import { addSend } from "./commands/send.ts";
import { addServe } from "./commands/serve.ts";
import { addSession } from "./commands/session.ts";
import { addSignin } from "./commands/signin.ts";
import { addSquad } from "./commands/squad.ts";
import { addStatus } from "./commands/status.ts";
import { addTask } from "./commands/task.ts";
import { addUsage } from "./commands/usage.ts";
import { addVerify } from "./commands/verify.ts";
import { addWait } from "./commands/wait.ts";
import { addWebhook } from "./commands/webhook.ts";
import { addWisdom } from "./commands/wisdom.ts";
import { addWorklog } from "./commands/worklog.ts";
import { addOfContract } from "./contract-commands.ts";
import { type Cli, DEFAULT_URL } from "./settings.ts";

const FOR_AGENTS = [
  addConnect,
  addDisconnect,
  addJoin,
  addWait,
  addProgress,
  addHandoff,
  addDone,
  addFail,
  addLog,
  addAsk,
  addContext,
  addMcp,
  addLeave,
];
const FOR_BOTH = [
  addSend,
  addMessage,
  addAttachment,
  addTask,
  addComment,
  addWisdom,
  addLock,
  addLocks,
  addError,
  addErrors,
  addFanout,
  addRouting,
  addBacklog,
  addSession,
  addPipelines,
  addOfContract("dispatch"),
  addScout,
  addDecisions,
  addStatus,
  addWorklog,
  addReport,
];
const FOR_PEOPLE = [
  addDecide,
  addPutAside,
  addRoom,
  addSquad,
  addRole,
  addExport,
  addRun,
  addRuns,
  addBranches,
  addBudgets,
  addCredential,
  addWebhook,
  addPolicy,
  addSignin,
  addOfContract("restored"),
  addPerson,
  addAudit,
  addUsage,
  addMetrics,
  addPrices,
  addRetention,
  addVerify,
  addDoctor,
  addDemo,
  addServe,
];

/** The whole command line. */
export function createProgram(cli: Cli): Command {
  const program = new Command("squadroom")
    .description("Mission control for teams of coding agents: the command for agents and team leads.")
    .addHelpText("after", HELP)
    // An option belongs to the command before it: `message` has some, and so do commands below it.
    .enablePositionalOptions()
    .version(`squadroom ${VERSION}`, "--version", "print the version of this command")
    .option("--as <name>", "which agent you are, if several joined in this folder")
    .hook("preAction", (root) => {
      const as = root.opts().as as string | undefined;
      if (as !== undefined) cli.settings.as = as;
    })
    .helpCommand("help [command...]", "print how the command, or one of its commands, is used");
  const groups = [
    ["Agents:", FOR_AGENTS],
    ["Agents and people:", FOR_BOTH],
    ["People, on the server's machine:", FOR_PEOPLE],
  ] as const;
  for (const [heading, commands] of groups) {
    program.commandsGroup(heading);
    for (const add of commands) add(program, cli);
  }
  return program;
}

const HELP = `
Environment:
  SQUADROOM_URL    the server (default: that of SQUADROOM_DATA, else ${DEFAULT_URL})
  SQUADROOM_TOKEN  an agent's credential
  SQUADROOM_STATE  where agents' state files are (default ~/.squadroom/agents, else the user's own folder in /tmp)
  SQUADROOM_DATA   the server's data directory, for its local key (default .squadroom)
  SQUADROOM_PERSON set by a person's script, which has no terminal, to use that key; agents are refused all the same

Exit codes: 0 done, 2 wrong request, 3 not permitted, 4 refused by the room's state,
5 not found, 6 try again, 70 internal error. Every command takes --json.`;
