import type { ReactNode } from "react";
import { disconnectLine, type Harness, SETUPS } from "./connect-lines.ts";

const PAGE_WRITES = {
  tools: "the room's tools",
  projectTools: "the room's tools, for this project only",
  toolsAndHooks: "the room's tools; policy before a tool runs, its next task at the end of a turn, mail while it works",
  permission:
    "lets it use them without asking; policy before a tool runs, its next task at the end of a turn, mail while it works",
  hooks: "new: policy before a tool runs, its next task at the end of a turn, mail while it works",
  plugin: "new: policy before a tool runs, its next task when it is idle, mail while it works",
};

const PAGE_GUARD = {
  claude: "the room says whether it may. If nobody can be asked, the tool doesn't run.",
  codex:
    "the room says whether it may, once you trust the hook. Codex lets the tool run if the hook fails or isn't trusted.",
  copilot: "the room says whether it may. If nobody can be asked, the tool doesn't run.",
  opencode: "the room says whether it may. If nobody can be asked, the tool doesn't run.",
  gemini:
    "the room says whether it may, and Gemini asks by its own rules too. If nobody can be asked, the tool doesn't run.",
  acp: "your client asks by its own rules: the room doesn't see its tool calls.",
  shell: "the agent's own rules apply: the room doesn't see its tool calls.",
};

/** What the line will write, before it does. */
export function ConnectChanges({ harness, origin }: { harness: Harness; origin: string }): ReactNode {
  const { files } = SETUPS[harness];
  return (
    <section className="cn-changes" aria-labelledby="cn-changes">
      <h2 id="cn-changes">
        What it changes <span className="small muted cn-light">shortened</span>
      </h2>
      {files.length === 0 && (
        <p className="cn-none">
          {harness === "shell"
            ? "No setting: whatever runs in this folder uses the command."
            : "No setting of your client: an ACP client is given the server when it starts a session."}
        </p>
      )}
      {files.map(({ file, what, lines }) => (
        <div key={file}>
          <p className="cn-file">
            <code>{file}</code> <span className="small muted">{PAGE_WRITES[what]}</span>
          </p>
          <div className="cn-lines mono">
            {lines.map((line) => (
              <p key={line} className={line.startsWith("+") ? "cn-added" : undefined}>
                {line}
              </p>
            ))}
          </div>
        </div>
      ))}
      <p className="cn-file">
        <code>~/.squadroom/</code>{" "}
        <span className="small muted">address and credential, which only you can read, and the command</span>
      </p>
      <div className="cn-back small muted">
        <p>
          <b>Before a tool runs</b> {PAGE_GUARD[harness]}
        </p>
        <p>
          <code>{disconnectLine(origin, harness)}</code>, run in the same folder, takes it all back. Your own lines
          stay.
        </p>
      </div>
    </section>
  );
}
