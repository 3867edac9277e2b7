import type { ArtifactRow } from "@squadroom/core/artifact/contract";
import { sizeText } from "@squadroom/core/attachment/attachment";
import { findSession } from "@squadroom/core/flow/sessions";
import { counted } from "@squadroom/core/kernel/words";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useNames } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { useCalm } from "../../live/use-calm.ts";
import { CrumbTop } from "../../shell/crumb-top.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Select } from "../../ui/field.tsx";
import { late } from "../../ui/late.tsx";
import { NotThere } from "../../ui/not-there.tsx";
import { RecordPage } from "../../ui/record-list.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { StatusMark } from "../diff/index.ts";
import { useImported } from "../interchange/index.ts";
import { SessionTabs } from "../session/index.ts";
import { OpenTaskSheet, openTask } from "../task/index.ts";
import { inForceOf } from "./in-force.ts";
import { type ArtifactFilter, useArtifacts } from "./use-artifacts.ts";
import { STAGE } from "./words.ts";
import "../../panel/panel.css";
import "../../ui/acts.css";
import "./artifact.css";

const STATUS = {
  created: "Created",
  modified: "Modified",
  deleted: "Deleted",
  changed: "Changed",
};

const ArtifactDialog = late(() => import("./artifact-dialog.tsx").then((module) => module.ArtifactDialog));
const CALM_MS = 100;
const STAGES = ["draft", "final"] as const;
const STATUSES = ["created", "modified", "deleted", "changed"] as const;

/** The files that a session's tasks made or changed, by path, with what the room has of each. */
export function ArtifactsScreen({
  state: current,
  id,
  filter,
}: {
  state: RoomState;
  id: number;
  filter: ArtifactFilter;
}): ReactNode {
  const state = useCalm(current, CALM_MS);
  const names = useNames(state);
  const { view } = state;
  const [shown, setShown] = useState<ArtifactRow | null>(null);
  const found = useArtifacts(view, id, filter);
  const title = plainText(findSession(view.sessions, id)?.title ?? names.session(id));
  useTitle(say`${title}, artifacts`);
  return (
    <>
      <CrumbTop room={view.name} all="sessions" allTitle="Sessions" back="All sessions" title={title} />
      <SessionTabs state={state} id={id} at="artifacts" />
      <div className="beside">
        <div className="beside-list">
          <RecordPage next="Next artifact" previous="Previous artifact">
            <Filters filter={filter} tasks={found.last?.tasks ?? []} total={found.last?.total} />
            <Rows state={state} id={id} filter={filter} found={found} onShow={setShown} />
          </RecordPage>
        </div>
        <OpenTaskSheet state={state} names={names} />
      </div>
      {shown && <ArtifactDialog room={view.name} artifact={shown} onClose={() => setShown(null)} />}
    </>
  );
}

function Filters({
  filter,
  tasks,
  total,
}: {
  filter: ArtifactFilter;
  tasks: readonly { id: string; title: string }[];
  total: number | undefined;
}): ReactNode {
  const navigate = useNavigate();
  const onFilter = (change: ArtifactFilter): void => {
    const search = { ...filter, ...change };
    void navigate({ to: ".", search: search as never, replace: true });
  };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  if (total === undefined || (total === 0 && !isFiltered)) return null;
  return (
    <div className="ar-filters">
      <Select
        hideLabel
        label="Task"
        value={filter.of ?? ""}
        options={[
          { value: "", label: "Any task" },
          ...tasks.map(({ id, title }) => ({ value: id, label: `${id} ${plainText(title)}` })),
        ]}
        onChange={(of) => onFilter({ of: of || undefined })}
      />
      <Select
        hideLabel
        label="Stage"
        value={filter.stage ?? ""}
        options={[{ value: "", label: "Draft and final" }, ...STAGES.map((value) => ({ value, label: STAGE[value] }))]}
        onChange={(value) => onFilter({ stage: STAGES.find((one) => one === value) })}
      />
      <Select
        hideLabel
        label="Change"
        value={filter.status ?? ""}
        options={[{ value: "", label: "Any change" }, ...STATUSES.map((value) => ({ value, label: STATUS[value] }))]}
        onChange={(value) => onFilter({ status: STATUSES.find((one) => one === value) })}
      />
      {isFiltered && (
        <Button kind="ghost" onClick={() => onFilter({ of: undefined, stage: undefined, status: undefined })}>
          Clear
        </Button>
      )}
      <span className="small muted end" role="status">
        {`${total.toLocaleString("en")} ${total === 1 ? "artifact" : "artifacts"}`}
      </span>
    </div>
  );
}

function Rows({
  state: { view },
  id,
  filter,
  found: { query, rows },
  onShow,
}: {
  state: RoomState;
  id: number;
  filter: ArtifactFilter;
  found: ReturnType<typeof useArtifacts>;
  onShow: (row: ArtifactRow) => void;
}): ReactNode {
  const isLive = findSession(view.sessions, id) !== undefined;
  const imported = useImported(view.name, id, !isLive).data?.record;
  if (query.isError && rows.length === 0)
    return <NotThere area="artifact" room={view.name} error={query.error} again={query.refetch} />;
  if (query.isPending) return <SkeletonRows rows={8} />;
  if (rows.length === 0) {
    if (Object.values(filter).some((value) => value !== undefined))
      return <p className="muted ar-none">No artifact fits these filters.</p>;
    if (isLive)
      return (
        <Empty title="No artifacts yet">Files appear here as soon as an agent reports them or sends a diff.</Empty>
      );
    return (
      <Empty title="No artifacts">
        {imported
          ? "This session was imported. Its artifacts are among the files on its page."
          : "No task of this session reported a file or sent a diff."}
      </Empty>
    );
  }
  const inForce = inForceOf(rows);
  return (
    <>
      <ol className="ar-list" aria-label="Artifacts">
        {rows.map((row) => (
          <Row
            key={`${row.taskId} ${row.path}`}
            row={row}
            isOlder={row.stage === "final" && inForce.get(row.path) !== row}
            onShow={() => onShow(row)}
          />
        ))}
      </ol>
      {query.hasNextPage && (
        <p className="acts">
          <Button onClick={() => void query.fetchNextPage()}>Show more</Button>
        </p>
      )}
    </>
  );
}

function Row({ row, isOlder, onShow }: { row: ArtifactRow; isOlder: boolean; onShow: () => void }): ReactNode {
  const { path, status, stage, lines, size, taskId, producer, output } = row;
  return (
    <li className="ar-row">
      <StatusMark status={status} />
      <button type="button" className="ar-path mono" data-list-item onClick={onShow}>
        {path}
      </button>
      <span className="ar-facts small muted dots">
        <span>
          <button type="button" className="link mono" onClick={() => openTask(taskId)}>
            {taskId}
          </button>
        </span>
        {output !== null && <span>{plainText(output)}</span>}
        {producer !== null && <span>{plainText(producer)}</span>}
        {lines !== null && <span className="num-n">{counted(lines, "line")}</span>}
        {size !== null && <span className="num-n">{sizeText(size)}</span>}
      </span>
      <Tag tone={stage === "final" && !isOlder ? "ok" : "plain"}>{isOlder ? "Older version" : STAGE[stage]}</Tag>
    </li>
  );
}
