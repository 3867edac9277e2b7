import { undoDecision } from "@squadroom/core/asking/contract";
import {
  type DecidedRow,
  getInbox,
  getUnread,
  handOver,
  type Inbox,
  type InboxItem,
  listDecided,
  listNeedsYou,
  listTakers,
  listWorking,
  markLooked,
  markVisited,
  snooze,
  wake,
} from "@squadroom/core/inbox/contract";
import type { Thing } from "@squadroom/core/inbox/thing";
import type { PersonId, RoomId } from "@squadroom/core/kernel/ids";
import { quietAfterMs } from "@squadroom/core/kernel/lease";
import type { Page } from "@squadroom/core/kernel/page";
import type { Sql } from "postgres";
import { z } from "zod";
import { rightOf } from "../../platform/auth/access.ts";
import type { PersonPrincipal } from "../../platform/auth/principal.ts";
import { comparePlaces, pagesOf, placeText } from "../../platform/http/page.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { personOf } from "../agent/index.ts";
import { happenedSince, lastVisit, noteVisit } from "./away.ts";
import { itemsInReview, pausedRooms } from "./backlog.ts";
import { allThings, countHeldUp, countWaiting, countWorking } from "./counts.ts";
import { handOver as handOverTo, takersOf, watchersOf, withHolders } from "./handover.ts";
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
import { answerableRooms, ledRooms, visibleRooms } from "./rooms.ts";
import { snooze as snoozeFor, wake as wakeFor } from "./snooze.ts";
import type { Eye } from "./things.ts";
import { noteLook, unreadIn } from "./unread.ts";

/** By name. */
const takerPages = pagesOf("listTakers", z.tuple([placeText, z.uuid()]));

type Rooms = ReturnType<typeof visibleRooms>;

function mayUndo(
  person: PersonPrincipal,
  { room, decision }: Pick<DecidedRow, "room" | "decision">,
) {
  return decision.canUndo && rightOf(person, undoDecision.access, room.id as RoomId) === "ok";
}

/** One row for one cause; `null`: not several. */
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

/**
 * The inbox: a fixed number of queries over the projections, however many rooms there are; no room is
 * loaded for it.
 */
export const inboxRoutes: FeatureRoutes = ({
  route,
  sql,
  clock,
  leaseS,
  observations,
  waiters,
  tellPeople,
}) => {
  route(getInbox, async (call) => {
    const person = personOf(call);
    const { limit } = call.query;
    const first = { after: null, limit };
    return atOnce(async (tx): Promise<Inbox> => {
      const patience = { now: clock.now(), leaseS };
      const [visible, answerable] = [visibleRooms(tx, person), answerableRooms(tx, person)];
      const eye: Eye = { me: person.id, now: patience.now, group: "waiting" };
      const led = ledRooms(tx, person);
      const waiting = await countWaiting(tx, answerable, led, patience, person.id);
      const heldUp = await countHeldUp(tx, answerable, eye);
      const atWork = await countWorking(tx, visible, patience);
      const needsYou = await needsYouPage(tx, person, first, patience, "waiting");
      const { awake } = needsYou;
      for (const { room_id } of awake)
        waiting.byRoom.set(room_id, (waiting.byRoom.get(room_id) ?? 1) - 1);
      const byRoom = [...waiting.byRoom].filter(([, count]) => count > 0);
      const things = byRoom.reduce((sum, [, count]) => sum + count, 0);
      const working = await workingPage(tx, visible, first, patience);
      const decided = await decidedPage(tx, person, first, patience.now);
      const visitedAt = await lastVisit(tx, person.id);
      const away =
        visitedAt === null ? null : await happenedSince(tx, visible, visitedAt, person.id);
      return {
        now: patience.now,
        counts: {
          needsYou: things - Math.max(0, waiting.emptyRoles - 1),
          byRoom: Object.fromEntries(byRoom),
          mine: waiting.mine,
          snoozed: waiting.snoozed,
          others: waiting.others,
          working: atWork + awake.length,
          heldUp,
        },
        needsYou: { data: needsYou.data, next: needsYou.next },
        working: {
          data: [...awake.map((row) => workingRow(row, leaseS)), ...working.data],
          next: working.next,
        },
        decided,
        wakesAt: waiting.wakesAt,
        away,
      };
    });
  });

  route(listNeedsYou, async (call) => {
    const { cursor, limit, group } = call.query;
    const cut = { after: itemPages.after(cursor), limit };
    const { data, next } = await atOnce((tx) =>
      needsYouPage(tx, personOf(call), cut, { now: clock.now(), leaseS }, group),
    );
    return { data, next };
  });

  route(listWorking, async (call) => {
    const { cursor, limit } = call.query;
    const cut = { after: workingPages.after(cursor), limit };
    return workingPage(sql, visibleRooms(sql, personOf(call)), cut, { now: clock.now(), leaseS });
  });

  route(listDecided, async (call) => {
    const { cursor, limit } = call.query;
    const cut = { after: decidedPages.after(cursor), limit };
    return decidedPage(sql, personOf(call), cut, clock.now());
  });

  route(markVisited, async (call) => {
    return { visitedAt: await noteVisit(sql, personOf(call).id, clock.now()) };
  });

  route(getUnread, async (call) => {
    const person = personOf(call);
    return { rooms: await unreadIn(sql, visibleRooms(sql, person), person.id) };
  });

  route(markLooked, async (call) => {
    const person = personOf(call);
    return { seq: await noteLook(sql, visibleRooms(sql, person), person.id, call.body) };
  });

  route(snooze, async (call) => {
    const person = personOf(call);
    const now = clock.now();
    const { things, until } = call.body;
    const all = thingsIn(person, things, now);
    const applied = await snoozeFor(sql, all, person.id, { things, until, now });
    tellPeople([person.id]);
    return { applied };
  });

  route(wake, async (call) => {
    const { id } = personOf(call);
    const applied = await wakeFor(sql, id, call.body.things);
    tellPeople([id]);
    return { applied };
  });

  route(listTakers, async (call) => {
    const { things, ...query } = call.body;
    const all = thingsIn(personOf(call), things, clock.now());
    return takerPages.cut(await takersOf(sql, all, things), query, ({ name, id }) => [name, id]);
  });

  route(handOver, async (call) => {
    const person = personOf(call);
    const now = clock.now();
    const { things } = call.body;
    const to = call.body.to as PersonId | null;
    const all = thingsIn(person, things, now);
    const applied = await handOverTo(sql, all, person.id, { things, to, now });
    tellPeople(await watchersOf(sql, things));
    return { applied };
  });

  /** Everything that waits in the rooms of these things, where this person may settle it. */
  function thingsIn(person: PersonPrincipal, things: readonly Thing[], now: number) {
    const rooms = [...new Set(things.map(({ room }) => room))];
    const some = (of: Rooms) =>
      sql`(SELECT * FROM ${of} s WHERE s.room_id = ANY(${rooms}::uuid[]))`;
    const answerable = some(answerableRooms(sql, person));
    return allThings(sql, answerable, some(ledRooms(sql, person)), { now, leaseS });
  }

  /** Lists and counts of one moment. */
  async function atOnce<T>(read: (tx: Sql) => Promise<T>): Promise<T> {
    return (await sql.begin("isolation level repeatable read read only", (tx) =>
      read(tx as unknown as Sql),
    )) as T;
  }

  /** All kinds in one order; `awake`: agents silent in the tables that this process knows to be alive. */
  async function needsYouPage(
    tx: Sql,
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
    const isDue =
      roles !== null && (after === null || comparePlaces(placeOfItem(roles), after) > 0);
    const items = [
      ...(isDue ? [roles] : []),
      ...[...decisions, ...questions, ...paused, ...stuck, ...reviews],
    ];
    const found = itemPages.page(items.sort(compareItems), limit, placeOfItem);
    const page = { data: await withHolders(tx, found.data, eye), next: found.next };
    const last = silent.at(-1);
    // Where those that are left out filled the page, the next one begins behind them.
    if (page.next === null && silent.length > limit && last)
      return { ...page, awake, next: itemPages.cursorOf(placeOfItem(stuckItem(last, leaseS))) };
    return { ...page, awake };
  }

  async function workingPage(
    tx: Sql,
    rooms: Rooms,
    { after, limit }: Cut<RowPlace>,
    patience: Patience,
  ): Promise<Inbox["working"]> {
    const rows = await workingTasks(tx, rooms, { after, limit: limit + 1 }, patience);
    const page = workingPages.page(rows, limit, placeOfHeld);
    return { data: page.data.map((row) => workingRow(row, leaseS)), next: page.next };
  }

  async function decidedPage(
    tx: Sql,
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
};
