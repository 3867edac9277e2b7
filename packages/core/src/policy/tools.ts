/**
 * What a tool does. `own`: a tool of this server, which judges it by itself. `plain`: it thinks, plans or asks, and
 * touches nothing. `spawn`: a part of the same harness does a part of the work. `other`: nobody knows.
 */
export const KINDS = [
  "shell",
  "read",
  "write",
  "fetch",
  "mcp",
  "spawn",
  "own",
  "plain",
  "other",
] as const;
export type Kind = (typeof KINDS)[number];

/** Names without case and signs. @source harnesses.md, and the tools that each client lists */
const NAMES: Partial<Record<Kind, string>> = {
  shell:
    "bash shell shellcommand localshell containerexec execcommand unifiedexec exec execute terminal runshellcommand " +
    "runterminalcommand terminalcreate createterminal runcommand writebash writestdin zsh sh monitor " +
    "powershell pwsh",
  read:
    "read readfile readmanyfiles notebookread view viewimage glob grep rg ripgrep grepsearch searchfilecontent search " +
    "filesearch ls list listdir listdirectory lsp codesearch readmcpresource readmcpresourcetool listmcpresources " +
    "listmcpresourcestool readbash bashoutput listbash taskoutput",
  write:
    "write writefile edit editfile multiedit notebookedit create createfile strreplace strreplaceeditor " +
    "strreplacebasededittool replace patch applypatch delete deletefile move movefile rename insert",
  fetch: "webfetch websearch googlewebsearch fetch fetchurl url",
  // Claude Code 2.1.332: Workflow, SendMessage, TeamCreate. Codex 0.171: its collaboration tools. Copilot 1.0.102: write_agent.
  spawn:
    "task agent spawnagent subagent skill slashcommand activateskill workflow sendmessage teamcreate teamdelete " +
    "sendinput resumeagent followuptask assigntask writeagent",
  // Claude Code 2.1.332: ScheduleWakeup, Cron…, PushNotification. Codex 0.171: goals. Copilot 1.0.102: `sql`, a database of the
  // session's own in memory. Gemini CLI 0.61: update_topic. What they bring about later is asked when it comes.
  plain:
    "todowrite todoread writetodos updatetodo updateplan think reportintent exitplanmode enterplanmode switchmode " +
    "askuserquestion askuser question requestuserinput toolsearch taskcreate taskupdate tasklist taskget taskstop " +
    "killshell killbash stopbash listagents readagent waitagent closeagent interruptagent " +
    "schedulewakeup croncreate crondelete cronlist pushnotification structuredoutput enterworktree exitworktree sql " +
    "sessionstoresql taskcomplete fetchcopilotclidocumentation getgoal creategoal updategoal planexit updatetopic " +
    "getinternaldocs",
};
const KIND_OF = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) =>
    names.split(" ").map((name): [string, Kind] => [name, kind as Kind]),
  ),
);

/** The server that `connect` enters under this name in each client: whatever else had it there, it replaced. */
const OWN = /^(mcp__squadroom__|mcp_squadroom_|squadroom(__?|[-.:/]))/i;
const MCP = /^mcp__?[^_]/i;

export function squeezed(tool: string): string {
  return tool.toLowerCase().replace(/[^a-z0-9]/g, "");
}

export function isPowershell(tool: string): boolean {
  return /^(powershell|pwsh)$/.test(squeezed(tool));
}

export function kindOf(tool: string): Kind {
  if (OWN.test(tool)) return "own";
  if (MCP.test(tool)) return "mcp";
  return KIND_OF.get(squeezed(tool)) ?? "other";
}

const READING =
  /(^|[_\-./ ])(get|list|read|search|find|fetch|describe|view|show|query|count|status)([_\-./ ]|$)/i;

/** Whether a tool of another server says in its name that it only reads. Camel case counts as words. */
export function saysItReads(tool: string): boolean {
  const own = tool.replace(/^mcp__?/i, "").replace(/^.*?__/, "");
  const words = own.replace(/([a-z0-9])([A-Z])/g, "$1_$2");
  const writes =
    /(^|[_\-./ ])(set|put|post|create|add|update|write|delete|remove|send|run|exec|execute|eval|upload|merge|push|close|move|edit|deploy|publish|click|type|fill|reset|clear|terminate|kill|stop|start|restart|replace|apply|drop|truncate|insert|cancel|approve|purge|destroy|disable|enable|grant|revoke|invite|archive|rename|import|trigger|submit)([_\-./ ]|$)/i;
  return READING.test(words) && !writes.test(words);
}
