import type { Inbox } from "@squadroom/core/inbox/contract";
import type { Thing } from "@squadroom/core/inbox/thing";
import * as z from "zod";
import type { PersonPrincipal } from "../../platform/auth/principal.ts";
import { pagesOf, placeText } from "../../platform/http/page.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { personOf } from "../agent/index.ts";
import { happenedSince, lastVisit, noteVisit } from "./away.ts";
import { allThings, countHeldUp, countWaiting, countWorking } from "./counts.ts";
import { createGroups } from "./groups.ts";
import { handOver as handOverTo, takersOf, watchersOf } from "./handover.ts";
import { decidedPages, itemPages, workingPages, workingRow } from "./queries.ts";
import { answerableRooms, ledRooms, type Rooms, visibleRooms } from "./rooms.ts";
import { snooze as snoozeFor, wake as wakeFor } from "./snooze.ts";
import type { Eye } from "./things.ts";
import { noteLook, unreadIn } from "./unread.ts";

/** By name. */
const takerPages = pagesOf("listTakers", z.tuple([placeText, z.uuid()]));

/**
 * The inbox: a fixed number of queries over the projections, however many rooms there are; no room is
 * loaded for it.
 */
export const inboxRoutes: FeatureRoutes = (tools) => {
  const { route, sql, clock, leaseS } = tools;
  const { atOnce, needsYouPage, workingPage, decidedPage } = createGroups(tools);
  handlingRoutes(tools);

  route("getInbox", async (call) => {
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
      for (const { room_id } of awake) waiting.byRoom.set(room_id, (waiting.byRoom.get(room_id) ?? 1) - 1);
      const byRoom = [...waiting.byRoom].filter(([, count]) => count > 0);
      const things = byRoom.reduce((sum, [, count]) => sum + count, 0);
      const working = await workingPage(tx, visible, first, patience);
      const decided = await decidedPage(tx, person, first, patience.now);
      const visitedAt = await lastVisit(tx, person.id);
      const away = visitedAt === null ? null : await happenedSince(tx, visible, visitedAt, person.id);
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

  route("listNeedsYou", async (call) => {
    const { cursor, limit, group } = call.query;
    const cut = { after: itemPages.after(cursor), limit };
    const { data, next } = await atOnce((tx) =>
      needsYouPage(tx, personOf(call), cut, { now: clock.now(), leaseS }, group),
    );
    return { data, next };
  });

  route("listWorking", async (call) => {
    const { cursor, limit } = call.query;
    const cut = { after: workingPages.after(cursor), limit };
    return workingPage(sql, visibleRooms(sql, personOf(call)), cut, { now: clock.now(), leaseS });
  });

  route("listDecided", async (call) => {
    const { cursor, limit } = call.query;
    const cut = { after: decidedPages.after(cursor), limit };
    return decidedPage(sql, personOf(call), cut, clock.now());
  });

  route("markVisited", async (call) => {
    return { visitedAt: await noteVisit(sql, personOf(call).id, clock.now()) };
  });

  route("getUnread", async (call) => {
    const person = personOf(call);
    return { rooms: await unreadIn(sql, visibleRooms(sql, person), person.id) };
  });

  route("markLooked", async (call) => {
    const person = personOf(call);
    return noteLook(sql, visibleRooms(sql, person), person.id, call.body);
  });
};

/** Things are put off, or go to somebody else. */
const handlingRoutes: FeatureRoutes = ({ route, sql, clock, leaseS, tellPeople }) => {
  route("snooze", async (call) => {
    const person = personOf(call);
    const now = clock.now();
    const { things, until } = call.body;
    const all = thingsIn(person, things, now);
    const applied = await snoozeFor(sql, all, person.id, { things, until, now });
    tellPeople([person.id]);
    return { applied };
  });

  route("wake", async (call) => {
    const { id } = personOf(call);
    const applied = await wakeFor(sql, id, call.body.things);
    tellPeople([id]);
    return { applied };
  });

  route("listTakers", async (call) => {
    const { things, ...query } = call.body;
    const all = thingsIn(personOf(call), things, clock.now());
    return takerPages.cut(await takersOf(sql, all, things), query, ({ name, id }) => [name, id]);
  });

  route("handOver", async (call) => {
    const person = personOf(call);
    const now = clock.now();
    const { things, to } = call.body;
    const all = thingsIn(person, things, now);
    const applied = await handOverTo(sql, all, person.id, { things, to, now });
    tellPeople(await watchersOf(sql, things));
    return { applied };
  });

  /** Everything that waits in the rooms of these things, if this person may settle it. */
  function thingsIn(person: PersonPrincipal, things: readonly Thing[], now: number) {
    const rooms = [...new Set(things.map(({ room }) => room))];
    const some = (of: Rooms) => sql`(SELECT * FROM ${of} s WHERE s.room_id = ANY(${rooms}::uuid[]))`;
    const answerable = some(answerableRooms(sql, person));
    return allThings(sql, answerable, some(ledRooms(sql, person)), { now, leaseS });
  }
};
