import { allRows, type Row } from "@squadroom/client/pages";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plug } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Confirm } from "../../act/confirm.tsx";
import { exactTime } from "../../clock/since.ts";
import { Since } from "../../clock/time.tsx";
import { may } from "../../live/allowed.ts";
import { call } from "../../live/api.ts";
import { useLiveNow } from "../../live/connection.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Tile } from "../../ui/tile.tsx";
import { say } from "../../words/say.tsx";
import { Loaded } from "./loaded.tsx";

type Credential = Row<"listCredentials">;

const keyOf = (roomId: string) => ["credentials", roomId] as const;

/** The agents' credentials of the room, without their secrets. */
export function CredentialsSection({ state }: { state: RoomState }): ReactNode {
  const { roomId, name } = state.view;
  const query = useQuery({
    queryKey: keyOf(roomId),
    queryFn: () => allRows(call, "listCredentials", { params: { room: roomId } }),
    staleTime: 0,
  });
  const connect = (
    <Link to="/connect" search={{ room: name }} className={buttonClass("plain")}>
      <Icon of={Plug} size="s" />
      Connect an agent
    </Link>
  );
  return (
    <section>
      <Loaded query={query}>
        {(credentials) =>
          credentials.length === 0 ? (
            <Empty title="No agent can join yet" actions={connect}>
              Connect one: it gets a credential for its role, and one line to run.
            </Empty>
          ) : (
            <>
              <div className="st-head">
                <h2>Credentials</h2>
                <p className="small muted">
                  One for each agent. A link gives it to the machine that the agent works on.
                </p>
                <span className="end">{connect}</span>
              </div>
              <ul className="st-list" aria-label="Credentials">
                {credentials.map((credential) => (
                  <CredentialRow key={credential.id} credential={credential} state={state} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function CredentialRow({ credential, state }: { credential: Credential; state: RoomState }): ReactNode {
  const { id, name, roles, revokedAt, expiresAt, seenAt } = credential;
  const now = useLiveNow();
  const [asks, setAsks] = useState(false);
  const { roomId, team } = state.view;
  const hasEnded = revokedAt !== null || (expiresAt !== null && expiresAt <= now);
  const isOfTeam = roles.some((role) => team?.roles.some((known) => known.name === role));
  const life =
    revokedAt !== null
      ? `revoked ${exactTime(revokedAt)}`
      : expiresAt === null
        ? "never expires"
        : hasEnded
          ? `ended ${exactTime(expiresAt)}`
          : `until ${exactTime(expiresAt)}`;
  return (
    <li>
      <Tile name={name} offline={hasEnded} />
      <div className="st-name">
        <b className={hasEnded ? "muted" : "strong"}>{name}</b>{" "}
        <span className="mono small muted">{roles.join(", ")}</span>
        <p className="small muted">
          {life}
          {" · "}
          {seenAt === null ? (
            "not yet used"
          ) : (
            <>
              Last seen <Since at={seenAt} ago />
            </>
          )}
          {!hasEnded && !isOfTeam && (
            <span className="c-warn">
              {" · "}
              the team has none of these roles
            </span>
          )}
        </p>
      </div>
      <div className="st-acts">
        {!hasEnded && may(state, "revokeCredential") && (
          <Button kind="ghost" aria-label={say`Revoke the credential of ${name}`} onClick={() => setAsks(true)}>
            Revoke
          </Button>
        )}
      </div>
      {asks && (
        <Confirm
          title={say`Revoke the credential of ${name}?`}
          text="It stops working at once. The task in its hand goes to another agent when the lease ends."
          label="Revoke"
          isDangerous
          route="revokeCredential"
          given={{ params: { room: roomId, credentialId: id } }}
          changes={keyOf(roomId)}
          said={() => say`The credential of ${name} was revoked.`}
          onClose={() => setAsks(false)}
        />
      )}
    </li>
  );
}
