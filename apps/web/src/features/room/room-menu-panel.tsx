import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { History, Lock, Plug, Settings, Trash2, Webhook } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call, explain } from "../../live/api.ts";
import { forgetRoom } from "../../live/rooms.ts";
import { Anchored } from "../../ui/anchored.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toasts.ts";
import { wordsOf } from "../../words/words-of.ts";

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
  const { t } = wordsOf("room");
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const remove = useMutation({
    mutationFn: () => call("removeRoom", { params: { room: roomId } }),
    onSuccess: () => {
      forgetRoom(roomId);
      toast(t("screen.removed", { name }));
      void navigate({ to: "/rooms" });
    },
  });
  if (asks) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={t("screen.removeTitle", { name })}
        width={440}
        footer={
          <>
            <Button kind="ghost" onClick={onClose}>
              {t("screen.keep")}
            </Button>
            <Button kind="danger" onClick={() => remove.mutate()}>
              {t("screen.removeConfirm")}
            </Button>
          </>
        }
      >
        <p className="ink2">{t("screen.removeText")}</p>
        {remove.isError && <Note tone="bad">{explain(remove.error).message}</Note>}
      </Dialog>
    );
  }
  return (
    <Anchored anchor={anchor} label={t("screen.more")} align="end" isMenu onClose={onClose}>
      <button
        type="button"
        role="menuitem"
        className="menu-item narrow"
        onClick={() =>
          void navigate({ to: "/rooms/$room/replay", params: { room: name }, search: {} })
        }
      >
        <Icon of={History} />
        {t("screen.replay")}
      </button>
      <button
        type="button"
        role="menuitem"
        className="menu-item narrow"
        onClick={() => void navigate({ to: "/rooms/$room/locks", params: { room: name } })}
      >
        <Icon of={Lock} />
        {t("tabs.locks")}
      </button>
      <button
        type="button"
        role="menuitem"
        className="menu-item narrow"
        onClick={() =>
          void navigate({ to: "/rooms/$room/settings", params: { room: name }, search: {} })
        }
      >
        <Icon of={Settings} />
        {t("tabs.settings")}
      </button>
      {canConnect && (
        <button
          type="button"
          role="menuitem"
          className="menu-item narrow"
          onClick={() => void navigate({ to: "/connect", search: { room: name } })}
        >
          <Icon of={Plug} />
          {t("screen.connect")}
        </button>
      )}
      {canHook && (
        <button
          type="button"
          role="menuitem"
          className="menu-item"
          onClick={() =>
            void navigate({
              to: "/rooms/$room/settings",
              params: { room: name },
              search: { section: "webhooks" },
            })
          }
        >
          <Icon of={Webhook} />
          {t("screen.webhooks")}
        </button>
      )}
      {canRemove && (
        <button
          type="button"
          role="menuitem"
          className="menu-item c-bad"
          onClick={() => (demo ? remove.mutate() : setAsks(true))}
        >
          <Icon of={Trash2} />
          {demo ? t("demo.remove") : t("screen.remove")}
        </button>
      )}
      {remove.isError && <Note tone="bad">{explain(remove.error).message}</Note>}
    </Anchored>
  );
}
