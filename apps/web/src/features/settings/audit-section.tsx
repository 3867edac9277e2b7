import type { Reply } from "@squadroom/client/call";
import { useInfiniteQuery } from "@tanstack/react-query";
import { KeyRound, UserRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call } from "../../live/api.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Select } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { EventSentence } from "../log/index.ts";
import { AuditLog } from "./audit-log.tsx";
import { useRoomPeople } from "./people-section.tsx";
import { say, t } from "./words.ts";

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
      title={t("audit.title")}
      text={t("audit.text")}
      query={query}
      lineOf={(entry) => <AuditLine entry={entry} names={names} />}
    >
      <span className="end st-person">
        <Select
          label={t("audit.person")}
          hideLabel
          value={person}
          options={[
            { value: "", label: t("audit.everyone") },
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
  const who = entry.by?.name ?? t("audit.nobody");
  if (what.kind === "event") return <EventSentence event={what.event} names={names} />;
  if (what.kind === "person") {
    const role = what.role === null ? "" : t(`people.roles.${what.role as "owner"}`);
    const key = what.act === "person_set" ? "audit.personSet" : "audit.personRemoved";
    return (
      <>
        <Icon of={UserRound} size="s" />
        <p>{say(key, { who, person: what.person, role })}</p>
      </>
    );
  }
  return (
    <>
      <Icon of={KeyRound} size="s" />
      <p>{say(`audit.${what.act}`, { who, agent: what.agent, roles: what.roles.join(", ") })}</p>
    </>
  );
}
