import { undoDecision } from "@squadroom/core/asking/contract";
import type { DecidedRow, Inbox, InboxItem } from "@squadroom/core/inbox/contract";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { quietAfterMs } from "@squadroom/core/kernel/lease";
import type { Page } from "@squadroom/core/kernel/page";
import type { ISql } from "postgres";
import { rightOf } from "../../platform/auth/access.ts";
import type { PersonPrincipal } from "../../platform/auth/principal.ts";
import { comparePlaces } from "../../platform/http/page.ts";
import type { RouteTools } from "../../platform/http/route.ts";
import { itemsInReview, pausedRooms } from "./backlog.ts";
import { withHolders } from "./handover.ts";
import {
  type Cut,
  compareItems,
  decidedLately,
  decidedPages,
  emptyRoles,
  type Found,
  type HeldRow,
  itemPages,
  openQuestions,
  type Patience,
  pendingDecisions,
  placeOfDecided,
  placeOfHeld,
  placeOfItem,
  type RowPlace,
  silentTasks,
  stuckItem,
  workingPages,
  workingRow,
  workingTasks,
} from "./queries.ts";
import { answerableRooms, ledRooms, type Rooms, visibleRooms } from "./rooms.ts";
import type { Eye } from "./things.ts";

function mayUndo(person: PersonPrincipal, { room, decision }: Pick<DecidedRow, "room" | "decision">) {
  return decision.canUndo && rightOf(person, undoDecision.access, room.id as RoomId) === "ok";
}

/** One row for one cause; `null`: there aren't several. */
function rolesItem(asked: Awaited<ReturnType<typeof emptyRoles>>): Found | null {
  const [first, second] = asked;
  if (!first || !second) return null;
  return {
    kind: "empty_roles",
    room: first.room,
    urgency: first.decision.urgency,
    sinceAt: Math.min(...asked.map(({ decision }) => decision.openedAt)),
    holdsUp: asked.reduce((sum, { decision }) => sum + decision.holdsUp, 0),
    asked,
  };
}

/** The groups of the inbox, each in pages. */
export function createGroups({
  sql,
  leaseS,
  observations,
  waiters,
}: Pick<RouteTools, "sql" | "leaseS" | "observations" | "waiters">) {
  /** Lists and counts of the same moment. */
  async function atOnce<T>(read: (tx: ISql) => Promise<T>): Promise<T> {
    return (await sql.begin("isolation level repeatable read read only", read)) as T;
  }

  /** All kinds in one order; `awake`: agents that are silent in the tables, but that this process knows to be alive. */
  async function needsYouPage(
    tx: ISql,
    person: PersonPrincipal,
    { after, limit }: Cut,
    patience: Patience,
    group: Eye["group"],
  ): Promise<Page<InboxItem> & { awake: HeldRow[] }> {
    const eye: Eye = { me: person.id, now: patience.now, group };
    const cut = { after, limit: limit + 1 };
    const [rooms, led] = [answerableRooms(tx, person), ledRooms(tx, person)];
    const roles = rolesItem(await emptyRoles(tx, rooms, eye));
    const decisions = await pendingDecisions(tx, rooms, cut, roles !== null, eye);
    const questions = await openQuestions(tx, rooms, cut, eye);
    const silent = await silentTasks(tx, led, cut, patience, eye);
    const awake = silent.filter((row) => isAlive(row, patience.now));
    const asleep = silent.filter((row) => !awake.includes(row));
    const paused = await pausedRooms(tx, led, cut, eye);
    const reviews = await itemsInReview(tx, rooms, cut, eye);
    const stuck = asleep.map((row) => stuckItem(row, leaseS));
    const isDue = roles !== null && (after === null || comparePlaces(placeOfItem(roles), after) > 0);
    const items = [...(isDue ? [roles] : []), ...decisions, ...questions, ...paused, ...stuck, ...reviews];
    const found = itemPages.page(items.sort(compareItems), limit, placeOfItem);
    const page = { data: await withHolders(tx, found.data, eye), next: found.next };
    const last = silent.at(-1);
    // If those left out filled the page, the next one begins after them.
    if (page.next === null && silent.length > limit && last)
      return { ...page, awake, next: itemPages.cursorOf(placeOfItem(stuckItem(last, leaseS))) };
    return { ...page, awake };
  }

  async function workingPage(
    tx: ISql,
    rooms: Rooms,
    { after, limit }: Cut<RowPlace>,
    patience: Patience,
  ): Promise<Inbox["working"]> {
    const rows = await workingTasks(tx, rooms, { after, limit: limit + 1 }, patience);
    const page = workingPages.page(rows, limit, placeOfHeld);
    return { data: page.data.map((row) => workingRow(row, leaseS)), next: page.next };
  }

  async function decidedPage(
    tx: ISql,
    person: PersonPrincipal,
    { after, limit }: Cut<RowPlace>,
    now: number,
  ): Promise<Inbox["decided"]> {
    const cut = { after, limit: limit + 1 };
    const rows = await decidedLately(tx, visibleRooms(tx, person), cut, now);
    const { data, next } = decidedPages.page(rows, limit, placeOfDecided);
    return { data: data.map((row) => ({ ...row, mayUndo: mayUndo(person, row) })), next };
  }

  /** The tables have signs of life coalesced; this process may have seen a newer one. */
  function isAlive(row: HeldRow, now: number): boolean {
    const roomId = row.room_id;
    if (!row.online) return false;
    if (waiters.agentsIn(roomId).includes(row.agent_id)) return true;
    const seenAt = observations.of(roomId)[row.agent_id] ?? 0;
    return now - seenAt < quietAfterMs(leaseS[row.class]);
  }

  return { atOnce, needsYouPage, workingPage, decidedPage };
}
