import type { PersonId, RoomId } from "@squadroom/core/kernel/ids";
import { RefusalError, refuse } from "@squadroom/core/kernel/refusal";
import type { RoomCard } from "@squadroom/core/room/card";
import type { DemoTeam } from "@squadroom/core/room/demo-story";
import { squadRoom } from "@squadroom/core/squad-folder/room";
import { presetTeam } from "@squadroom/core/team/presets";
import type { Team } from "@squadroom/core/team/team";
import { uuidv7 } from "uuidv7";
import { roleIn } from "../../platform/auth/access.ts";
import { noteServerAct } from "../../platform/auth/audit.ts";
import type { Call, FeatureRoutes } from "../../platform/http/route.ts";
import type { KeptCards } from "../../platform/live/kept-cards.ts";
import type { CommandKey } from "../../platform/room/entry.ts";
import { personCaller, personOf, roomOf, run } from "../agent/index.ts";
import { wantedTeam } from "../team/index.ts";
import type { DemoSquads } from "./demo.ts";
import type { Directory } from "./directory.ts";

/** Of one person: more than a server has. */
const ROOMS_MAX = 100_000;
/** Most demo squads of a server. */
const DEMOS_MAX = 5;

interface Demo {
  roomId: RoomId;
  name: string;
}

/** Two simultaneous requests would both find that there is none. */
function createOneByOne() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  };
}

export interface RoomTools {
  directory: Directory;
  cards: KeptCards;
  demos: DemoSquads;
  /** Makes the person the owner of a room that they made. */
  addOwner: (roomId: RoomId, personId: PersonId) => Promise<void>;
  /** Ends all credentials of a removed room. */
  endCredentials: (roomId: RoomId) => Promise<void>;
}

/** Rooms begin, change and end. */
export const roomRoutes =
  ({ directory, cards, demos, addOwner, endCredentials }: RoomTools): FeatureRoutes =>
  ({ route, rooms, sql, clock }) => {
    async function create(
      call: Parameters<typeof personOf>[0] & { key: CommandKey | null },
      name: string,
      team: Team,
      demo: boolean,
      from?: Pick<ReturnType<typeof squadRoom>, "models" | "known">,
    ) {
      const person = personOf(call);
      const by = personCaller(call);
      const takenBy = `${person.id} ${call.key?.key ?? uuidv7()} ${call.key?.requestHash ?? ""}`;
      const roomId = await directory.take(name, takenBy, clock.now());
      const answer = await rooms.execute(
        roomId,
        { type: "createRoom", by, name, team, demo, ...from },
        { credential: person.credential },
      );
      // A retry of the request that made it: the room exists, and is the caller's.
      if (!answer.ok && answer.refusal.code !== "name_taken") throw new RefusalError(answer.refusal);
      if (!answer.ok) call.key?.onReplay?.();
      if (answer.ok) await noteServerAct(sql, { by, act: "room_created", subject: name, roomId });
      await addOwner(roomId, person.id);
      return { roomId, name, seq: answer.seq };
    }

    route("createRoom", async (call) => {
      const { name, squad, ...wanted } = call.body;
      const folder = squad && squadRoom(squad.files, squad.choices);
      const team = await wantedTeam(folder ? { team: folder.draft } : wanted);
      return create(call, name, team, false, folder && { models: folder.models, known: folder.known });
    });

    const oneByOne = createOneByOne();
    route("startDemo", async (call) => oneByOne(() => demoOf(call, call.body.team)));

    /** The one that the person has, or a new one: each is a process of its own. */
    async function demoOf(call: Parameters<typeof create>[0], team: DemoTeam): Promise<Demo> {
      const { own, others } = await directory.demos(personOf(call).id, team);
      if (own) {
        await demos.ensure(own.roomId, own.name);
        return own;
      }
      if (others >= DEMOS_MAX) {
        const message = `${DEMOS_MAX} demos run on this server already. Each is a process of its own: remove one first, or wait until somebody does.`;
        throw refuse("limit_reached", message, { limit: DEMOS_MAX });
      }
      for (let n = 1; ; n++) {
        const name = n === 1 ? `first-${team}` : `first-${team}-${n}`;
        if ((await directory.resolve(name)) !== null) continue;
        const { roomId } = await create({ ...call, key: null }, name, presetTeam(team), true);
        await demos.start(roomId, name, team);
        return { roomId, name };
      }
    }

    /** The rooms that the person leads and that stand so, by name: each is told by itself, and answers for itself. */
    async function tellLed(
      call: Call<never>,
      isMeant: (card: RoomCard) => boolean,
      type: "pauseRoom" | "resumeRoom",
    ): Promise<{ rooms: string[] }> {
      const person = personOf(call);
      const by = personCaller(call);
      const visible = await directory.visibleTo(person, { after: null, limit: ROOMS_MAX });
      const led = visible.filter(({ id }) => ["lead", "owner"].includes(roleIn(person, id) ?? ""));
      const found = await cards.of(led.map(({ id }) => id));
      const told: string[] = [];
      for (const { card } of found) {
        if (!card || !isMeant(card)) continue;
        const options = { key: null, credential: person.credential };
        const answer = await rooms.execute(card.roomId, { type, by, everywhere: true }, options);
        if (answer.ok) told.push(card.name);
      }
      return { rooms: told };
    }

    route("pauseAll", (call) => tellLed(call, ({ paused }) => paused === null, "pauseRoom"));
    route("resumeAll", (call) => tellLed(call, ({ paused }) => paused?.everywhere === true, "resumeRoom"));

    route("removeRoom", async (call) => {
      const roomId = roomOf(call);
      const by = personCaller(call);
      const reply = await run(rooms, call, { type: "removeRoom", by, reason: "" });
      await noteServerAct(sql, { by, act: "room_removed", roomId });
      await demos.stop(roomId);
      await endCredentials(roomId);
      await directory.release(roomId);
      return { removed: true as const, seq: reply.seq };
    });
  };
