import { allRows, type Row } from "@squadroom/client/pages";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plug } from "lucide-react";
import { type ReactNode, useState } from "react";
import { exactTime } from "../../clock/since.ts";
import { Since } from "../../clock/time.tsx";
import { may } from "../../live/allowed.ts";
import { call, queryClient } from "../../live/api.ts";
import { useLiveNow } from "../../live/connection.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Tile } from "../../ui/tile.tsx";
import { toast } from "../../ui/toasts.ts";
import { Loaded } from "./loaded.tsx";
import { t } from "./words.ts";

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
      {t("credentials.connect")}
    </Link>
  );
  return (
    <section>
      <Loaded query={query}>
        {(credentials) =>
          credentials.length === 0 ? (
            <Empty title={t("credentials.none")} actions={connect}>
              {t("credentials.noneText")}
            </Empty>
          ) : (
            <>
              <div className="st-head">
                <h2>{t("credentials.title")}</h2>
                <p className="small muted">{t("credentials.text")}</p>
                <span className="end">{connect}</span>
              </div>
              <ul className="st-list" aria-label={t("credentials.title")}>
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

function CredentialRow({
  credential,
  state,
}: {
  credential: Credential;
  state: RoomState;
}): ReactNode {
  const { id, name, roles, revokedAt, expiresAt, seenAt } = credential;
  const now = useLiveNow();
  const [asks, setAsks] = useState(false);
  const { roomId, team } = state.view;
  const revoke = useMutation({
    mutationFn: () => call("revokeCredential", { params: { room: roomId, credentialId: id } }),
    onSuccess: () => {
      setAsks(false);
      toast(t("credentials.wasRevoked", { name }));
      return queryClient.invalidateQueries({ queryKey: keyOf(roomId) });
    },
  });
  const hasEnded = revokedAt !== null || (expiresAt !== null && expiresAt <= now);
  const isOfTeam = roles.some((role) => team?.roles.some((known) => known.name === role));
  const life =
    revokedAt !== null
      ? t("credentials.revoked", { at: exactTime(revokedAt) })
      : expiresAt === null
        ? t("credentials.live")
        : t(hasEnded ? "credentials.ended" : "credentials.until", { at: exactTime(expiresAt) });
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
            t("credentials.unused")
          ) : (
            <>
              {t("credentials.used")} <Since at={seenAt} ago />
            </>
          )}
          {!hasEnded && !isOfTeam && (
            <span className="c-warn">
              {" · "}
              {t("credentials.gone")}
            </span>
          )}
        </p>
      </div>
      <div className="st-acts">
        {!hasEnded && may(state, "revokeCredential") && (
          <Button
            kind="ghost"
            aria-label={t("credentials.revokeNamed", { name })}
            onClick={() => setAsks(true)}
          >
            {t("credentials.revoke")}
          </Button>
        )}
      </div>
      {asks && (
        <Confirm
          title={t("credentials.revokeTitle", { name })}
          text={t("credentials.revokeText")}
          label={t("credentials.revoke")}
          isDangerous
          act={revoke}
          onClose={() => setAsks(false)}
        />
      )}
    </li>
  );
}
