import { allRows, type Row } from "@squadroom/client/pages";
import type { PersonRole } from "@squadroom/core/kernel/route";
import { LOCAL_ADMIN } from "@squadroom/core/people/local-admin";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Confirm } from "../../act/confirm.tsx";
import { useAct } from "../../act/use-act.ts";
import { useActForm } from "../../act/use-act-form.ts";
import { may } from "../../live/allowed.ts";
import { call } from "../../live/api.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Tile } from "../../ui/tile.tsx";
import { say } from "../../words/say.tsx";
import { useMyId } from "../access/index.ts";
import { Loaded } from "./loaded.tsx";
import { PEOPLE_ROLES } from "./words.ts";

const PEOPLE_MEANS = {
  owner: "Everything, including its people and removing the room.",
  lead: "Steers tasks, changes the team, connects agents.",
  approver: "Writes messages, answers decisions.",
  viewer: "Reads only.",
};

type Member = Row<"listRoomPeople">;

export const roomPeopleKey = (room: string) => ["room-people", room] as const;

export function useRoomPeople(room: string) {
  return useQuery({
    queryKey: roomPeopleKey(room),
    queryFn: () => allRows(call, "listRoomPeople", { params: { room } }),
    staleTime: 0,
  });
}

/** Who may do what in this room. */
export function PeopleSection({ state }: { state: RoomState }): ReactNode {
  const { roomId } = state.view;
  const query = useRoomPeople(roomId);
  const canSet = may(state, "setRoomPerson");
  return (
    <section>
      <div className="st-head">
        <h2>People</h2>
        <p className="small muted">Who may do what in this room. Admins of the server own every room.</p>
      </div>
      <Loaded query={query}>
        {(people) =>
          people.length === 0 ? (
            <p className="muted">Only the server's admins see this room.</p>
          ) : (
            <ul className="st-list" aria-label="People">
              {people.map((person) => (
                <MemberRow
                  key={person.personId}
                  person={person}
                  state={state}
                  canSet={canSet}
                  isOnlyOwner={person.role === "owner" && people.filter(({ role }) => role === "owner").length === 1}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {canSet && <AddPerson roomId={roomId} />}
    </section>
  );
}

function MemberRow({
  person,
  state,
  canSet,
  isOnlyOwner,
}: {
  person: Member;
  state: RoomState;
  canSet: boolean;
  /** A room keeps one: neither another role nor removal is offered. */
  isOnlyOwner: boolean;
}): ReactNode {
  const isMe = useMyId() === person.personId;
  const [asks, setAsks] = useState(false);
  const { roomId, name: room } = state.view;
  const params = { room: roomId, personId: person.personId };
  const set = useAct("setRoomPerson", {
    changes: roomPeopleKey(roomId),
    said: ({ name, role }) => say`${name} is now ${PEOPLE_ROLES[role]}.`,
  });
  return (
    <li>
      <Tile name={person.name} person />
      <div className="st-name">
        <b className="strong">{person.name}</b> {isMe && <Tag tone="line">you</Tag>}
        <p className="small muted">
          {person.name === LOCAL_ADMIN ? "The squadroom command on the server's machine." : PEOPLE_MEANS[person.role]}
        </p>
        {set.problem && <Note tone="bad">{set.problem}</Note>}
      </div>
      <div className="st-acts">
        {isOnlyOwner ? (
          <span className="muted">the only owner</span>
        ) : canSet ? (
          <>
            <Select
              label={say`Role of ${person.name}`}
              hideLabel
              value={person.role}
              labels={PEOPLE_ROLES}
              onChange={(role) => void set.send({ params, body: { role } })}
            />
            <Button kind="ghost" aria-label={say`Remove ${person.name}`} onClick={() => setAsks(true)}>
              Remove
            </Button>
          </>
        ) : (
          <span className="muted">{PEOPLE_ROLES[person.role]}</span>
        )}
      </div>
      {asks && (
        <Confirm
          title={say`Remove ${person.name} from ${room}?`}
          text="They can't see this room any more. Their account stays."
          label="Remove"
          isDangerous
          route="removeRoomPerson"
          given={{ params }}
          changes={roomPeopleKey(roomId)}
          said={() => say`${person.name} was removed.`}
          onClose={() => setAsks(false)}
        />
      )}
    </li>
  );
}

function AddPerson({ roomId }: { roomId: string }): ReactNode {
  const form = useActForm("addRoomPerson", {
    draft: `person:${roomId}`,
    start: { name: "", role: "approver" as PersonRole },
    lacks: ({ name }) => ({ name: name.trim() === "" && "Write the name of a person." }),
    gives: (body) => ({ params: { room: roomId }, body }),
    changes: roomPeopleKey(roomId),
    refusals: { person_unknown: "name" },
    said: (person) => say`${person.name} was added.`,
  });
  return (
    <form {...form.binding} className="st-form st-after">
      <Field
        {...form.at("name")}
        label="Name"
        autoComplete="off"
        help="The name they sign in with. New here? Invite them in the server's settings first."
      />
      <Select {...form.at("role")} label="As" labels={PEOPLE_ROLES} />
      <Button kind="primary" type="submit">
        Add
      </Button>
      {form.problem && <Note tone="bad">{form.problem}</Note>}
    </form>
  );
}
