import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { readCall } from "./call.ts";
import { saysItReads } from "./foreign.ts";
import { judge } from "./judge.ts";
import { HERE, RULES } from "./situation.fixture.ts";
import { OWN_TOOLS } from "./tools.ts";

const said = (tool: string, input: unknown, harness = "claude") => judge(readCall(harness, tool, input), RULES, HERE);

describe("a tool of another server", () => {
  it.each([
    ["mcp__linear__list_issues", {}],
    ["mcp__linear__list_issues", { include_deleted: true, type: "bug", start: 10, set: "" }],
    ["mcp__github__search_code", { q: "how to delete a row" }],
    ["mcp__context7__get-library-docs", { context7CompatibleLibraryID: "/vercel/next.js" }],
    ["mcp__context7__resolve-library-id", { libraryName: "drop-table" }],
    ["mcp__notion__API-get-user", { id: "x" }],
    ["mcp__filesystem__list_directory", { path: "src" }],
    ["mcp__serena__find_symbol", { relative_path: "src/a.ts", name_path: "/A/b" }],
    ["mcp__mysql__mysql_query", { sql: "select deleted_at, name from posts where id = 3" }],
    ["mcp__pg__query", { sql: "with a as (select 1) select * from a;" }],
    ["mcp__graphql__query", { query: "{ viewer { id } }" }],
    ["mcp__http__fetch", { url: "https://a.example", method: "GET" }],
    ["mcp_fetch_fetch", { url: "https://a.example/metadata" }],
    ["mcp__docs__get_page", { arguments: '{"id":"x"}' }],
  ])("%s %j asks nobody: its name and all its values say that it reads", (tool, input) => {
    expect(said(tool, input)).toMatchObject({ act: "allow" });
  });

  it.each([
    "get_and_reset",
    "show_terminate",
    "find_replace",
    "readAndApply",
    "list_and_cancel",
    "find_and_modify",
    "mark_as_read",
    "search_then_index",
    "pop_and_list",
    "get_secret",
    "read_credentials",
    "frobnicate",
    "evil__get",
  ])("%s asks for its name", (tool) => {
    expect(saysItReads(`mcp__other__${tool}`)).toBe(false);
    expect(said(`mcp__other__${tool}`, {})).toMatchObject({ act: "ask", rule: "unknown_tool" });
  });

  it.each([
    ["mcp__pg__query", { sql: "DROP TABLE users" }],
    ["mcp__pg__query", { sql: "select 1; vacuum full" }],
    ["mcp__pg__query", { sql: "with a as (delete from b returning 1) select * from a" }],
    ["mcp__pg__query", { sql: "select pg_terminate_backend(1)" }],
    ["mcp__pg__query", { sql: "select '--' ; drop table x" }],
    ["mcp__pg__query", { sql: "select 1 /*! ; drop table x */" }],
    ["mcp__pg__query", { sql: "select * into b from a" }],
    ["mcp__pg__query", { query: "reindex database a" }],
    ["mcp__neo__query", { cypher: "match (n) detach delete n" }],
    ["mcp__x__search", { text: "delete/**/from users" }],
    ["mcp__graphql__query-graphql", { query: "mutation{deleteUser(id:1)}" }],
    ["mcp__graphql__get", { document: "query A { a } mutation B($x: ID) { b }" }],
    ["mcp__shell__get_command_output", { command: "rm -rf src" }],
    ["mcp__http__fetch", { url: "https://a.example", method: "DELETE" }],
    ["mcp__http__fetch", { url: "https://a.example", body: "x" }],
    ["mcp__http__fetch", { request: { options: { httpMethod: "post" } } }],
    ["mcp__mail__get_message", { id: 1, delete: true }],
    ["mcp__mongo__find", { filter: {}, update: { a: 1 } }],
    ["mcp__things__get_item", { action: "remove" }],
    ["mcp__k8s__kubectl_get", { resourceType: "secrets" }],
    ["mcp__docs__get_page", { arguments: '{"command":"x"}' }],
    ["mcp__mongo__find", { pipeline: [{ $out: "x" }] }],
    ["mcp__http__get", { url: "a", headers: { "X-HTTP-Method-Override": "DELETE" } }],
  ])("%s %j asks for what it is given", (tool, input) => {
    expect(said(tool, input)).toMatchObject({ act: "ask", rule: "unknown_tool" });
  });

  it("is the room's own by its whole name alone", () => {
    const before = ["mcp__squadroom__", "mcp_squadroom_", "squadroom_", "squadroom-", "squadroom__"];
    for (const start of before) {
      for (const name of OWN_TOOLS) expect(readCall("x", start + name, {}).kind, start + name).toBe("own");
      for (const name of ["evil__run", "evil_run", "evil-run", "decide", "wait_for_task_x", "x.list_tasks"])
        expect(readCall("x", start + name, {}).kind, start + name).not.toBe("own");
    }
  });
});

/** Every name of a field that a reader may have, and where it may stand. */
const KEYS =
  "path file_path relative_path pathInProject AbsolutePath fileName target_file files paths uri glob include include_pattern paths_include_glob root name anything";
const PLACES: [string, (key: string, value: string) => unknown][] = [
  ["a field", (key, value) => ({ [key]: value })],
  ["a list", (key, value) => ({ [key]: ["src/a.ts", value] })],
  ["an object", (key, value) => ({ options: { deep: [{ [key]: value }] } })],
  ["JSON in a text", (key, value) => JSON.stringify({ [key]: value })],
  ["a list in a text", (key, value) => ({ [key]: JSON.stringify(["a", value]) })],
];
const READERS = ["Read", "mcp__serena__read_file", "LSP", "read_many_files", "list_dir"];
const FORBIDDEN = [".env", "config/.env.local", "server.pem", "config/secrets.yml", "id_ed25519"];
const AWAY = ["/etc/passwd", "~/.ssh/id_rsa", "../other/a.ts", "file:///etc/hosts.bak", "C:\\x"];

describe("a file that a reader names", () => {
  it("is seen whatever its field is called and wherever it stands", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...KEYS.split(" ")),
        fc.constantFrom(...PLACES),
        fc.constantFrom(...READERS),
        fc.constantFrom(...FORBIDDEN, ...FORBIDDEN.map((one) => `file://${one}`), ...AWAY),
        (key, [place, put], tool, value) => {
          const { act } = said(tool, put(key, value));
          expect(act, `${tool} ${key} ${value} in ${place}`).toBe("deny");
        },
      ),
      { numRuns: shareOf(2_000) },
    );
  });

  it.each([
    ["Grep", { pattern: "KEY", glob: ".env* !x" }],
    ["Grep", { pattern: "KEY", glob: "*.ts,.env" }],
    ["Grep", { pattern: "KEY", glob: "*.{pem,key}" }],
    ["Grep", { pattern: "KEY", glob: "**/.e*" }],
    ["grep_search", { pattern: "KEY", include_pattern: ".env*" }],
    ["grep_files", { pattern: "KEY", include: ["*.ts", "*.env"] }],
    ["search_file_content", { pattern: "KEY", include: "config/*.pem" }],
    ["Glob", { pattern: "/etc/*" }],
    ["ReadMcpResourceTool", { server: "fs", uri: "file://.env" }],
    ["ReadMcpResourceTool", { server: "fs", uri: "file:///%65tc/shadow" }],
  ])("is seen in a pattern: %s %j", (tool, input) => {
    expect(said(tool, input)).toMatchObject({ act: "deny" });
  });

  it.each([
    ["Grep", { pattern: "/api/v1", glob: "*.ts" }],
    ["Grep", { pattern: "../shared", path: "src" }],
    ["Grep", { pattern: "~1", glob: "!.env*" }],
    ["Grep", { pattern: "process.env", glob: "*.{json,yml}" }],
    ["rg", { pattern: "/api/v1" }],
    ["Grep", { pattern: "x", glob: "**/*" }],
    ["grep_search", { pattern: "/health", exclude_pattern: ".env" }],
    ["Read", { file_path: ".env.example" }],
    ["Read", { file_path: "src/app/[id]/page.tsx" }],
    ["Glob", { pattern: "**/.env.example" }],
    ["Edit", { file_path: "src/a.ts", old_string: "/etc/passwd", new_string: ".env" }],
    ["Write", { file_path: "src/a.json", content: '{"path":"/etc/passwd"}' }],
    ["Write", { file_path: "src/a.ts", content: "../../x" }],
    ["NotebookEdit", { notebook_path: "a.ipynb", new_source: "/etc/passwd" }],
    ["WebFetch", { url: "https://a.example", prompt: "read the metadata." }],
  ])("is none in what people and models read: %s %j", (tool, input) => {
    expect(said(tool, input)).toMatchObject({ act: "allow" });
  });
});

it.each([
  ["WebFetch", { url: "http://169.254.169.254/latest" }],
  ["WebFetch", { url: "http://2852039166/" }],
  ["WebFetch", { url: "http://metadata.tencentyun.com/" }],
  ["web_fetch", { prompt: "say what http://metadata.google.internal/x tells, please" }],
  ["web_fetch", { prompt: "read (file:///etc/shadow)." }],
  ["mcp__fetch__fetch", { url: "http://[::ffff:169.254.169.254]/" }],
  ["mcp_fetch_fetch", { request: { urls: ["http://instance-data/latest"] } }],
  ["mcp__fetch__fetch", { url: "file:///etc/shadow" }],
])("an address of credentials or of a file is denied: %s %j", (tool, input) => {
  expect(said(tool, input)).toMatchObject({ act: "deny" });
});

describe("a field by which a client lets go", () => {
  it.each([
    ["claude", "Bash", { command: "npm test", dangerouslyDisableSandbox: true }],
    ["codex", "shell", { command: ["npm", "test"], with_escalated_permissions: true }],
    ["codex", "exec_command", { cmd: "npm test", sandbox_permissions: "require_escalated" }],
    ["codex", "exec_command", { cmd: "ls", additional_permissions: { network: true } }],
    ["copilot", "bash", '{"command":"npm test","bypassSandbox":true}'],
    ["other", "shell", { command: "npm test", sandbox: false }],
    ["other", "shell", { command: "npm test", run_outside_sandbox: true }],
    ["other", "shell", { command: "npm test", elevated: true }],
    ["other", "shell", { command: "npm test", sandbox_mode: "danger-full-access" }],
    ["claude", "Agent", { prompt: "x", mode: "bypassPermissions" }],
    ["claude", "Read", { file_path: "a.ts", skip_permission_check: "yes" }],
  ])("asks: %s %s %j", (harness, tool, input) => {
    expect(said(tool, input, harness)).toMatchObject({ act: "ask", rule: "system" });
  });

  it.each([
    ["claude", "Bash", { command: "npm test", run_in_background: true }],
    ["claude", "Bash", { command: "npm test", dangerouslyDisableSandbox: false }],
    ["codex", "exec_command", { cmd: "npm test", sandbox_permissions: "use_default" }],
    ["copilot", "bash", { command: "npm test", mode: "async", sandbox: true }],
    ["claude", "Agent", { prompt: "bypass the cache", mode: "plan" }],
  ])("asks nobody where it holds: %s %s %j", (harness, tool, input) => {
    expect(said(tool, input, harness)).toMatchObject({ act: "allow" });
  });
});

/** Client, tool, and what a call of it is told. @source each client's release in docs/clients.md */
const TABLE: [client: string, tool: string, input: unknown, act: string][] = [
  ["claude", "Write", { file_path: ".claude/settings.json", content: "" }, "deny"],
  ["claude", "Edit", { file_path: ".mcp.json", old_string: "a", new_string: "b" }, "deny"],
  ["claude", "MultiEdit", { edits: [{ file_path: ".claude/hooks/a.sh" }] }, "deny"],
  ["claude", "NotebookEdit", { notebook_path: ".claude/a.ipynb" }, "deny"],
  ["claude", "LSP", { operation: "hover", filePath: "a.ts" }, "allow"],
  ["claude", "LSP", { operation: "rename", filePath: "a.ts", newName: "b" }, "ask"],
  ["claude", "ReadMcpResourceDirTool", { server: "a", uri: "file://.env" }, "deny"],
  ["claude", "Artifact", { action: "publish", file_path: "a.html" }, "ask"],
  ["claude", "RemoteTrigger", { action: "create" }, "ask"],
  ["claude", "ReportFindings", {}, "allow"],
  ["codex", "apply_patch", "*** Begin Patch\n*** Add File: .codex/hooks.json\n+x\n*** End Patch", "deny"],
  ["codex", "request_permissions", { permissions: {} }, "ask"],
  ["codex", "request_plugin_install", { plugin: "x" }, "ask"],
  ["codex", "view_image", { path: ".env" }, "deny"],
  ["codex", "get_context_remaining", {}, "allow"],
  ["copilot", "create", { path: ".github/copilot/settings.json", file_text: "{}" }, "deny"],
  ["copilot", "str_replace_editor", { command: "view", path: "src/a.ts" }, "allow"],
  ["copilot", "show_file", { path: ".env" }, "deny"],
  ["copilot", "store_memory", { fact: "x" }, "ask"],
  ["copilot", "github-mcp-server-get_file_contents", { path: "a" }, "ask"],
  ["opencode", "edit", { filePath: ".opencode/plugins/a.ts" }, "deny"],
  ["opencode", "patch", { patchText: "*** Begin Patch\n*** Add File: opencode.json\n*** End Patch" }, "deny"],
  ["opencode", "batch", { tool_calls: [{ tool: "bash", parameters: { command: "ls" } }] }, "ask"],
  ["opencode", "filesystem_read_file", { path: ".env" }, "deny"],
  ["gemini", "replace", { file_path: ".gemini/settings.json", old_string: "a" }, "deny"],
  ["gemini", "write_file", { file_path: "src/a.ts", content: "" }, "allow"],
  ["gemini", "save_memory", { fact: "x" }, "ask"],
  ["gemini", "invoke_agent", { agent_name: "x", prompt: "y" }, "allow"],
  ["gemini", "tracker_create_task", { title: "x" }, "allow"],
  ["qwen", "notebook_edit", { notebook_path: ".qwen/a.ipynb" }, "deny"],
  ["qwen", "zoom_image", { path: "/etc/passwd" }, "deny"],
  ["qwen", "tool_call", { name: "x" }, "ask"],
  ["cline", "read_files", { files: [{ path: ".env" }] }, "deny"],
  ["cline", "editor", { path: ".cline/plugins/a.js", new_text: "x" }, "deny"],
  ["cline", "search_codebase", { queries: ["/api"] }, "allow"],
  ["cline", "fetch_web_content", { requests: [{ url: "http://169.254.169.254/" }] }, "deny"],
  ["cline", "run_commands", { commands: ["ls"] }, "ask"],
  ["kilo", "write_to_file", { path: ".kilocode/mcp.json", content: "" }, "deny"],
  ["kilo", "apply_diff", { path: "src/a.ts", diff: "/etc/passwd" }, "allow"],
  ["kilo", "insert_content", { path: ".kilo/a.json", line: 1, content: "" }, "deny"],
  ["crush", "multiedit", { file_path: ".crush.json", edits: [] }, "deny"],
  ["crush", "view", { file_path: "server.key" }, "deny"],
  ["crush", "download", { url: "https://a.example", file_path: "a" }, "ask"],
  ["claude", "ExitWorktree", { action: "remove", discard_changes: true }, "ask"],
  ["claude", "ExitWorktree", { action: "keep" }, "allow"],
  ["claude", "Agent", { prompt: "x", isolation: "remote" }, "ask"],
  ["claude", "Agent", { prompt: "x", isolation: "worktree" }, "allow"],
  ["claude", "mcp__x__get_file", { f: ".env:1" }, "deny"],
  ["claude", "mcp__x__get_file", { f: ".env#L1" }, "deny"],
  ["claude", "mcp__x__get_file", { f: "%2Eenv" }, "deny"],
  ["claude", "mcp__x__get_file", { path: "src/a.ts:10" }, "allow"],
  ["claude", "mcp__x__get", { save_to: ".claude/settings.json" }, "deny"],
  ["claude", "mcp__x__get_result", { program: "rm", arguments: ["-rf", "src"] }, "ask"],
];

it.each(TABLE)("%s: %s %j gets %s", (client, tool, input, act) => {
  expect(said(tool, input, client).act).toBe(act);
});
