import type { Reply } from "@squadroom/client/call";
import { counted } from "@squadroom/core/kernel/words";
import {
  WORK_OUTCOMES,
  WORKLOG_FORMATS,
  type WorklogFormat,
  type WorkOutcome,
} from "@squadroom/core/metrics/work-outcomes";
import { tookMs, whyText } from "@squadroom/core/metrics/worklog";
import { tokensOf } from "@squadroom/core/usage/usage";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { exactTime } from "../../clock/since.ts";
import { durationText } from "../../clock/time.tsx";
import { call, explain } from "../../live/api.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { useCalm } from "../../live/use-calm.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/field.tsx";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toasts.ts";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { openTask } from "../task/index.ts";
import { costText, roughTokens } from "../usage/index.ts";
import type { Period } from "./use-metrics.ts";
import "./work-log.css";

const LOG_OUTCOMES = {
  completed: "Completed",
  failed: "Failed",
  cancelled: "Cancelled",
  open: "Open",
};

const LOG_FORMATS = {
  csv: "CSV",
  json: "JSON",
  markdown: "Markdown",
};

type Row = Reply<"listWorklog">["data"][number];

/** A busy room's log is read again at most this often, ms. */
const CALM_MS = 5_000;
const DAY_MS = 86_400_000;
const ENDING: Record<WorklogFormat, string> = { csv: "csv", json: "json", markdown: "md" };

/** Each task with who had it and why, with what, and its outcome, the newest first. */
export function WorkLog({ state: { view }, names, days }: { state: RoomState; names: Names; days: Period }): ReactNode {
  const [wanted, setWanted] = useState({ role: "", agentId: "", outcome: "" });
  const [since, setSince] = useState({ days, at: Date.now() - days * DAY_MS });
  if (since.days !== days) setSince({ days, at: Date.now() - days * DAY_MS });
  const { roomId, team, agents } = view;
  const params = { room: roomId };
  const filter = {
    since: since.at,
    ...(wanted.role && { role: wanted.role }),
    ...(wanted.agentId && { agentId: wanted.agentId }),
    ...(wanted.outcome && { outcome: wanted.outcome as WorkOutcome }),
  };
  const calm = useCalm(view.seq, CALM_MS);
  const { data, error, hasNextPage, fetchNextPage, isFetching, refetch } = useInfiniteQuery({
    queryKey: ["metrics", "worklog", roomId, filter, calm],
    queryFn: ({ pageParam }) =>
      call("listWorklog", {
        params,
        query: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: (before) => before,
  });
  const rows = data?.pages.flatMap((page) => page.data);
  const save = async (format: WorklogFormat): Promise<void> => {
    try {
      const { content } = await call("exportWorklog", { params, query: { ...filter, format } });
      saveFile(`${view.name}-work.${ENDING[format]}`, content);
    } catch (cause) {
      toast(explain(cause).message, { tone: "bad" });
    }
  };
  return (
    <section aria-label="Work log">
      <div className="wl-bar">
        <Select
          label="Role"
          value={wanted.role}
          onChange={(role) => setWanted({ ...wanted, role })}
          options={[
            { value: "", label: "All" },
            ...(team?.roles ?? []).map(({ name, title }) => ({ value: name, label: title })),
          ]}
        />
        <Select
          label="Agent"
          value={wanted.agentId}
          onChange={(agentId) => setWanted({ ...wanted, agentId })}
          options={[
            { value: "", label: "All" },
            ...Object.values(agents).map(({ id, name }) => ({
              value: id,
              label: plainText(name),
            })),
          ]}
        />
        <Select
          label="Outcome"
          value={wanted.outcome}
          onChange={(outcome) => setWanted({ ...wanted, outcome })}
          options={[
            { value: "", label: "All" },
            ...WORK_OUTCOMES.map((value) => ({ value, label: LOG_OUTCOMES[value] })),
          ]}
        />
        <span className="wl-save">
          <span className="small muted">Save as</span>
          {WORKLOG_FORMATS.map((format) => (
            <Button
              key={format}
              kind="ghost"
              aria-label={say`Save the work log as ${LOG_FORMATS[format]}`}
              onClick={() => void save(format)}
            >
              {LOG_FORMATS[format]}
            </Button>
          ))}
        </span>
      </div>
      {error && !rows && <NotLoaded title="Couldn't load the metrics" error={error} again={refetch} />}
      {!rows && !error && <SkeletonRows rows={8} />}
      {rows?.length === 0 && <p className="mx-none">No tasks in this period.</p>}
      <ul className="wl">
        {rows?.map((row) => (
          <WorkLine key={row.taskId} row={row} names={names} />
        ))}
      </ul>
      {hasNextPage && (
        <Button kind="ghost" onClick={() => !isFetching && void fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  );
}

const TONE: Record<WorkOutcome, string> = {
  completed: "c-ok",
  failed: "c-bad",
  cancelled: "muted",
  open: "",
};

function WorkLine({ row, names }: { row: Row; names: Names }): ReactNode {
  const { taskId, title, agent, role, why, tier, models, fileCount, usage, outcome } = row;
  const took = tookMs(row);
  const tokens = tokensOf(usage);
  const facts = [
    tier,
    ...models.map(plainText),
    fileCount > 0 ? counted(fileCount, "file") : "",
    tokens > 0 ? `${roughTokens(tokens)} tokens` : "",
    tokens > 0 ? costText(usage) : "",
    took === null ? "" : durationText(took),
    row.attempts > 0 ? `${counted(row.attempts, "attempt")} failed` : "",
  ].filter(Boolean);
  return (
    <li>
      <button type="button" className="link nowrap wl-id" onClick={() => openTask(taskId)}>
        {taskId}
      </button>
      <span className="strong wl-title">{plainText(title)}</span>
      <span className={`wl-outcome ${TONE[outcome]}`}>{LOG_OUTCOMES[outcome]}</span>
      <span className="small muted wl-facts">
        {[...new Set([plainText(agent), names.role(role)])].filter(Boolean).join(", ")}
        {": "}
        {plainText(whyText(why))}
        {facts.length > 0 && ` · ${facts.join(" · ")}`}
      </span>
      <time className="small muted wl-at" dateTime={new Date(row.createdAt).toISOString()}>
        {exactTime(row.createdAt)}
      </time>
    </li>
  );
}
