import type { Reply } from "@squadroom/client/call";
import { useInfiniteQuery } from "@tanstack/react-query";
import { KeyRound, UserRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call } from "../../live/api.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Select } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { isolated } from "../../words/say.tsx";
import { EventSentence } from "../log/index.ts";
import { AuditLog } from "./audit-log.tsx";
import { useRoomPeople } from "./people-section.tsx";
import { PEOPLE_ROLES } from "./words.ts";

const AUDIT = {
  credential_created: ({ who, agent, roles }) => (
    <>
      <b>{isolated(who)}</b> created a credential for <b>{isolated(agent)}</b>, as {isolated(roles)}
    </>
  ),
  credential_linked: ({ who, agent }) => (
    <>
      <b>{isolated(who)}</b> created a connect link for <b>{isolated(agent)}</b>
    </>
  ),
  credential_connected: ({ agent }) => (
    <>
      Somebody connected <b>{isolated(agent)}</b> with its link
    </>
  ),
  credential_revoked: ({ who, agent }) => (
    <>
      <b>{isolated(who)}</b> revoked the credential of <b>{isolated(agent)}</b>
    </>
  ),
} satisfies Record<string, (of: { who: string; agent: string; roles: string }) => ReactNode>;

type Entry = Reply<"listAudit">["data"][number];

/** Who did what, newest first, in pages. */
export function AuditSection({ state, names }: { state: RoomState; names: Names }): ReactNode {
  const { roomId } = state.view;
  const [person, setPerson] = useState("");
  const people = useRoomPeople(roomId).data ?? [];
  const query = useInfiniteQuery({
    queryKey: ["audit", roomId, person],
    queryFn: ({ pageParam }) =>
      call("listAudit", {
        params: { room: roomId },
        query: {
          limit: 50,
          ...(pageParam === null ? {} : { cursor: pageParam }),
          ...(person === "" ? {} : { person }),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  });
  return (
    <AuditLog
      title="Audit"
      text="What people did, who joined and left, and changes to rights and credentials."
      query={query}
      lineOf={(entry) => <AuditLine entry={entry} names={names} />}
    >
      <span className="end st-person">
        <Select
          label="By"
          hideLabel
          value={person}
          options={[
            { value: "", label: "everyone" },
            ...people.map(({ personId, name }) => ({ value: personId, label: name })),
          ]}
          onChange={setPerson}
        />
      </span>
    </AuditLog>
  );
}

function AuditLine({ entry, names }: { entry: Entry; names: Names }): ReactNode {
  const { what } = entry;
  const who = entry.by?.name ?? "Squadroom";
  if (what.kind === "event") return <EventSentence event={what.event} names={names} />;
  if (what.kind === "person") {
    const role = what.role === null ? "" : PEOPLE_ROLES[what.role as keyof typeof PEOPLE_ROLES];
    return (
      <>
        <Icon of={UserRound} size="s" />
        <p>
          {what.act === "person_set" ? (
            <>
              <b>{isolated(who)}</b> made <b>{isolated(what.person)}</b> {role} of the room
            </>
          ) : (
            <>
              <b>{isolated(who)}</b> removed <b>{isolated(what.person)}</b> from the room
            </>
          )}
        </p>
      </>
    );
  }
  return (
    <>
      <Icon of={KeyRound} size="s" />
      <p>{AUDIT[what.act]({ who, agent: what.agent, roles: what.roles.join(", ") })}</p>
    </>
  );
}
