/**
 * What a tool does. `own`: a tool of this server, which judges it by itself. `plain`: it thinks, plans or asks, and
 * touches nothing. `spawn`: a part of the same harness does part of the work. `other`: nobody knows.
 */
export const KINDS = ["shell", "read", "write", "fetch", "mcp", "spawn", "own", "plain", "other"] as const;
export type Kind = (typeof KINDS)[number];

/** Names in lower case without punctuation. @source harnesses.md, and the tools that each client lists */
const NAMES: Partial<Record<Kind, string>> = {
  shell:
    "bash shell shellcommand localshell containerexec execcommand unifiedexec exec execute terminal runshellcommand " +
    "runterminalcommand terminalcreate createterminal runcommand writebash writestdin zsh sh monitor " +
    "powershell pwsh",
  read:
    "read readfile readmanyfiles notebookread view viewimage glob grep rg ripgrep grepsearch searchfilecontent search " +
    "filesearch ls list listdir listdirectory lsp codesearch readmcpresource readmcpresourcetool listmcpresources " +
    "listmcpresourcestool listmcpresourcetemplates readmcpresourcedir readmcpresourcedirtool readbash bashoutput listbash " +
    "taskoutput grepfiles showfile readfiles listfiles searchfiles searchcodebase zoomimage displayimage joboutput " +
    "lspdiagnostics lspreferences",
  write:
    "write writefile edit editfile multiedit notebookedit create createfile strreplace strreplaceeditor " +
    "strreplacebasededittool replace patch applypatch delete deletefile move movefile rename insert writetofile editor " +
    "applydiff insertcontent searchandreplace",
  fetch: "webfetch websearch googlewebsearch fetch fetchurl fetchwebcontent url",
  // Claude Code 2.1.332: Workflow, SendMessage, TeamCreate. Codex 0.171: its collaboration tools. Copilot 1.0.102: write_agent.
  spawn:
    "task agent spawnagent subagent skill slashcommand activateskill workflow sendmessage teamcreate teamdelete " +
    "sendinput resumeagent followuptask assigntask writeagent invokeagent newtask createsubsession",
  // Claude Code 2.1.332: ScheduleWakeup, Cron…, PushNotification. Codex 0.171: goals. Copilot 1.0.102: `sql`, a database of the
  // session's own in memory. Gemini CLI 0.61: update_topic, tracker_…. What they bring about later is asked when it comes.
  plain:
    "todowrite todoread writetodos updatetodo updateplan think reportintent exitplanmode enterplanmode switchmode " +
    "askuserquestion askuser question requestuserinput toolsearch taskcreate taskupdate tasklist taskget taskstop " +
    "killshell killbash stopbash listagents readagent waitagent closeagent interruptagent " +
    "schedulewakeup croncreate crondelete cronlist pushnotification structuredoutput enterworktree exitworktree sql " +
    "sessionstoresql taskcomplete fetchcopilotclidocumentation getgoal creategoal updategoal planexit updatetopic " +
    "getinternaldocs reportfindings proposegoal readnotifications refreshmcptools completetask trackercreatetask " +
    "trackerupdatetask trackergettask trackerlisttasks trackeradddependency trackervisualize attemptcompletion " +
    "askfollowupquestion askquestion updatetodolist todos wait getcontextremaining newcontext loopwakeup",
};
const KIND_OF = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) =>
    names.split(" ").map((name): [string, Kind] => [name, kind as Kind]),
  ),
);

/** Tools of the room's own server; a test compares them with its contract. @source contract/tools.ts */
export const OWN_TOOLS: ReadonlySet<string> = new Set(
  (
    "add_items add_wisdom ask_person close_blocker comment_lines complete_task create_session create_tasks defer_item " +
    "dispatch_tasks fail_task fan_out finish_item hand_off join_room leave_room list_backlog list_branches " +
    "list_decisions list_locks list_queue list_runs list_scouts list_sessions list_tasks list_wisdom lock_paths " +
    "pick_item put_back_item put_back_task read_attachment read_more read_report report_error report_progress " +
    "retry_branch save_scout send_message show_context show_item show_message show_proposal show_session show_task " +
    "show_team start_run steer_run stop_runs store_file supersede_wisdom unlock_paths wait_for_task"
  ).split(" "),
);
/** The server's name from `connect`, as clients put it before a tool's; another server's may begin the same way. */
const OWN = /^(mcp__squadroom__|mcp_squadroom_|squadroom(__?|[-.:/]))(\w+)$/i;
const MCP = /^mcp__?[^_]/i;

export function squeezed(tool: string): string {
  return tool.toLowerCase().replace(/[^a-z0-9]/g, "");
}

export function isPowershell(tool: string): boolean {
  return /^(powershell|pwsh)$/.test(squeezed(tool));
}

export function kindOf(tool: string): Kind {
  if (OWN_TOOLS.has(OWN.exec(tool)?.[3] ?? "")) return "own";
  if (MCP.test(tool)) return "mcp";
  return KIND_OF.get(squeezed(tool)) ?? "other";
}
