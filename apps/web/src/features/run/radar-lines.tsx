import type { RunId } from "@squadroom/core/run/run";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { plainText } from "../../words/plain-text.ts";
import { meetingsOf } from "./radar.ts";
import type { Radar } from "./radar-of.ts";
import { say, t } from "./words.ts";
import "./radar-lines.css";

/** Who else changes the same files now: their branches will meet there. */
export function RadarLines({ id, ...radar }: Radar & { id: RunId }): ReactNode {
  return meetingsOf(radar, id).map(({ run, where }) => {
    const name = plainText(run.name);
    return (
      <p key={run.id} className="run-radar">
        {say("radar.also", {
          who: (
            <Link
              key="who"
              className="link"
              to="/rooms/$room/runs/$run"
              params={{ room: radar.room, run: String(run.id) }}
            >
              {run.taskId ? t("radar.who", { task: run.taskId, name }) : name}
            </Link>
          ),
          where: <span key="where">{where}</span>,
        })}
      </p>
    );
  });
}
