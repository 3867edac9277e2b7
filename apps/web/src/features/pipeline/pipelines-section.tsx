import { counted } from "@squadroom/core/kernel/words";
import type { Pipeline } from "@squadroom/core/pipeline/pipeline";
import { readPipeline, writePipeline } from "@squadroom/core/team/pipeline-text";
import { PIPELINES_MAX, unownedPrefixes } from "@squadroom/core/team/pipelines";
import type { Team } from "@squadroom/core/team/team";
import { Link, useNavigate } from "@tanstack/react-router";
import { Plus, Waypoints } from "lucide-react";
import type { ReactNode } from "react";
import type { RoomState } from "../../live/room-state.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Tag } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { TeamUnsaved, useTeamEdit } from "../team/index.ts";
import { freeName } from "./edit.ts";
import { type Listed, listedPipelines, withText } from "./own.ts";
import { PointsOfView } from "./points-of-view.tsx";
import "./pipeline.css";

/** The pipelines that a team's sessions can go through: its own, and those that every team has. */
export function PipelinesSection({ state }: { state: RoomState }): ReactNode {
  const navigate = useNavigate();
  const edit = useTeamEdit(state);
  const { name: room, team } = state.view;
  if (!edit || !team) return null;
  const { draft, change, canChange } = edit;
  const listed = listedPipelines(draft);
  const add = (): void => {
    const taken = listed.flatMap(({ name }) => name ?? []);
    const first = team.roles.find(({ name }) => name === team.entryPoint)?.prefix ?? "TASK";
    const made: Pipeline = {
      name: freeName(taken, "my-pipeline"),
      title: "New pipeline",
      about: "what it is for",
      steps: [{ id: `${first}-001`, title: "First step", requires: [] }],
    };
    change(withText(draft, null, writePipeline(made)));
    const params = { room, pipeline: made.name };
    void navigate({ to: "/rooms/$room/settings/pipelines/$pipeline", params });
  };
  return (
    <>
      <section aria-labelledby="pipelines-title">
        <div className="st-head">
          <h2 id="pipelines-title">Pipelines</h2>
          <p className="small muted">A session can go through one of these. Change one, and the team gets its own.</p>
          {canChange && (draft.pipelines ?? []).length < PIPELINES_MAX && (
            <span className="end">
              <Button kind="primary" onClick={add}>
                <Icon of={Plus} size="s" />
                New pipeline
              </Button>
            </span>
          )}
        </div>
        <TeamUnsaved room={room} edit={edit} isAbout={({ path }) => !/^(roles\[|perspectives\.)/.test(path)} />
        <ul className="st-list" aria-label="Pipelines of this team">
          {listed.map((one) => (
            <Row key={`${one.at} ${one.name}`} room={room} team={edit.team ?? team} listed={one} />
          ))}
        </ul>
      </section>
      <PointsOfView edit={edit} />
    </>
  );
}

function Row({ room, team, listed }: { room: string; team: Team; listed: Listed }): ReactNode {
  const { draft: pipeline, problems } = readPipeline(listed.text);
  const errors = problems.filter(({ level }) => level === "error").length;
  const steps = pipeline?.steps ?? [];
  const checkpoints = steps.filter(({ isCheckpoint }) => isCheckpoint).length;
  const missing = pipeline ? unownedPrefixes(team, pipeline) : [];
  const title = plainText(pipeline?.title ?? "") || listed.name || "A pipeline that can’t be read";
  return (
    <li>
      <Icon of={Waypoints} size="s" />
      <div className="st-name">
        <p>
          <Link
            to="/rooms/$room/settings/pipelines/$pipeline"
            params={{ room, pipeline: listed.name ?? String(listed.at) }}
            className="strong pe-link"
          >
            {title}
          </Link>{" "}
          <span className="mono small muted">{listed.name}</span>
        </p>
        <p className="small muted dots">
          {pipeline?.about && <span className="pe-about">{plainText(pipeline.about)}</span>}
          <span>{counted(steps.length - checkpoints, "step")}</span>
          {checkpoints > 0 && <span>{counted(checkpoints, "checkpoint")}</span>}
        </p>
        {missing.length > 0 && (
          <p className="small c-warn">{say`This team has no role for ${missing.join(", ")} steps.`}</p>
        )}
      </div>
      <span className="st-acts">
        {errors > 0 && <Tag tone="bad">{counted(errors, "error")}</Tag>}
        {listed.at !== null && <Tag tone="line">{listed.isChanged ? "changed" : "this team’s"}</Tag>}
      </span>
    </li>
  );
}
