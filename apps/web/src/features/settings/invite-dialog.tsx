import type { PersonRole } from "@squadroom/core/kernel/route";
import { counted } from "@squadroom/core/kernel/words";
import type { ReactNode } from "react";
import { FormDialog } from "../../act/form-dialog.tsx";
import { useActForm } from "../../act/use-act-form.ts";
import { useRooms } from "../../live/rooms.ts";
import { CommandLine } from "../../ui/command-line.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Check, Field, Select } from "../../ui/field.tsx";
import { say } from "../../words/say.tsx";
import { useProof } from "../access/index.ts";
import { PEOPLE } from "./person-row.tsx";
import { PEOPLE_ROLES } from "./words.ts";

const EMPTY = { name: "", admin: false };

/** Somebody new: the name, which rooms they find when they come, and with which role. */
export function InviteDialog({ onClose }: { onClose: () => void }): ReactNode {
  const rooms = (useRooms().data ?? []).filter((card) => !card.demo);
  const { proof, field } = useProof();
  const form = useActForm("invitePerson", {
    draft: "invite",
    start: EMPTY,
    own: { shared: {} as Record<string, PersonRole> },
    lacks: ({ name }) => ({ name: name.trim() === "" && "Write the name of a person." }),
    gives: ({ name, admin, shared }) => ({
      body: {
        name: name.trim(),
        admin,
        rooms: admin ? [] : Object.entries(shared).map(([roomId, role]) => ({ roomId, role })),
        ...proof,
      },
    }),
    changes: PEOPLE,
    said: ({ person }) => say`${person.name} is invited.`,
  });
  const { admin, shared } = form.value;
  const { maxLength: max = 0, value: name } = form.at("name");
  const left = max - name.length;
  const share = (roomId: string, role: PersonRole | ""): void => {
    const { [roomId]: _, ...others } = shared;
    form.edit({ shared: role === "" ? others : { ...others, [roomId]: role } });
  };
  if (form.reply)
    return (
      <Dialog onClose={onClose} title="Invite a person" width={480}>
        <p className="ink2 st-gap">{say`This link signs ${form.reply.person.name} in, once. Send it only to them.`}</p>
        <CommandLine line={form.reply.url} name="sign-in link" />
      </Dialog>
    );
  return (
    <FormDialog form={form} onClose={onClose} title="Invite a person" width={480} label="Invite">
      <Field
        {...form.at("name")}
        // A text that is too long is reported, not cut.
        maxLength={undefined}
        label="Name"
        help={left < 20 ? `${counted(Math.max(left, 0), "character")} left.` : undefined}
        autoComplete="off"
        autoFocus
      />
      <Check {...form.at("admin")} label="Make them an admin: admins own every room" className="st-check" />
      {!admin && rooms.length > 0 && (
        <fieldset className="st-shared">
          <legend>Rooms</legend>
          <p className="small muted">
            The rooms they see when they sign in. You can change this later in each room's settings.
          </p>
          <ul>
            {rooms.map((card) => (
              <li key={card.roomId}>
                <bdi className="ell">{card.name}</bdi>
                <Select
                  label={say`Role in ${card.name}`}
                  hideLabel
                  value={shared[card.roomId] ?? ""}
                  onChange={(role: PersonRole | "") => share(card.roomId, role)}
                  options={[
                    { value: "", label: "Not shared" },
                    ...(Object.entries(PEOPLE_ROLES) as [PersonRole, string][]).map(([value, label]) => ({
                      value,
                      label,
                    })),
                  ]}
                />
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      {field}
    </FormDialog>
  );
}
