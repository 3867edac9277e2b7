import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { clsx } from "clsx";
import {
  Download,
  History,
  Lock,
  type LucideIcon,
  Plug,
  Settings,
  Trash2,
  Webhook,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { call, explain } from "../../live/api.ts";
import { forgetRoom } from "../../live/rooms.ts";
import { Anchored } from "../../ui/anchored.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toasts.ts";
import { say } from "../../words/say.tsx";

export type RoomMenuProps = {
  name: string;
  roomId: string;
  demo: boolean;
  canConnect: boolean;
  canRemove: boolean;
  canHook: boolean;
};

type PanelProps = RoomMenuProps & { anchor: HTMLElement; onClose: () => void };

export function RoomMenuPanel({
  name,
  roomId,
  demo,
  canConnect,
  canRemove,
  canHook,
  anchor,
  onClose,
}: PanelProps): ReactNode {
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const remove = useMutation({
    mutationFn: () => call("removeRoom", { params: { room: roomId } }),
    onSuccess: () => {
      forgetRoom(roomId);
      toast(say`${name} was removed.`);
      void navigate({ to: "/rooms" });
    },
  });
  const toSettings = (search: { section?: "export" | "webhooks" }): void =>
    void navigate({ to: "/rooms/$room/settings", params: { room: name }, search });
  if (asks) {
    return (
      <Dialog
        onClose={onClose}
        title={say`Remove ${name}?`}
        width={440}
        footer={
          <>
            <Button kind="ghost" onClick={onClose}>
              Keep it
            </Button>
            <Button kind="danger" onClick={() => remove.mutate()}>
              Remove the room
            </Button>
          </>
        }
      >
        <p className="ink2">
          Its agents are disconnected and its log is closed. This can't be undone.
        </p>
        {remove.isError && <Note tone="bad">{explain(remove.error).message}</Note>}
      </Dialog>
    );
  }
  return (
    <Anchored anchor={anchor} label="More" align="end" isMenu onClose={onClose}>
      <Item
        icon={History}
        isNarrow
        onPress={() =>
          void navigate({ to: "/rooms/$room/replay", params: { room: name }, search: {} })
        }
      >
        Replay
      </Item>
      <Item
        icon={Lock}
        isNarrow
        onPress={() => void navigate({ to: "/rooms/$room/locks", params: { room: name } })}
      >
        Locks
      </Item>
      <Item icon={Settings} isNarrow onPress={() => toSettings({})}>
        Settings
      </Item>
      <Item icon={Download} onPress={() => toSettings({ section: "export" })}>
        Export
      </Item>
      {canConnect && (
        <Item
          icon={Plug}
          isNarrow
          onPress={() => void navigate({ to: "/connect", search: { room: name } })}
        >
          Connect an agent
        </Item>
      )}
      {canHook && (
        <Item icon={Webhook} onPress={() => toSettings({ section: "webhooks" })}>
          Webhooks
        </Item>
      )}
      {canRemove && (
        <Item icon={Trash2} isEnding onPress={() => (demo ? remove.mutate() : setAsks(true))}>
          {demo ? "Remove the demo" : "Remove the room"}
        </Item>
      )}
      {remove.isError && <Note tone="bad">{explain(remove.error).message}</Note>}
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
