import { type ReactNode, useState } from "react";
import { Segments } from "../../ui/segments.tsx";
import { canNotify, useWish, wish } from "./wish.ts";
import { t } from "./words.ts";

/** Whether this person is told on this browser. It is asked only when the person switches it on. */
export function NotificationChoice({ personId }: { personId: string }): ReactNode {
  const isOn = useWish(personId);
  const [isDenied, setDenied] = useState(canNotify && Notification.permission === "denied");
  if (!canNotify) return null;
  return (
    <div className="menu-part">
      <span className="label">{t("title")}</span>
      <Segments
        label={t("title")}
        value={isOn ? "on" : "off"}
        onChange={(value) =>
          void wish(personId, value === "on").then((isAllowed) => setDenied(!isAllowed))
        }
        options={[
          { value: "on", label: t("on") },
          { value: "off", label: t("off") },
        ]}
      />
      <span className="small muted menu-hint" role="status">
        {isDenied ? t("denied") : t("hint")}
      </span>
    </div>
  );
}
