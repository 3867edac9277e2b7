import type { Run, RunId } from "@squadroom/core/run/run";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import type { Radar } from "./radar-of.ts";
import "./radar-lines.css";
import { LAST_LINE, type LineRange } from "@squadroom/core/run/radar";

/** Most files that are named for one run. */
const NAMED = 3;

/** Who else now changes the same files: their branches will meet there. */
export function RadarLines({ id, ...radar }: Radar & { id: RunId }): ReactNode {
  return meetingsOf(radar, id).map(({ run, where }) => {
    const name = plainText(run.name);
    return (
      <p key={run.id} className="run-radar">
        Also changed by{" "}
        <Link className="link" to="/rooms/$room/runs/$run" params={{ room: radar.room, run: String(run.id) }}>
          {run.taskId ? say`${run.taskId} (${name})` : name}
        </Link>
        : <span>{where}</span>
      </p>
    );
  });
}

/** A run whose branch will meet another's, and where. */
interface Meeting {
  run: Run;
  where: string;
}

/** Which other runs change what this one changes, while both are at work. */
export function meetingsOf({ overlaps, live }: Radar, id: RunId): Meeting[] {
  const own = overlaps.filter(({ runs }) => runs.includes(id));
  return live.flatMap((run) => {
    const files = run.id === id ? [] : own.filter(({ runs }) => runs.includes(run.id));
    if (files.length === 0) return [];
    const said = files.slice(0, NAMED).map(({ path, lines }) =>
      placeText(
        path,
        lines.filter(({ runs }) => runs.includes(id) && runs.includes(run.id)),
      ),
    );
    const left = files.length - said.length;
    if (left > 0) said.push(`${left} more ${left === 1 ? "file" : "files"}`);
    return [{ run, where: said.join("; ") }];
  });
}

function placeText(path: string, lines: readonly LineRange[]): string {
  const [first] = lines;
  if (!first) return say`${path}, in other lines`;
  if (first.to >= LAST_LINE) return say`${path}, the whole file`;
  const ranges = lines.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
  const count = lines.length > 1 || first.to > first.from ? 2 : 1;
  return say`${path}, ${count === 1 ? "line" : "lines"} ${ranges.join(", ")}`;
}
