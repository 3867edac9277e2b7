import type { PersonRole } from "@squadroom/core/kernel/route";
import { counted } from "@squadroom/core/kernel/words";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import { DraftKept } from "../../drafts/draft-kept.tsx";
import { useDraft } from "../../drafts/use-draft.ts";
import { call, explain } from "../../live/api.ts";
import { useRooms } from "../../live/rooms.ts";
import { Button } from "../../ui/button.tsx";
import { CommandLine } from "../../ui/command-line.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { toast } from "../../ui/toasts.ts";
import { say } from "../../words/say.tsx";
import { useProof } from "../access/index.ts";
import { refreshPeople } from "./person-row.tsx";
import { PEOPLE_ROLES } from "./words.ts";

const FORM = "invite-form";
/** As the server takes it. */
const NAME_MAX = 60;
const ROLES: readonly PersonRole[] = ["owner", "lead", "approver", "viewer"];

const EMPTY: { name: string; admin: boolean; shared: Record<string, PersonRole> } = {
  name: "",
  admin: false,
  shared: {},
};

/** Somebody new: the name, which rooms they find when they come, and as what. */
export function InviteDialog({ onClose }: { onClose: () => void }): ReactNode {
  const draft = useDraft("invite", EMPTY);
  const { name, admin, shared } = draft.value;
  const rooms = (useRooms().data ?? []).filter((card) => !card.demo);
  const left = NAME_MAX - name.trim().length;
  const { proof, field } = useProof();
  const invite = useMutation({
    mutationFn: () =>
      call("invitePerson", {
        body: {
          name: name.trim(),
          admin,
          rooms: admin ? [] : Object.entries(shared).map(([roomId, role]) => ({ roomId, role })),
          ...proof,
        },
      }),
    onSuccess: ({ person }) => {
      draft.discard();
      toast(say`${person.name} is invited.`);
      return refreshPeople();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== "" && left >= 0 && !invite.isPending) invite.mutate();
  };
  const share = (roomId: string, role: PersonRole | ""): void => {
    const { [roomId]: _, ...others } = shared;
    draft.edit({ shared: role === "" ? others : { ...others, [roomId]: role } });
  };
  return (
    <Dialog
      onClose={onClose}
      title="Invite a person"
      width={480}
      footer={
        !invite.data && (
          <>
            <Button kind="ghost" onClick={onClose}>
              Cancel
            </Button>
            <Button kind="primary" type="submit" form={FORM}>
              Invite
            </Button>
          </>
        )
      }
    >
      {invite.data ? (
        <>
          <p className="ink2 st-gap">{say`This link signs ${invite.data.person.name} in, once. Send it only to them.`}</p>
          <CommandLine line={invite.data.url} name="sign-in link" />
        </>
      ) : (
        <form id={FORM} className="row-form" onSubmit={submit}>
          <Field
            label="Name"
            help={left < 20 ? `${counted(Math.max(left, 0), "character")} left.` : undefined}
            value={name}
            onChange={(event) => draft.edit({ name: event.target.value })}
            autoComplete="off"
            autoFocus
            problem={
              left < 0
                ? `A name can have ${NAME_MAX} characters at most.`
                : invite.error
                  ? explain(invite.error).message
                  : undefined
            }
          />
          <label className="st-check">
            <input
              type="checkbox"
              checked={admin}
              onChange={(event) => draft.edit({ admin: event.target.checked })}
            />
            Make them an admin: admins own every room
          </label>
          {!admin && rooms.length > 0 && (
            <fieldset className="st-shared">
              <legend>Rooms</legend>
              <p className="small muted">
                The rooms they see when they sign in. You can change this later in each room's
                settings.
              </p>
              <ul>
                {rooms.map((card) => (
                  <li key={card.roomId}>
                    <bdi className="ell">{card.name}</bdi>
                    <Select
                      label={say`Role in ${card.name}`}
                      hideLabel
                      value={shared[card.roomId] ?? ""}
                      onChange={(role) => share(card.roomId, role as PersonRole | "")}
                      options={[
                        { value: "", label: "Not shared" },
                        ...ROLES.map((role) => ({ value: role, label: PEOPLE_ROLES[role] })),
                      ]}
                    />
                  </li>
                ))}
              </ul>
            </fieldset>
          )}
          {field}
          <DraftKept of={draft} />
        </form>
      )}
    </Dialog>
  );
}
