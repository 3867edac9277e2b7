import type { Inbox, InboxItem } from "@squadroom/core/inbox/contract";
import { thingsOf } from "@squadroom/core/inbox/things-of";
import { Clock, UserRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { explain } from "../../live/api.ts";
import { idOf, refreshInbox, useGroup } from "../../live/inbox.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toasts.ts";
import { say } from "../../words/say.tsx";
import { giveTo, momentOf, wakeUp } from "./aside.ts";
import { askedIn } from "./asked.ts";
import { Clamped } from "./clamped.tsx";

const GROUPS = {
  others: "With others",
  snoozed: "Snoozed",
};

const ASIDE_ABOUT = {
  others: "somebody else takes care of them",
  snoozed: "they come back by themselves",
};

type Group = "snoozed" | "others";

/** What does not wait for this person now: it comes back, or somebody else has it. One line each. */
export function AsideGroups({ inbox }: { inbox: Inbox }): ReactNode {
  return (
    <>
      {inbox.counts.others > 0 && <AsideGroup group="others" count={inbox.counts.others} />}
      {inbox.counts.snoozed > 0 && <AsideGroup group="snoozed" count={inbox.counts.snoozed} />}
    </>
  );
}

function AsideGroup({ group, count }: { group: Group; count: number }): ReactNode {
  const { items, more } = useGroup(group, true);
  return (
    <section aria-labelledby={group}>
      <div className="group">
        <h2 id={group}>{GROUPS[group]}</h2>
        <span className="num-n">{count.toLocaleString("en")}</span>
        <span className="end wide">{ASIDE_ABOUT[group]}</span>
      </div>
      <ul>
        {items.map((item) => (
          <Row key={idOf(item)} group={group} item={item} />
        ))}
      </ul>
      {more && (
        <p className="inbox-more">
          <Button onClick={() => void more.fetch()}>Show more</Button>
        </p>
      )}
    </section>
  );
}

function Row({ group, item }: { group: Group; item: InboxItem }): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const asked = askedIn(item);
  const until = item.snoozed?.until ?? null;
  const bring = (): void => {
    if (isBusy) return;
    setBusy(true);
    const things = thingsOf(item);
    (group === "snoozed" ? wakeUp(things) : giveTo(things, null))
      .then(refreshInbox)
      .catch((error: unknown) => toast(explain(error).message, { tone: "bad" }))
      .finally(() => setBusy(false));
  };
  const label = group === "snoozed" ? "Wake up" : "Take back";
  return (
    <li className="line1 dn as" data-id={idOf(item)}>
      <span className="muted">
        <Icon of={group === "snoozed" ? Clock : UserRound} />
      </span>
      <Clamped className="dn-text">{asked}</Clamped>
      <span className="small muted dn-by">
        <span className="ell" title={item.room.name}>
          {item.kind === "empty_roles" ? "" : item.room.name}
        </span>
      </span>
      <span className="small ink2 as-until">
        {group === "snoozed"
          ? until === null
            ? "until it changes"
            : `until ${momentOf(until)}`
          : say`with ${item.heldBy?.person.name ?? "several people"}`}
      </span>
      <span className="dn-undo">
        <Button kind="ghost" aria-label={`${label}: ${asked}`} onClick={bring}>
          {label}
        </Button>
      </span>
    </li>
  );
}
