import { allRows } from "@squadroom/client/pages";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { UserPlus } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { call } from "../../live/api.ts";
import { Top } from "../../shell/top.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useMe } from "../access/index.ts";
import { RoomImport } from "../interchange/index.ts";
import { PricesSection } from "../price/index.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { Loaded } from "./loaded.tsx";
import { PEOPLE, type Person, PersonRow } from "./person-row.tsx";
import { ServerAuditSection } from "./server-audit-section.tsx";
import "./settings.css";

const route = getRouteApi("/shell/settings");

function isOnlyAdmin(person: Person, people: readonly Person[]): boolean {
  const admins = people.filter((one) => one.admin && one.deactivatedAt === null);
  return admins.length === 1 && admins[0] === person;
}

/** The people of this server, what models cost on it, and who came in. */
export function ServerSettingsRoute(): ReactNode {
  const me = useMe().data;
  const navigate = route.useNavigate();
  const { invite = false } = route.useSearch();
  const setInvites = (open: boolean): void => void navigate({ search: open ? { invite: true } : {}, replace: true });
  useTitle("Settings");
  const isAdmin = me?.admin === true;
  const query = useQuery({
    queryKey: PEOPLE,
    queryFn: () => allRows(call, "listPeople", {}),
    staleTime: 0,
    enabled: isAdmin,
  });
  if (me && !isAdmin) {
    return (
      <>
        <Top title="Settings" />
        <Empty title="Only admins can open this">
          Ask one of them to invite people; your rooms have settings of their own.
        </Empty>
      </>
    );
  }
  return (
    <>
      <Top title="Settings" />
      <div className="st-page">
        <section>
          <div className="st-head">
            <h2>People on this server</h2>
            <p className="small muted">Everyone who can sign in. Rooms are shared in each room's own settings.</p>
            <span className="end">
              <Button kind="primary" onClick={() => setInvites(true)}>
                <Icon of={UserPlus} size="s" />
                Invite
              </Button>
            </span>
          </div>
          <Loaded query={query}>
            {(people) => (
              <ul className="st-list" aria-label="People on this server">
                {people.map((person) => (
                  <PersonRow
                    key={person.id}
                    person={person}
                    isMe={person.id === me?.id}
                    isOnlyAdmin={isOnlyAdmin(person, people)}
                  />
                ))}
              </ul>
            )}
          </Loaded>
        </section>
        <Suspense fallback={<SkeletonRows rows={5} />}>
          <RoomImport />
          <PricesSection />
        </Suspense>
        <ServerAuditSection />
      </div>
      {invite && <InviteDialog onClose={() => setInvites(false)} />}
    </>
  );
}
