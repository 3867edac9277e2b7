import { Link, useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { may } from "../../live/allowed.ts";
import { isRefused } from "../../live/api.ts";
import { useRoom } from "../../live/room.ts";
import { useRooms } from "../../live/rooms.ts";
import { usePreferences } from "../../preferences/preferences.ts";
import { Top } from "../../shell/top.tsx";
import { Unreachable } from "../../shell/unreachable.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Select } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Problem } from "../../ui/problem.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { ConnectForm } from "./connect-form.tsx";
import { t } from "./words.ts";
import "./connect-screen.css";

/** Pick a role, run one line, see it turn green. */
export function ConnectScreen({
  room: wanted,
  role,
}: {
  room: string | undefined;
  role: string | undefined;
}): ReactNode {
  const navigate = useNavigate();
  const rooms = useRooms();
  const cards = rooms.data ?? [];
  const { lastRoom } = usePreferences();
  const own = cards.filter((card) => !card.demo);
  const last = own.find((card) => card.name === lastRoom);
  const room = wanted ?? (last ?? own[0] ?? cards[0])?.name ?? "";
  const query = useRoom(room);
  useTitle(t("page.title"));

  const choices = [
    ...new Set([...cards.map((card) => card.name), ...(wanted ? [wanted] : [])]),
  ].sort();
  const body = (): ReactNode => {
    if (rooms.isPending) return <SkeletonRows rows={5} />;
    if (rooms.isError)
      return <Unreachable error={rooms.error} onAgain={() => void rooms.refetch()} />;
    if (room === "") {
      return (
        <Empty
          title={t("page.noRoom.title")}
          actions={
            <Link to="/rooms" search={{ new: true }} className={buttonClass("primary")}>
              <Icon of={Plus} size="s" />
              {t("page.noRoom.new")}
            </Link>
          }
        >
          {t("page.noRoom.text")}
        </Empty>
      );
    }
    if (query.isPending) return <SkeletonRows rows={5} />;
    if (query.isError && !isRefused(query.error))
      return <Unreachable error={query.error} onAgain={() => void query.refetch()} />;
    if (query.isError || !may(query.data, "createCredential")) {
      return (
        <Problem
          tone="warn"
          title={t("page.forbidden.title")}
          code={isRefused(query.error) ? query.error.code : undefined}
        >
          {t("page.forbidden.text", { room })}
        </Problem>
      );
    }
    return <ConnectForm key={query.data.view.roomId} state={query.data} role={role} />;
  };
  return (
    <>
      <Top back title={t("page.title")} />
      <div className="cp">
        {room !== "" && (
          <div className="cp-head">
            <p className="read">{t("page.text")}</p>
            {choices.length > 1 && (
              <Select
                label={t("page.room")}
                value={room}
                onChange={(name) => void navigate({ to: "/connect", search: { room: name } })}
                options={choices.map((name) => ({ value: name, label: name }))}
              />
            )}
          </div>
        )}
        {body()}
      </div>
    </>
  );
}
