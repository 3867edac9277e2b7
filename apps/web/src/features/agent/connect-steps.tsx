import { firstWords } from "@squadroom/core/kernel/connect-link";
import type { ReactNode } from "react";
import { clockOf } from "../../clock/since.ts";
import { explain } from "../../live/api.ts";
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
import { say, t } from "./words.ts";
import "./connect-steps.css";

export interface Made {
  agentId: string;
  name: string;
  line: Connecting;
}

/** How an agent comes in with its credential, by what it runs in: the line, the sentence, what comes of it. */
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
  problem: Error | null;
  onDoor: (door: AgentDoor) => void;
  onAnother: () => void;
  onRevoke: () => void;
}): ReactNode {
  const title = t(`page.doors.${door}`);
  const text = lineFor(door, line);
  const harness = isHarness(door) ? door : null;
  const program = harness && SETUPS[harness].program;
  const now = useLiveNow();
  const ends = { isOver: line.expiresAt <= now, text: clockOf(line.expiresAt) };
  const needs = harness && t(`page.needs.${harness}`);
  return (
    <div className="cn">
      <fieldset className="cn-doors" aria-label={t("page.door")}>
        {DOORS.map((one) => (
          <button key={one} type="button" aria-pressed={one === door} onClick={() => onDoor(one)}>
            {t(`page.doors.${one}`)}
          </button>
        ))}
      </fieldset>
      <div className="cn-cols">
        <ol className="cn-steps">
          <li>
            <h2>{t(harness ? "page.run" : "page.runs.http")}</h2>
            <CommandLine line={text} shown={masked(text, line.token)} name={title} />
            <p className="small muted">{t(harness ? "page.asksFirst" : "page.expectHttp")}</p>
            <p className="small muted">
              {harness
                ? t(ends.isOver ? "page.linkOver" : "page.once", { until: ends.text })
                : t("page.onceToken")}{" "}
              {harness && (
                <>
                  <button type="button" className="cn-revoke" onClick={onAnother}>
                    {t("page.another")}
                  </button>{" "}
                </>
              )}
              <button type="button" className="cn-revoke" onClick={onRevoke}>
                {t("page.revoke")}
              </button>
            </p>
            {problem && <Note tone="bad">{explain(problem).message}</Note>}
          </li>
          {harness && (
            <li>
              <h2>
                {harness === "shell" ? t("page.startShell") : t("page.start", { harness: title })}
              </h2>
              <div className={harness === "shell" ? undefined : "cn-say"}>
                <CommandLine
                  line={harness === "shell" ? SHELL_START : firstWords(SETUPS[harness].isHooked)}
                  name={t("page.sentence")}
                />
              </div>
              <p className="small muted">
                {program
                  ? say("page.startWith", { program: <code key="program">{program}</code> })
                  : t(harness === "shell" ? "page.expectShell" : "page.startAcp")}
                {needs && ` ${needs}`}
              </p>
            </li>
          )}
          <li>
            <h2>{t("page.watch")}</h2>
            <ArrivalList key={agentId} arrival={arrival} hasLink={harness !== null} />
          </li>
        </ol>
        {harness && <ConnectChanges harness={harness} origin={line.origin} />}
      </div>
    </div>
  );
}
