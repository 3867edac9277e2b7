import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Ellipsis, Plug, Trash2 } from "lucide-react";
import { DropdownMenu as Menu } from "radix-ui";
import { useState, type ReactNode } from "react";
import { call, explain } from "../../live/api.ts";
import type { RoomState } from "../../live/room-state.ts";
import { forgetRoom } from "../../live/rooms.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toasts.ts";
import { useWords } from "../../words/use-words.ts";
import { may } from "./allowed.ts";
import "../../ui/menu.css";

/** What is seldom done with a room. Nothing to do, no menu. */
export function RoomMenu({ state, canConnect }: { state: RoomState; canConnect: boolean }): ReactNode {
  const { t } = useWords("room");
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const { name, roomId, demo } = state.view;
  const remove = useMutation({
    mutationFn: () => call("removeRoom", { params: { room: roomId } }),
    onSuccess: () => {
      forgetRoom(roomId);
      toast(t("screen.removed", { name }));
      void navigate({ to: "/rooms" });
    },
  });
  const canRemove = may(state, "removeRoom");
  if (!canRemove && !canConnect) return null;
  return (
    <>
      <Menu.Root modal={false}>
        <Menu.Trigger asChild>
          <IconButton icon={Ellipsis} label={t("screen.more")} className={canRemove ? undefined : "narrow"} />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Content className="menu" align="end" sideOffset={4}>
            {canConnect && (
              <Menu.Item className="menu-item narrow" onSelect={() => void navigate({ to: "/connect", search: { room: name } })}>
                <Icon of={Plug} />
                {t("screen.connect")}
              </Menu.Item>
            )}
            {canRemove && (
              <Menu.Item className="menu-item c-bad" onSelect={() => (demo ? remove.mutate() : setAsks(true))}>
                <Icon of={Trash2} />
                {demo ? t("demo.remove") : t("screen.remove")}
              </Menu.Item>
            )}
          </Menu.Content>
        </Menu.Portal>
      </Menu.Root>
      {asks && (
        <Dialog
          open
          onClose={() => setAsks(false)}
          title={t("screen.removeTitle", { name })}
          width={440}
          footer={
            <>
              <Button kind="ghost" onClick={() => setAsks(false)}>{t("screen.keep")}</Button>
              <Button kind="danger" onClick={() => remove.mutate()}>{t("screen.removeConfirm")}</Button>
            </>
          }
        >
          <p className="ink2">{t("screen.removeText")}</p>
          {remove.isError && <Note tone="bad">{explain(remove.error).message}</Note>}
        </Dialog>
      )}
    </>
  );
}
