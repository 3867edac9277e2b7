import { pipelinesIn } from "@squadroom/core/flow/sessions";
import { counted } from "@squadroom/core/kernel/words";
import { readPipeline, writePipeline } from "@squadroom/core/team/pipeline-text";
import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import type { RoomState } from "../../live/room-state.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Tag } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";
import { TeamUnsaved, useTeamEdit, withPrefix } from "../team/index.ts";
import { listedPipelines, nameIn, originalOf, withoutText, withText } from "./own.ts";
import { PipelineEditor } from "./pipeline-editor.tsx";
import "./pipeline.css";

const LIST = { search: { section: "pipelines" as const } };

/** A pipeline of the edited team: its graph, and the form or the text that changes it. */
export function PipelineScreen({ state, name }: { state: RoomState; name: string }): ReactNode {
  const navigate = useNavigate();
  const edit = useTeamEdit(state);
  const { name: room, team, sessions } = state.view;
  const listed = edit ? listedPipelines(edit.draft) : [];
  const named = listed.find((one) => one.name === name || (!one.name && String(one.at) === name));
  // While its name can't be read, it keeps its place.
  const [stood, setStood] = useState<number | null>(null);
  const at = named?.at ?? null;
  useEffect(() => {
    if (at !== null) setStood(at);
  }, [at]);
  const shown = named ?? listed.find((one) => one.at === stood && stood !== null && !one.name);
  if (!edit || !team) return null;
  if (!shown)
    return (
      <Empty
        title="This team has no such pipeline"
        actions={
          <Link to="/rooms/$room/settings" params={{ room }} {...LIST} className={buttonClass()}>
            All pipelines
          </Link>
        }
      >
        It may have another name now.
      </Empty>
    );
  const { draft, change, canChange, problems } = edit;
  const original = originalOf(shown.name);
  const isOriginal = original !== undefined && shown.text === writePipeline(original);
  const go = (pipeline: string): void =>
    void navigate({
      to: "/rooms/$room/settings/pipelines/$pipeline",
      params: { room, pipeline },
      replace: true,
    });
  const write = (text: string): void => {
    const own = shown.at ?? draft.pipelines?.length ?? 0;
    setStood(own);
    change(withText(draft, shown.at, text));
    const next = nameIn(text);
    if (next !== null && next !== name) go(next);
  };
  const remove = (): void => {
    if (shown.at !== null) change(withoutText(draft, shown.at));
    if (!original) void navigate({ to: "/rooms/$room/settings", params: { room }, ...LIST });
  };
  const running = pipelinesIn(sessions).filter(({ pipeline }) => pipeline.name === shown.name).length;
  const path = shown.at === null ? null : `pipelines[${shown.at}]`;
  const title = plainText(readPipeline(shown.text).draft?.title ?? "") || name;
  return (
    <div className="pe">
      <header className="pe-top">
        <Link to="/rooms/$room/settings" params={{ room }} {...LIST} className="small muted">
          Pipelines
        </Link>
        <h2>{title}</h2>
        {shown.at !== null && original && !isOriginal && <Tag tone="line">changed from the original</Tag>}
        {shown.at !== null && canChange && (
          <span className="end">
            <Button kind="ghost" onClick={remove}>
              {original ? "Use the original" : "Remove pipeline"}
            </Button>
          </span>
        )}
      </header>
      {!canChange && <p className="small muted">Only leads can change it.</p>}
      {running > 0 && (
        <p className="small muted">{`${counted(running, "session is in it and keeps the steps it", "sessions are in it and keep the steps they")} started with.`}</p>
      )}
      <TeamUnsaved
        room={room}
        edit={edit}
        isAbout={(problem) => !problem.path.startsWith("roles[") && problem.path !== path}
      />
      <PipelineEditor
        text={shown.text}
        team={edit.team ?? team}
        problems={problems.filter((problem) => problem.path === path)}
        onChange={canChange ? write : null}
        onGive={canChange ? (prefix, role) => change(withPrefix(draft, role, prefix)) : null}
      />
    </div>
  );
}
