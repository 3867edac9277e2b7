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
import { say } from "../../words/say.tsx";
import { roomInNeed } from "./arrival.ts";
import { ConnectForm } from "./connect-form.tsx";
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
  const room = wanted ?? roomInNeed(cards, lastRoom)?.name ?? "";
  const query = useRoom(room);
  useTitle("Connect an agent");

  const choices = [...new Set([...cards.map((card) => card.name), ...(wanted ? [wanted] : [])])].sort();
  const body = (): ReactNode => {
    if (rooms.isPending) return <SkeletonRows rows={5} />;
    if (rooms.isError) return <Unreachable error={rooms.error} onAgain={() => void rooms.refetch()} />;
    if (room === "") {
      return (
        <Empty
          title="An agent needs a room to join"
          actions={
            <Link to="/rooms" search={{ new: true }} className={buttonClass("primary")}>
              <Icon of={Plus} size="s" />
              New room
            </Link>
          }
        >
          There are no rooms yet. Create one first; then connecting takes one line.
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
          title="You can't connect agents here"
          code={isRefused(query.error) ? query.error.code : undefined}
        >
          {say`Ask a lead or owner of ${room} to connect one, or to give you the right.`}
        </Problem>
      );
    }
    return <ConnectForm key={query.data.view.roomId} state={query.data} role={role} />;
  };
  return (
    <>
      <Top back title="Connect an agent" />
      <div className="cp">
        {room !== "" && (
          <div className="cp-head">
            <p className="read">Any agent that can run a command or call an API can join. Pick a role, run one line.</p>
            {choices.length > 1 && (
              <Select
                label="Room"
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
