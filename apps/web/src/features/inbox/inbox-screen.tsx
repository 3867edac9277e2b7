import type { Inbox } from "@squadroom/core/inbox/contract";
import { counted } from "@squadroom/core/kernel/words";
import { Link, Navigate } from "@tanstack/react-router";
import { ListChecks } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useKeys } from "../../keys/keys.ts";
import { firstPage, itemsOf, useGroup, useInbox, useLiveWork } from "../../live/inbox.ts";
import { useRooms } from "../../live/rooms.ts";
import { Top } from "../../shell/top.tsx";
import { Unreachable } from "../../shell/unreachable.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { late } from "../../ui/late.tsx";
import { Segments } from "../../ui/segments.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { say } from "../../words/say.tsx";
import { TodayEverywhere } from "../usage/index.ts";
import { AnswersDue } from "./answers-due.tsx";
import { momentOf } from "./aside.ts";
import { AsideGroups } from "./aside-groups.tsx";
import { askedIn } from "./asked.ts";
import { linesOf, useAway } from "./away.ts";
import { AwayPanel } from "./away-panel.tsx";
import { useCameFor } from "./came-for.ts";
import { Decided } from "./decided.tsx";
import { NeedsYou } from "./needs-you.tsx";
import { Working } from "./working.tsx";
import "./inbox.css";
import "./inbox-narrow.css";

const CameLate = late(() => import("./came-late.tsx").then((module) => module.CameLate));

/** Home: everything that needs the person in all rooms, what is being worked on, what was decided. */
export function InboxScreen({
  wantedId,
  wantedRoom,
  isMine,
  onMine,
}: {
  wantedId: string | undefined;
  /** The room of the requested row. */
  wantedRoom: string | undefined;
  /** Only what is with this person. */
  isMine: boolean;
  onMine: (isMine: boolean) => void;
}): ReactNode {
  const query = useInbox();
  const rooms = useRooms();
  const inbox = firstPage(query.data);
  const mine = useGroup("mine", isMine);
  const items = isMine ? mine.items : itemsOf(query.data);
  const cameFor = useCameFor(wantedId, items);
  const absence = useAway(inbox);
  const [selecting, setSelecting] = useState(false);
  useTitle("Inbox");
  useLiveWork(inbox);
  useKeys([{ keys: "m", group: "list", label: "Mine, or all", run: () => onMine(!isMine) }]);

  if (rooms.data?.length === 0) return <Navigate to="/rooms" replace />;
  const problem = query.error ?? rooms.error;
  if (!inbox && problem) {
    return (
      <>
        <Top title="Inbox" />
        <Unreachable error={problem} onAgain={() => void (rooms.isError ? rooms.refetch() : query.refetch())} />
      </>
    );
  }
  if (!inbox || (isMine && mine.isPending)) {
    return (
      <>
        <Top title="Inbox" />
        <SkeletonRows />
      </>
    );
  }
  const hasDecisions = items.some((item) => item.kind === "decision");
  const hasAside = absence !== null && linesOf(absence.away).length > 0;
  return (
    <>
      <Top title="Inbox" beside={<Summary inbox={inbox} />}>
        <Segments
          label="Whose"
          value={isMine ? "mine" : "all"}
          onChange={(whose) => onMine(whose === "mine")}
          options={[
            { value: "all", label: "All" },
            { value: "mine", label: "Mine" },
          ]}
        />
        {hasDecisions && (
          <Button
            kind="ghost"
            keys={selecting ? undefined : "x"}
            aria-pressed={selecting}
            onClick={() => setSelecting(!selecting)}
          >
            <Icon of={ListChecks} size="s" />
            {selecting ? "Done selecting" : "Select"}
          </Button>
        )}
      </Top>
      <div className="inbox">
        <div className="inbox-col">
          {wantedId !== undefined && cameFor === undefined && !isMine && (
            <CameLate
              room={wantedRoom}
              fetchMore={query.hasNextPage ? () => query.fetchNextPage() : null}
              onClose={() => onMine(false)}
            />
          )}
          <NeedsYou
            key={`${cameFor} ${isMine}`}
            wantedId={cameFor}
            items={items}
            count={isMine ? inbox.counts.mine : inbox.counts.needsYou}
            none={isMine ? <NothingMine onAll={() => onMine(false)} /> : <Nothing inbox={inbox} />}
            selecting={selecting && hasDecisions}
            onSelecting={setSelecting}
            more={
              isMine
                ? mine.more
                : query.hasNextPage
                  ? {
                      fetch: () => query.fetchNextPage().then(({ data }) => itemsOf(data)),
                      isBusy: query.isFetchingNextPage,
                    }
                  : null
            }
          />
          {!isMine && (
            <>
              <AsideGroups inbox={inbox} />
              <AnswersDue />
              <Working inbox={inbox} />
              <Decided inbox={inbox} />
            </>
          )}
        </div>
        <aside className="inbox-aside" aria-label="While you were away">
          {hasAside && <AwayPanel absence={absence} />}
          <TodayEverywhere />
          {items.length > 0 && <Keys />}
        </aside>
      </div>
    </>
  );
}

function Summary({ inbox }: { inbox: Inbox }): ReactNode {
  const { needsYou, heldUp } = inbox.counts;
  const held = [
    ...(heldUp.tasks > 0 ? [counted(heldUp.tasks, "task")] : []),
    ...(heldUp.sessions > 0 ? [counted(heldUp.sessions, "session")] : []),
  ].join(" and ");
  const things = `${counted(needsYou, "thing needs", "things need")} you.`;
  return (
    <p className="muted ell wide inbox-sum">
      {needsYou === 0
        ? "Nothing needs you."
        : held === ""
          ? things
          : needsYou === 1
            ? say`${things} It holds up ${held}.`
            : say`${things} Together they hold up ${held}.`}
    </p>
  );
}

function Nothing({ inbox }: { inbox: Inbox }): ReactNode {
  const { snoozed } = inbox.counts;
  return (
    <Empty
      title="Nothing needs you"
      actions={
        <Link to="/rooms" className={buttonClass()}>
          See the rooms
        </Link>
      }
    >
      {snoozed > 0 ? (
        <NextBack inbox={inbox} />
      ) : (
        "Only what needs a person shows up here, from all your rooms: failed tasks, roles without an agent, finished work to review, and questions from agents."
      )}
    </Empty>
  );
}

/** The first of all snoozed things to come back. */
function NextBack({ inbox: { wakesAt, counts } }: { inbox: Inbox }): ReactNode {
  const { items } = useGroup("snoozed", true);
  const next = items.find(({ snoozed }) => snoozed?.until === wakesAt);
  if (wakesAt === null)
    return `${counted(counts.snoozed, "thing is snoozed until it changes", "things are snoozed until they change")}.`;
  return next ? say`“${askedIn(next)}” is back ${momentOf(wakesAt)}.` : null;
}

function NothingMine({ onAll }: { onAll: () => void }): ReactNode {
  return (
    <Empty
      title="Nothing is assigned to you"
      actions={
        <Button keys="m" onClick={onAll}>
          Show all
        </Button>
      }
    >
      What others hand over to you, and what you take yourself, shows up here.
    </Empty>
  );
}

function Keys(): ReactNode {
  const lines = [
    ["j", "Next"],
    ["k", "Previous"],
    ["a", "First answer"],
    ["r", "Answer with a note, or turn down"],
    ["h", "Hand over"],
    ["s", "Snooze"],
    ["o", "Open its session or room"],
    ["x", "Select"],
    ["m", "Mine, or all"],
    ["z", "Undo your last answer"],
    ["?", "all keys"],
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
