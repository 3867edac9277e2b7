import { firstWords } from "@squadroom/core/kernel/connect-link";
import type { ReactNode } from "react";
import { clockOf } from "../../clock/since.ts";
import { useLiveNow } from "../../live/connection.ts";
import { CommandLine } from "../../ui/command-line.tsx";
import { Note } from "../../ui/note.tsx";
import type { Arrival } from "./arrival.ts";
import { ArrivalList } from "./arrival-list.tsx";
import { ConnectChanges } from "./connect-changes.tsx";
import {
  type AgentDoor,
  type Connecting,
  DOORS,
  isHarness,
  lineFor,
  masked,
  SETUPS,
  SHELL_START,
} from "./connect-lines.ts";
import { PAGE_DOORS } from "./words.ts";
import "./connect-steps.css";

const PAGE_NEEDS = {
  claude: "Its usual permissions are enough.",
  codex:
    "It runs new hooks only once you trust them: type /hooks in it and trust Squadroom's. Its sandbox has no network. The room's tools work without one; for the command, set network_access = true below [sandbox_workspace_write] in its config.toml.",
  copilot: "With this option it doesn't ask before each call of the room's tools.",
  opencode: "Its usual permissions are enough.",
  gemini: "If it asks whether you trust the folder, say yes: otherwise it has no tools.",
  acp: "What it may do is your client's setting.",
  shell: "",
};

export interface Made {
  agentId: string;
  name: string;
  line: Connecting;
}

/** How an agent comes in with its credential, depending on its client: the line, the sentence, the result. */
export function ConnectSteps({
  made: { agentId, line },
  door,
  arrival,
  problem,
  onDoor,
  onAnother,
  onRevoke,
}: {
  made: Made;
  door: AgentDoor;
  arrival: Arrival;
  problem: string | null;
  onDoor: (door: AgentDoor) => void;
  onAnother: () => void;
  onRevoke: () => void;
}): ReactNode {
  const title = PAGE_DOORS[door];
  const text = lineFor(door, line);
  const harness = isHarness(door) ? door : null;
  const program = harness && SETUPS[harness].program;
  const now = useLiveNow();
  const ends = { isOver: line.expiresAt <= now, text: clockOf(line.expiresAt) };
  const needs = harness && PAGE_NEEDS[harness];
  return (
    <div className="cn">
      <fieldset className="cn-doors" aria-label="Where your agent runs">
        {DOORS.map((one) => (
          <button key={one} type="button" aria-pressed={one === door} onClick={() => onDoor(one)}>
            {PAGE_DOORS[one]}
          </button>
        ))}
      </fieldset>
      <div className="cn-cols">
        <ol className="cn-steps">
          <li>
            <h2>{harness ? "Run this in the project's folder" : "Send this request, then do what the answer says"}</h2>
            <CommandLine line={text} shown={masked(text, line.token)} name={title} />
            <p className="small muted">
              {harness
                ? "Run it in a terminal. It shows what it would write and asks first. No file of the project gets the credential."
                : "For a client of your own. The answer is JSON; its text says which request comes next."}
            </p>
            <p className="small muted">
              {harness
                ? ends.isOver
                  ? `The link expired at ${ends.text}.`
                  : `The link works once, until ${ends.text}, and gives this role only.`
                : "The token is for this role only and is shown once. It ends when the link of another tab is used."}{" "}
              {harness && (
                <>
                  <button type="button" className="cn-revoke" onClick={onAnother}>
                    Create another link
                  </button>{" "}
                </>
              )}
              <button type="button" className="cn-revoke" onClick={onRevoke}>
                Revoke it
              </button>
            </p>
            {problem && <Note tone="bad">{problem}</Note>}
          </li>
          {harness && (
            <li>
              <h2>
                {harness === "shell"
                  ? "Have your agent, or your script, run this there"
                  : `Start ${title} there and tell it`}
              </h2>
              <div className={harness === "shell" ? undefined : "cn-say"}>
                <CommandLine
                  line={harness === "shell" ? SHELL_START : firstWords(SETUPS[harness].isHooked)}
                  name="sentence"
                />
              </div>
              <p className="small muted">
                {program ? (
                  <>
                    Start it with <code>{program}</code>.
                  </>
                ) : harness === "shell" ? (
                  "It prints instructions for an agent. In your own terminal you'd only see the text; no agent would act on it."
                ) : (
                  "The command prints the server for your client's session/new: give it that first."
                )}
                {needs && ` ${needs}`}
              </p>
            </li>
          )}
          <li>
            <h2>Watch it arrive</h2>
            <ArrivalList key={agentId} arrival={arrival} hasLink={harness !== null} />
          </li>
        </ol>
        {harness && <ConnectChanges harness={harness} origin={line.origin} />}
      </div>
    </div>
  );
}
