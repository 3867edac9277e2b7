import type { InboxItem } from "@squadroom/core/inbox/contract";
import type { useNavigate } from "@tanstack/react-router";
import { createStore } from "../../store/store.ts";

const PLACE = {
  session: "Open the session",
  backlog: "Open the backlog",
  branch: "Open the branch",
  locks: "Open the locks",
  room: "Open the room",
};

type Navigate = ReturnType<typeof useNavigate>;

/** Where more is said about a row: its session, its branch, the locks, the backlog, or its room. */
function placeOf(item: InboxItem): "session" | "backlog" | "branch" | "locks" | "room" {
  if (item.kind === "review" || item.kind === "paused") return "backlog";
  const about = item.kind === "decision" ? item.decision.subject.kind : null;
  return about === "session" || about === "branch" || about === "locks" ? about : "room";
}

export function placeWords(item: InboxItem): string {
  return PLACE[placeOf(item)];
}

export function goToPlace(navigate: Navigate, item: InboxItem, id: string): void {
  leftRow.set(id);
  const params = { room: item.room.name };
  const subject = item.kind === "decision" ? item.decision.subject : null;
  if (subject?.kind === "session") {
    const session = String(subject.sessionId);
    void navigate({ to: "/rooms/$room/sessions/$session", params: { ...params, session } });
  } else if (subject?.kind === "branch") {
    const branch = subject.key;
    void navigate({ to: "/rooms/$room/branches/$branch", params: { ...params, branch } });
  } else if (subject?.kind === "locks") {
    void navigate({ to: "/rooms/$room/locks", params });
  } else if (placeOf(item) === "backlog") void navigate({ to: "/rooms/$room/backlog", params });
  else void navigate({ to: "/rooms/$room", params });
}

/** The row from which the person left the inbox, to come back to. */
const leftRow = createStore<string | undefined>(undefined);
/** How often a key asked for the inbox: the focus then goes there. */
export const focusAsked = createStore(0);

/** By key: the focus goes to the list. */
export function goToInbox(navigate: Navigate): void {
  focusAsked.set(focusAsked.get() + 1);
  void navigate({ to: "/inbox", search: {} });
}

/** By key: to the row that the person came from. */
export function backToInbox(navigate: Navigate): void {
  const item = leftRow.get();
  focusAsked.set(focusAsked.get() + 1);
  void navigate({ to: "/inbox", search: item === undefined ? {} : { item } });
}
