import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Ellipsis, Plug, Trash2 } from "lucide-react";
import { DropdownMenu as Menu } from "radix-ui";
import { memo, useState, type ReactNode } from "react";
import { call, explain } from "../../live/api.ts";
import { forgetRoom } from "../../live/rooms.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toasts.ts";
import { useWords } from "../../words/use-words.ts";
import "../../ui/menu.css";

type RoomMenuProps = { name: string; roomId: string; demo: boolean; canConnect: boolean; canRemove: boolean };

/** What is seldom done with a room. Nothing to do, no menu. */
export const RoomMenu = memo(function RoomMenu({ name, roomId, demo, canConnect, canRemove }: RoomMenuProps): ReactNode {
  const { t } = useWords("room");
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
});
