import { importedText } from "@squadroom/core/report/imported";
import { Link } from "@tanstack/react-router";
import { FileCode, Printer } from "lucide-react";
import type { ReactNode } from "react";
import { useNames } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { CrumbTop } from "../../shell/crumb-top.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { ExportSession } from "../interchange/index.ts";
import { SessionTabs } from "../session/index.ts";
import { ReportAside } from "./report-aside.tsx";
import { ReportPaper } from "./report-paper.tsx";
import { useReport } from "./use-report.ts";
import "./report.css";

const STATUS = {
  completed: "completed",
  stopped: "stopped",
  failed: "failed",
};

const TONES = { completed: "ok", failed: "bad", stopped: "plain" } as const;

/** The report of an ended session, to read, to print, or to take along. */
export function ReportScreen({ state, id }: { state: RoomState; id: number }): ReactNode {
  const { name: room } = state.view;
  const names = useNames(state);
  const query = useReport(room, id);
  const { data } = query;
  const title = data ? plainText(data.report.title) : "Report";
  useTitle(data ? say`Report: ${title}` : title);
  return (
    <>
      <CrumbTop room={room} all="sessions" allTitle="Sessions" back="All sessions" title={title}>
        {data && (
          <>
            <Tag tone={TONES[data.report.status]} className="rp-status">
              {STATUS[data.report.status]}
            </Tag>
            <Button
              kind="ghost"
              aria-label="Markdown"
              title="Download the report as markdown"
              onClick={() => saveFile(`${room}-session-${id}.md`, data.markdown)}
            >
              <Icon of={FileCode} size="s" />
              <span className="top-word">Markdown</span>
            </Button>
            <ExportSession room={room} id={id} />
            <Button aria-label="Print" onClick={() => window.print()}>
              <Icon of={Printer} size="s" />
              <span className="top-word">Print</span>
            </Button>
          </>
        )}
      </CrumbTop>
      <SessionTabs state={state} id={id} at="report" />
      {data?.report.imported ? (
        <Empty title="Its record is on its page" actions={<ToSession room={room} id={id} />}>
          {importedText(data.report.imported)}
        </Empty>
      ) : data ? (
        <div className="rp-grid">
          <ReportPaper report={data.report} names={names} />
          <ReportAside report={data.report} />
        </div>
      ) : query.isError ? (
        <Missing room={room} id={id} error={query.error} again={() => void query.refetch()} />
      ) : (
        <SkeletonRows rows={8} />
      )}
    </>
  );
}

function ToSession({
  room,
  id,
  className = buttonClass("primary"),
}: {
  room: string;
  id: number;
  className?: string;
}): ReactNode {
  return (
    <Link to="/rooms/$room/sessions/$session" params={{ room, session: String(id) }} className={className}>
      The session
    </Link>
  );
}

function Missing({
  room,
  id,
  error,
  again,
}: {
  room: string;
  id: number;
  error: unknown;
  again: () => void;
}): ReactNode {
  return (
    <NotLoaded
      title="Couldn't load the report"
      error={error}
      again={again}
      missing={{
        title: "The report is written when the session ends.",
        text: "The session's page says how it stands now.",
        codes: ["session_state"],
      }}
      way={(className) => <ToSession room={room} id={id} className={className} />}
    />
  );
}
