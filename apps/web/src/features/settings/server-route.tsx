import { useMutation, useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { DraftKept } from "../../drafts/draft-kept.tsx";
import { useDraft } from "../../drafts/use-draft.ts";
import { call, explain } from "../../live/api.ts";
import { Top } from "../../shell/top.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { CommandLine } from "../../ui/command-line.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toasts.ts";
import { wordsOf } from "../../words/words-of.ts";
import { useMe } from "../access/index.ts";
import { Loaded } from "./loaded.tsx";
import { PEOPLE, PersonRow, refreshPeople } from "./person-row.tsx";
import { ServerAuditSection } from "./server-audit-section.tsx";
import "./settings.css";
import "./words.ts";

/** The people of this server: who can sign in, and who is an admin. */
export function ServerSettingsRoute(): ReactNode {
  const { t } = wordsOf("settings");
  const me = useMe().data;
  const [invites, setInvites] = useState(false);
  useTitle(t("server.title"));
  const isAdmin = me?.admin === true;
  const query = useQuery({
    queryKey: PEOPLE,
    queryFn: () => call("listPeople"),
    staleTime: 0,
    enabled: isAdmin,
  });
  if (me && !isAdmin) {
    return (
      <>
        <Top title={t("server.title")} />
        <Empty title={t("server.notYours")}>{t("server.notYoursText")}</Empty>
      </>
    );
  }
  return (
    <>
      <Top title={t("server.title")} />
      <div className="st-page">
        <section>
          <div className="st-head">
            <h2>{t("server.people")}</h2>
            <p className="small muted">{t("server.text")}</p>
            <span className="end">
              <Button kind="primary" onClick={() => setInvites(true)}>
                <Icon of={UserPlus} size="s" />
                {t("server.invite")}
              </Button>
            </span>
          </div>
          <Loaded query={query}>
            {({ people }) => (
              <ul className="st-list" aria-label={t("server.people")}>
                {people.map((person) => (
                  <PersonRow key={person.id} person={person} isMe={person.id === me?.id} />
                ))}
              </ul>
            )}
          </Loaded>
        </section>
        <ServerAuditSection />
      </div>
      {invites && <InviteDialog onClose={() => setInvites(false)} />}
    </>
  );
}

function InviteDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = wordsOf("settings");
  const draft = useDraft("invite", { name: "", admin: false });
  const { name, admin } = draft.value;
  const invite = useMutation({
    mutationFn: () => call("invitePerson", { body: { name, admin } }),
    onSuccess: ({ person }) => {
      draft.discard();
      toast(t("server.invited", { name: person.name }));
      return refreshPeople();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== "" && !invite.isPending) invite.mutate();
  };
  return (
    <Dialog open onClose={onClose} title={t("server.inviteTitle")} width={480}>
      {invite.data ? (
        <>
          <p className="ink2 st-gap">{t("server.linkFor", { name: invite.data.person.name })}</p>
          <CommandLine line={invite.data.url} name={t("server.linkName")} />
        </>
      ) : (
        <form className="row-form" onSubmit={submit}>
          <Field
            label={t("server.name")}
            value={name}
            onChange={(event) => draft.edit({ name: event.target.value })}
            maxLength={60}
            autoComplete="off"
            autoFocus
            problem={invite.error ? explain(invite.error).message : undefined}
          />
          <label className="st-check">
            <input
              type="checkbox"
              checked={admin}
              onChange={(event) => draft.edit({ admin: event.target.checked })}
            />
            {t("server.asAdmin")}
          </label>
          <DraftKept of={draft} />
          <div>
            <Button kind="primary" type="submit">
              {t("server.invite")}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
