import { useNavigate } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Download, History, type LucideIcon, Plug, Trash2, Webhook } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Confirm } from "../../act/confirm.tsx";
import { useAct } from "../../act/use-act.ts";
import { forgetRoom } from "../../live/rooms.ts";
import { Anchored } from "../../ui/anchored.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { say } from "../../words/say.tsx";

export type RoomMenuProps = {
  name: string;
  roomId: string;
  /** What its team was made from. */
  team: string | null;
  demo: boolean;
  canConnect: boolean;
  canRemove: boolean;
  canHook: boolean;
  canExport: boolean;
};

type PanelProps = RoomMenuProps & { anchor: HTMLElement; onClose: () => void };

export function RoomMenuPanel({
  name,
  roomId,
  team,
  demo,
  canConnect,
  canRemove,
  canHook,
  canExport,
  anchor,
  onClose,
}: PanelProps): ReactNode {
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const gone = {
    said: () => say`${name} was removed.`,
    onDone: () => {
      forgetRoom(roomId);
      void navigate({ to: "/rooms" });
    },
  };
  const remove = useAct("removeRoom", gone);
  const given = { params: { room: roomId } };
  const toSettings = (section: "export" | "webhooks"): void =>
    void navigate({ to: "/rooms/$room/settings", params: { room: name }, search: { section } });
  if (asks) {
    return (
      <Confirm
        {...gone}
        route="removeRoom"
        given={given}
        title={say`Remove ${name}?`}
        text="Its agents are disconnected and its log is closed. This can't be undone."
        label="Remove the room"
        cancel="Keep it"
        isDangerous
        onClose={onClose}
      />
    );
  }
  return (
    <Anchored anchor={anchor} label="More" align="end" isMenu onClose={onClose}>
      {team && <p className="menu-part small muted">{say`Team: ${team}`}</p>}
      <Item
        icon={History}
        isNarrow
        onPress={() => void navigate({ to: "/rooms/$room/replay", params: { room: name }, search: {} })}
      >
        Replay
      </Item>
      {canExport && (
        <Item icon={Download} onPress={() => toSettings("export")}>
          Export
        </Item>
      )}
      {canConnect && (
        <Item icon={Plug} isNarrow onPress={() => void navigate({ to: "/connect", search: { room: name } })}>
          Connect an agent
        </Item>
      )}
      {canHook && (
        <Item icon={Webhook} onPress={() => toSettings("webhooks")}>
          Webhooks
        </Item>
      )}
      {canRemove && (
        <Item icon={Trash2} isEnding onPress={() => (demo ? void remove.send(given) : setAsks(true))}>
          {demo ? "Remove the demo" : "Remove the room"}
        </Item>
      )}
      {remove.problem && <Note tone="bad">{remove.problem}</Note>}
    </Anchored>
  );
}

function Item({
  icon,
  isNarrow = false,
  isEnding = false,
  onPress,
  children,
}: {
  icon: LucideIcon;
  /** Only on a phone, whose head has no room for it. */
  isNarrow?: boolean;
  isEnding?: boolean;
  onPress: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <button
      type="button"
      role="menuitem"
      className={clsx("menu-item", isNarrow && "narrow", isEnding && "c-bad")}
      onClick={onPress}
    >
      <Icon of={icon} />
      {children}
    </button>
  );
}
