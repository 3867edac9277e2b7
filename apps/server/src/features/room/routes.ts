import type { PersonId, RoomId } from "@squadroom/core/kernel/ids";
import { RefusalError, refuse } from "@squadroom/core/kernel/refusal";
import {
  createRoom,
  getReadiness,
  getRoom,
  listEvents,
  listRooms,
  removeRoom,
  setRoomOptions,
  startDemo,
  verifyRoom as verifyRoomRoute,
} from "@squadroom/core/room/contract";
import { availableRoles } from "@squadroom/core/team/availability";
import { presetTeam } from "@squadroom/core/team/presets";
import { actingEntryPoint, resolveVariant, type Team } from "@squadroom/core/team/team";
import { uuidv7 } from "uuidv7";
import { z } from "zod";
import { noteServerAct } from "../../platform/auth/audit.ts";
import { pagesOf, placeText } from "../../platform/http/page.ts";
import { type Call, type FeatureRoutes, WrittenReply } from "../../platform/http/route.ts";
import type { KeptCards } from "../../platform/live/kept-cards.ts";
import type { CommandKey } from "../../platform/room/entry.ts";
import type { Projection } from "../../platform/room/projection.ts";
import { createStore } from "../../platform/room/store.ts";
import { personCaller, personOf, roomOf, run } from "../agent/index.ts";
import { wantedTeam } from "../team/index.ts";
import type { DemoSquads } from "./demo.ts";
import type { Directory } from "./directory.ts";
import type { Snapshots } from "./snapshot.ts";
import { verifyRoom } from "./verify.ts";

/** Demo squads of a server. */
const DEMOS_MAX = 5;

interface Demo {
  roomId: RoomId;
  name: string;
}

/** Two that ask at once would both find that there is none. */
function createOneByOne() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  };
}

const roomPages = pagesOf("listRooms", z.tuple([placeText]));
const eventPages = pagesOf("listEvents", z.tuple([z.enum(["after", "before"]), z.int().min(0)]));

/** Which way through the log, and from which event. */
function startOf({ cursor, after, before }: Call<typeof listEvents>["query"]) {
  if ([cursor, after, before].filter((one) => one !== undefined).length > 1)
    throw refuse(
      "bad_request",
      "Send one of `after`, `before` and `cursor`: each says where to begin.",
      {},
    );
  const start = eventPages.after(cursor);
  if (start) return start;
  return before === undefined ? (["after", after ?? 0] as const) : (["before", before] as const);
}

export interface RoomTools {
  directory: Directory;
  snapshots: Snapshots;
  cards: KeptCards;
  demos: DemoSquads;
  /** All that the log becomes in the tables. */
  project: Projection;
  epoch: () => number;
  /** Makes the person the owner of a room that it made. */
  addOwner: (roomId: RoomId, personId: PersonId) => Promise<void>;
  /** Ends all credentials of a removed room. */
  endCredentials: (roomId: RoomId) => Promise<void>;
}

export const roomRoutes =
  ({
    directory,
    snapshots,
    cards,
    demos,
    project,
    epoch,
    addOwner,
    endCredentials,
  }: RoomTools): FeatureRoutes =>
  ({ route, rooms, store, sql, folds, folding, clock }) => {
    async function create(
      call: Parameters<typeof personOf>[0] & { key: CommandKey | null },
      name: string,
      team: Team,
      demo: boolean,
    ) {
      const person = personOf(call);
      const takenBy = `${person.id} ${call.key?.key ?? uuidv7()} ${call.key?.requestHash ?? ""}`;
      const roomId = await directory.take(name, takenBy, clock.now());
      const answer = await rooms.execute(
        roomId,
        { type: "createRoom", by: personCaller(call), name, team, demo },
        { credential: person.credential },
      );
      // A retry of the request that made it: the room is there, and it is the caller's.
      if (!answer.ok && answer.refusal.code !== "name_taken")
        throw new RefusalError(answer.refusal);
      if (!answer.ok) call.key?.onReplay?.();
      const { id, name: who } = person;
      if (answer.ok)
        await noteServerAct(sql, {
          by: { id, name: who },
          act: "room_created",
          subject: name,
          roomId,
        });
      await addOwner(roomId, person.id);
      return { roomId, name, seq: answer.seq };
    }

    route(createRoom, async (call) =>
      create(call, call.body.name, await wantedTeam(call.body), false),
    );

    const oneByOne = createOneByOne();
    route(startDemo, async (call) => oneByOne(() => demoOf(call)));

    /** The one that the person has, or a new one: each is a process of its own. */
    async function demoOf(call: Parameters<typeof create>[0]): Promise<Demo> {
      const { own, others } = await directory.demos(personOf(call).id);
      if (own) {
        await demos.ensure(own.roomId, own.name);
        return own;
      }
      if (others >= DEMOS_MAX) {
        const message = `${DEMOS_MAX} demos run on this server already. Each is a process of its own: remove one first, or wait until somebody does.`;
        throw refuse("limit_reached", message, { limit: DEMOS_MAX });
      }
      for (let n = 1; ; n++) {
        const name = n === 1 ? "first-squad" : `first-squad-${n}`;
        if ((await directory.resolve(name)) !== null) continue;
        const { roomId } = await create({ ...call, key: null }, name, presetTeam("squad"), true);
        await demos.start(roomId, name);
        return { roomId, name };
      }
    }

    route(removeRoom, async (call) => {
      const roomId = roomOf(call);
      const reply = await run(rooms, call, {
        type: "removeRoom",
        by: personCaller(call),
        reason: "",
      });
      const { id, name: who } = personOf(call);
      await noteServerAct(sql, { by: { id, name: who }, act: "room_removed", roomId });
      await demos.stop(roomId);
      await endCredentials(roomId);
      await directory.release(roomId);
      return { removed: true as const, seq: reply.seq };
    });

    route(setRoomOptions, async (call) => {
      const { askBeforeNext } = call.body;
      const command = { type: "setOptions" as const, by: personCaller(call), askBeforeNext };
      const { seq } = await run(rooms, call, command);
      return { askBeforeNext, seq };
    });

    route(listRooms, async (call) => {
      if (!call.principal) throw refuse("unauthorized", "Sign in first.", {});
      const { cursor, limit } = call.query;
      const [after] = roomPages.after(cursor) ?? [null];
      const visible = await directory.visibleTo(call.principal, { after, limit: limit + 1 });
      const { data, next } = roomPages.page(visible, limit, ({ name }) => [name]);
      const found = await cards.of(data.map(({ id }) => id));
      const total = await directory.countVisibleTo(call.principal);
      return { data: found.flatMap(({ card }) => card ?? []), next, total };
    });

    route(getRoom, async (call) => {
      if (!call.principal) throw refuse("unauthorized", "Sign in first.", {});
      const { minSeq, events } = call.query;
      const { json } = await snapshots.take(call.principal, roomOf(call), {
        ...(minSeq === undefined ? {} : { minSeq }),
        events,
      });
      return new WrittenReply(json);
    });

    route(listEvents, async (call) => {
      const roomId = roomOf(call);
      const { limit } = call.query;
      const [way, from] = startOf(call.query);
      const data =
        way === "after"
          ? await store.eventsAfter(roomId, from, limit)
          : await store.eventsBefore(roomId, from, limit);
      const head = (await store.head(roomId))?.seq ?? 0;
      const edge = (way === "after" ? data.at(-1) : data[0])?.seq;
      const isMore = edge !== undefined && (way === "after" ? edge < head : edge > 1);
      return { data, next: isMore ? eventPages.cursorOf([way, edge]) : null, head, epoch: epoch() };
    });

    route(getReadiness, async (call) => {
      const room = await rooms.read(roomOf(call));
      const team = room?.view.team;
      if (!room || !team) throw refuse("room_unknown", "There is no such room.", {});
      const expected = team.roles.map((role) => role.name);
      const filled = availableRoles(room.view);
      return {
        ready: filled.includes(actingEntryPoint(team, filled)),
        expected,
        filled,
        missing: expected.filter((role) => !filled.includes(role)),
        variant: resolveVariant(team, filled).name,
      };
    });

    route(verifyRoomRoute, async (call) => {
      const roomId = roomOf(call);
      return folds.run("verification", roomId, () =>
        verifyRoom(folding, createStore, project, roomId),
      );
    });
  };
