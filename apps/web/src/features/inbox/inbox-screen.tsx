import type { Inbox } from "@squadroom/core/inbox/contract";
import { Link, Navigate } from "@tanstack/react-router";
import { ListChecks } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useRooms } from "../../live/rooms.ts";
import { Top } from "../../shell/top.tsx";
import { Unreachable } from "../../shell/unreachable.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { wordsOf } from "../../words/words-of.ts";
import { linesOf, useAway } from "./away.ts";
import { AwayPanel } from "./away-panel.tsx";
import { Decided } from "./decided.tsx";
import { firstPage, itemsOf, useInbox, useLiveWork } from "./inbox.ts";
import { NeedsYou } from "./needs-you.tsx";
import { Working } from "./working.tsx";
import "./inbox.css";
import "./inbox-narrow.css";

/** Home: all that needs the person over all rooms, what is worked on, what was decided. */
export function InboxScreen({ wantedId }: { wantedId: string | undefined }): ReactNode {
  const { t } = wordsOf("inbox");
  const query = useInbox();
  const rooms = useRooms();
  const inbox = firstPage(query.data);
  const items = itemsOf(query.data);
  const absence = useAway(inbox);
  const [selecting, setSelecting] = useState(false);
  useTitle(t("title"));
  useLiveWork(inbox);

  if (rooms.data?.length === 0) return <Navigate to="/rooms" replace />;
  const problem = query.error ?? rooms.error;
  if (!inbox && problem) {
    return (
      <>
        <Top title={t("title")} />
        <Unreachable
          error={problem}
          onAgain={() => void (rooms.isError ? rooms.refetch() : query.refetch())}
        />
      </>
    );
  }
  if (!inbox) {
    return (
      <>
        <Top title={t("title")} />
        <SkeletonRows />
      </>
    );
  }
  const hasDecisions = items.some((item) => item.kind === "decision");
  const hasAside = absence !== null && linesOf(absence.away).length > 0;
  return (
    <>
      <Top title={t("title")} beside={<Summary inbox={inbox} />}>
        {hasDecisions && (
          <Button
            kind="ghost"
            keys={selecting ? undefined : "x"}
            aria-pressed={selecting}
            onClick={() => setSelecting(!selecting)}
          >
            <Icon of={ListChecks} size="s" />
            {selecting ? t("select.stop") : t("select.start")}
          </Button>
        )}
      </Top>
      <div className="inbox">
        <div className="inbox-col">
          <NeedsYou
            key={wantedId}
            wantedId={wantedId}
            items={items}
            count={inbox.counts.needsYou}
            none={<Nothing />}
            selecting={selecting && hasDecisions}
            onSelecting={setSelecting}
            more={
              query.hasNextPage
                ? {
                    fetch: () => query.fetchNextPage().then(({ data }) => itemsOf(data)),
                    isBusy: query.isFetchingNextPage,
                  }
                : null
            }
          />
          <Working inbox={inbox} />
          <Decided inbox={inbox} />
        </div>
        <aside className="inbox-aside" aria-label={t("away.title")}>
          {hasAside && <AwayPanel absence={absence} />}
          {items.length > 0 && <Keys />}
        </aside>
      </div>
    </>
  );
}

function Summary({ inbox }: { inbox: Inbox }): ReactNode {
  const { t } = wordsOf("inbox");
  const { needsYou, heldUp } = inbox.counts;
  const held = [
    ...(heldUp.tasks > 0 ? [t("heldTasks", { count: heldUp.tasks })] : []),
    ...(heldUp.sessions > 0 ? [t("heldSessions", { count: heldUp.sessions })] : []),
  ].join(t("and"));
  const things = t("summary", { count: needsYou });
  return (
    <p className="muted ell wide inbox-sum">
      {needsYou === 0
        ? t("summaryNone")
        : held === ""
          ? things
          : t(needsYou === 1 ? "summaryHoldsOne" : "summaryHolds", { things, held })}
    </p>
  );
}

function Nothing(): ReactNode {
  const { t } = wordsOf("inbox");
  return (
    <Empty
      title={t("empty.title")}
      actions={
        <Link to="/rooms" className={buttonClass()}>
          {t("empty.rooms")}
        </Link>
      }
    >
      {t("empty.text")}
    </Empty>
  );
}

function Keys(): ReactNode {
  const { t } = wordsOf("inbox");
  const lines = [
    ["j", t("keys.next")],
    ["k", t("keys.previous")],
    ["a", t("keys.first")],
    ["r", t("keys.reject")],
    ["x", t("keys.select")],
    ["z", t("keys.undo")],
    ["?", t("keys.all")],
  ] as const;
  return (
    <section className="inbox-keys" aria-hidden="true">
      {lines.map(([keys, label]) => (
        <p key={keys}>
          <Kbd keys={keys} />
          <span>{label}</span>
        </p>
      ))}
    </section>
  );
}
