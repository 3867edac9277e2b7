import type { RunId } from "@squadroom/core/run/run";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { meetingsOf } from "./radar.ts";
import type { Radar } from "./radar-of.ts";
import "./radar-lines.css";

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
