import type { PersonRole } from "@squadroom/core/kernel/route";
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
import { useProof } from "../access/index.ts";
import { refreshPeople } from "./person-row.tsx";
import { t } from "./words.ts";

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
      toast(t("server.invited", { name: person.name }));
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
      title={t("server.inviteTitle")}
      width={480}
      footer={
        !invite.data && (
          <>
            <Button kind="ghost" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button kind="primary" type="submit" form={FORM}>
              {t("server.invite")}
            </Button>
          </>
        )
      }
    >
      {invite.data ? (
        <>
          <p className="ink2 st-gap">{t("server.linkFor", { name: invite.data.person.name })}</p>
          <CommandLine line={invite.data.url} name={t("server.linkName")} />
        </>
      ) : (
        <form id={FORM} className="row-form" onSubmit={submit}>
          <Field
            label={t("server.name")}
            help={left < 20 ? t("server.nameLeft", { count: Math.max(left, 0) }) : undefined}
            value={name}
            onChange={(event) => draft.edit({ name: event.target.value })}
            autoComplete="off"
            autoFocus
            problem={
              left < 0
                ? t("server.nameLong", { max: NAME_MAX })
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
            {t("server.asAdmin")}
          </label>
          {!admin && rooms.length > 0 && (
            <fieldset className="st-shared">
              <legend>{t("server.rooms")}</legend>
              <p className="small muted">{t("server.roomsHelp")}</p>
              <ul>
                {rooms.map((card) => (
                  <li key={card.roomId}>
                    <bdi className="ell">{card.name}</bdi>
                    <Select
                      label={t("server.roleIn", { room: card.name })}
                      hideLabel
                      value={shared[card.roomId] ?? ""}
                      onChange={(role) => share(card.roomId, role as PersonRole | "")}
                      options={[
                        { value: "", label: t("server.notShared") },
                        ...ROLES.map((role) => ({ value: role, label: t(`people.roles.${role}`) })),
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
