import type { RoomId } from "@squadroom/core/kernel/ids";
import { PERSON_ROLES } from "@squadroom/core/kernel/person-roles";
import { RefusalError, refuse } from "@squadroom/core/kernel/refusal";
import * as z from "zod";
import { personOf, roomOf, unknownRoom } from "../../platform/auth/access.ts";
import { pagesOf, placeNumber, placeText } from "../../platform/http/page.ts";
import type { FeatureRoutes, RouteTools } from "../../platform/http/route.ts";
import { removeRole, setRole } from "./membership.ts";
import { readNamed, readPerson, readRoomPeople } from "./queries.ts";

/** Owners first. */
const memberPages = pagesOf("listRoomPeople", z.tuple([placeNumber, placeText]));

/** Which of the server's people may do what in a room. */
export const memberRoutes: FeatureRoutes = ({ route, sql, db, auth, log, teamRolesOf }) => {
  route("listRoomPeople", async ({ roomId, query }) =>
    memberPages.cut(await readRoomPeople(db, await existing({ teamRolesOf }, roomId)), query, ({ role, name }) => [
      PERSON_ROLES.indexOf(role),
      name,
    ]),
  );

  route("addRoomPerson", async ({ principal, body, roomId, requestId }) => {
    const room = await existing({ teamRolesOf }, roomId);
    const person = await readNamed(db, body.name);
    if (!person) throw refuse("person_unknown", `Nobody on this server is called ${body.name}.`);
    const { role } = body;
    auth.noteChanged(await setRole(sql, room, person.id, role, personOf(principal)));
    const by = personOf(principal).id;
    log.info({ audit: "room.person_set", by, roomId, personId: person.id, role, requestId });
    return { personId: person.id, name: person.name, role };
  });

  route("setRoomPerson", async ({ principal, params, body, roomId, requestId }) => {
    const room = await existing({ teamRolesOf }, roomId);
    const person = await readPerson(db, params.personId);
    if (!person) throw refuse("person_unknown", "There is no such person.");
    const { role } = body;
    auth.noteChanged(await setRole(sql, room, person.id, role, personOf(principal)));
    const by = personOf(principal).id;
    log.info({ audit: "room.person_set", by, roomId, personId: person.id, role, requestId });
    return { personId: person.id, name: person.name, role };
  });

  route("removeRoomPerson", async ({ principal, params, roomId, requestId }) => {
    const { personId } = params;
    auth.noteChanged(await removeRole(sql, roomOf(roomId), personId, personOf(principal)));
    log.info({
      audit: "room.person_removed",
      by: personOf(principal).id,
      roomId,
      personId,
      requestId,
    });
    return { removed: true as const };
  });
};

/** Admins may see every room, so the right to one does not say that it exists. */
export async function existing(
  { teamRolesOf }: Pick<RouteTools, "teamRolesOf">,
  roomId: RoomId | null,
): Promise<RoomId> {
  const room = roomOf(roomId);
  if ((await teamRolesOf(room)) === null) throw new RefusalError(unknownRoom());
  return room;
}
