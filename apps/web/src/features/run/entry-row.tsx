import { counted } from "@squadroom/core/kernel/words";
import { Link } from "@tanstack/react-router";
import { memo, type ReactNode } from "react";
import { clockOf, exactTime } from "../../clock/since.ts";
import { durationText } from "../../clock/time.tsx";
import { Icon } from "../../ui/icon.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { Term } from "../../ui/term.tsx";
import { Tile } from "../../ui/tile.tsx";
import { say } from "../../words/say.tsx";
import type { Entry, SaidEntry, ToolEntry } from "./output.ts";
import { CALL_ICONS, readTool } from "./tool-words.ts";
import "./entry-row.css";

const TURN = {
  steer: "A line into this turn",
  notice: "Note",
};

const TOOL_KIND = {
  run: "run",
  edit: "edit",
  write: "write",
  read: "read",
  find: "find",
  fetch: "fetch",
  other: "call",
};

const TOOL = {
  running: "running",
  unfinished: "not finished",
  ok: "done",
  failed: "failed",
  denied: "not run",
};

const TOOL_VERDICT = {
  allow: "allowed",
  change: "changed",
  deny: "denied",
};

type RowProps = {
  entry: Entry;
  room: string;
  /** Who says it. */
  name: string;
  /** Its turn is under way: what has not ended is still running. */
  isNow: boolean;
};

/** One thing that a run said or did. */
export const EntryRow = memo(function EntryRow({ entry, room, name, isNow }: RowProps): ReactNode {
  if (entry.kind === "gap")
    return (
      <p className="run-gap">{`${counted(entry.count, "piece is missing: it was never stored, or is", "pieces are missing: they were never stored, or are")} no longer kept`}</p>
    );
  if (entry.kind === "tool") return <ToolRow tool={entry} room={room} isNow={isNow} />;
  return <SaidRow said={entry} name={name} />;
}, isSameRow);

/** Entries are rebuilt with every chunk; most say the same as before. */
function isSameRow(before: RowProps, after: RowProps): boolean {
  return (
    before.isNow === after.isNow &&
    before.name === after.name &&
    before.room === after.room &&
    isSame(before.entry, after.entry)
  );
}

function isSame(a: Entry, b: Entry): boolean {
  if (a.key !== b.key || a.kind !== b.kind) return false;
  if (a.kind === "tool" && b.kind === "tool")
    return a.state === b.state && a.output === b.output && a.durationMs === b.durationMs;
  return "text" in a && "text" in b ? a.text === b.text : true;
}

function SaidRow({ said, name }: { said: SaidEntry; name: string }): ReactNode {
  const { kind, text, at } = said;
  const time = (
    <time className="small muted" dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {clockOf(at)}
    </time>
  );
  if (kind === "prompt")
    return (
      <details className="run-prompt">
        <summary className="small muted">What the turn began with</summary>
        <Term label="What the turn began with" text={text} />
      </details>
    );
  if (kind === "text")
    return (
      <div className="run-said">
        <Tile name={name} />
        <div className="run-words">
          <RichText text={text} />
        </div>
        {time}
      </div>
    );
  return (
    <div className={`run-said run-${kind}`}>
      <span className="small muted run-by">{TURN[kind]}</span>
      <p className="run-words">{text}</p>
      {time}
    </div>
  );
}

/** What a tool was asked and what it returned; the rest is one click away, but failures are in sight. */
function ToolRow({ tool, room, isNow }: { tool: ToolEntry; room: string; isNow: boolean }): ReactNode {
  const { state, verdict, rule, output, input, durationMs } = tool;
  const { kind, about } = readTool(tool.name, input);
  const isRunning = isNow && (state === "start" || state === "changed");
  const isBad = state === "failed";
  const outcome = isRunning ? "running" : state === "start" || state === "changed" ? "unfinished" : state;
  const isDenied = state === "denied";
  return (
    <>
      <details className={isRunning ? "run-tool run-tool-now" : "run-tool"}>
        <summary>
          <span className="run-sign">
            <Icon of={CALL_ICONS[kind]} size="s" />
          </span>
          <span className="mono run-kind">{TOOL_KIND[kind]}</span>
          <span className="mono run-about">{about}</span>
          <span className={isBad ? "small c-bad run-outcome" : "small run-outcome"}>{TOOL[outcome]}</span>
          <span className={verdict ? `small run-verdict run-${verdict}` : "small run-verdict"}>
            {verdict && TOOL_VERDICT[verdict]}
          </span>
          <span className="small muted run-took">{durationMs !== undefined && tookText(durationMs)}</span>
        </summary>
        <div className="run-more">
          {rule && verdict !== "change" && <p className="small muted">{say`Rule ${rule}`}</p>}
          {input && <Well label="Input" text={input} />}
          {output && !isBad && !isDenied && <Well label="Output" text={output} />}
        </div>
      </details>
      {(isDenied || verdict === "change") && (
        <p className="small muted run-why">
          {isDenied ? output : say`Rule ${rule ?? ""} changed what it runs.`}{" "}
          <Link className="link" to="/rooms/$room/settings" params={{ room }} search={{ section: "policy" }}>
            Open the rules
          </Link>
        </p>
      )}
      {isBad && output && (
        <div className="run-failed">
          <Term label="Output" text={output} />
        </div>
      )}
    </>
  );
}

function Well({ label, text }: { label: string; text: string }): ReactNode {
  return (
    <>
      <p className="small muted">{label}</p>
      <Term label={label} text={text} />
    </>
  );
}

/** Tenths of a second while they matter. */
function tookText(ms: number): string {
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : durationText(ms);
}
