import { allRows, type Row } from "@squadroom/client/pages";
import type { PersonRole } from "@squadroom/core/kernel/route";
import { LOCAL_ADMIN } from "@squadroom/core/people/local-admin";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { useDraft } from "../../drafts/use-draft.ts";
import { may } from "../../live/allowed.ts";
import { call, explain, queryClient } from "../../live/api.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Tile } from "../../ui/tile.tsx";
import { toast } from "../../ui/toasts.ts";
import { useMyId } from "../access/index.ts";
import { Loaded } from "./loaded.tsx";
import { t } from "./words.ts";

type Member = Row<"listRoomPeople">;

const ROLES: readonly PersonRole[] = ["owner", "lead", "approver", "viewer"];

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
        <h2>{t("people.title")}</h2>
        <p className="small muted">{t("people.text")}</p>
      </div>
      <Loaded query={query}>
        {(people) =>
          people.length === 0 ? (
            <p className="muted">{t("people.none")}</p>
          ) : (
            <ul className="st-list" aria-label={t("people.title")}>
              {people.map((person) => (
                <MemberRow
                  key={person.personId}
                  person={person}
                  state={state}
                  canSet={canSet}
                  isOnlyOwner={
                    person.role === "owner" &&
                    people.filter(({ role }) => role === "owner").length === 1
                  }
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
  /** A room keeps one: neither another role nor the way out is offered. */
  isOnlyOwner: boolean;
}): ReactNode {
  const isMe = useMyId() === person.personId;
  const [asks, setAsks] = useState(false);
  const { roomId, name: room } = state.view;
  const params = { room: roomId, personId: person.personId };
  const set = useMutation({
    mutationFn: (role: PersonRole) => call("setRoomPerson", { params, body: { role } }),
    onSuccess: ({ name, role }) =>
      toast(t("people.changed", { name, role: t(`people.roles.${role}`) })),
    onSettled: () => refresh(roomId),
  });
  const remove = useMutation({
    mutationFn: () => call("removeRoomPerson", { params }),
    onSuccess: () => {
      setAsks(false);
      toast(t("people.removed", { name: person.name }));
      return refresh(roomId);
    },
  });
  const failure = set.error;
  return (
    <li>
      <Tile name={person.name} person />
      <div className="st-name">
        <b className="strong">{person.name}</b> {isMe && <Tag tone="line">{t("people.you")}</Tag>}
        <p className="small muted">
          {person.name === LOCAL_ADMIN ? t("people.local") : t(`people.means.${person.role}`)}
        </p>
        {failure && <Note tone="bad">{explain(failure).message}</Note>}
      </div>
      <div className="st-acts">
        {isOnlyOwner ? (
          <span className="muted">{t("people.onlyOwner")}</span>
        ) : canSet ? (
          <>
            <Select
              label={t("people.role", { name: person.name })}
              hideLabel
              value={person.role}
              options={ROLES.map((value) => ({ value, label: t(`people.roles.${value}`) }))}
              onChange={(role) => set.mutate(role as PersonRole)}
            />
            <Button
              kind="ghost"
              aria-label={t("people.removeNamed", { name: person.name })}
              onClick={() => setAsks(true)}
            >
              {t("people.remove")}
            </Button>
          </>
        ) : (
          <span className="muted">{t(`people.roles.${person.role}`)}</span>
        )}
      </div>
      {asks && (
        <Confirm
          title={t("people.removeTitle", { name: person.name, room })}
          text={t("people.removeText")}
          label={t("people.remove")}
          isDangerous
          act={remove}
          onClose={() => setAsks(false)}
        />
      )}
    </li>
  );
}

function AddPerson({ roomId }: { roomId: string }): ReactNode {
  const draft = useDraft<{ name: string; role: PersonRole }>(`person:${roomId}`, {
    name: "",
    role: "approver",
  });
  const { name, role } = draft.value;
  const add = useMutation({
    mutationFn: () => call("addRoomPerson", { params: { room: roomId }, body: { name, role } }),
    onSuccess: (person) => {
      draft.discard();
      toast(t("people.added", { name: person.name }));
      return refresh(roomId);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== "" && !add.isPending) add.mutate();
  };
  return (
    <form className="st-form st-after" onSubmit={submit}>
      <Field
        label={t("people.name")}
        value={name}
        onChange={(event) => draft.edit({ name: event.target.value })}
        maxLength={60}
        autoComplete="off"
        help={t("people.nameHelp")}
        problem={add.error ? explain(add.error).message : undefined}
      />
      <Select
        label={t("people.addRole")}
        value={role}
        options={ROLES.map((value) => ({ value, label: t(`people.roles.${value}`) }))}
        onChange={(value) => draft.edit({ role: value as PersonRole })}
      />
      <Button kind="primary" type="submit">
        {t("people.add")}
      </Button>
    </form>
  );
}

function refresh(roomId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: roomPeopleKey(roomId) });
}
