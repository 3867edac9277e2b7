import { type ReactNode, useState } from "react";
import { Segments } from "../../ui/segments.tsx";
import { canNotify, useWish, wish } from "./wish.ts";

/** Whether this person is notified in this browser. The browser is asked only when the person switches it on. */
export function NotificationChoice({ personId }: { personId: string }): ReactNode {
  const isOn = useWish(personId);
  const [isDenied, setDenied] = useState(canNotify && Notification.permission === "denied");
  if (!canNotify) return null;
  return (
    <div className="menu-part">
      <span className="label">Notifications</span>
      <Segments
        label="Notifications"
        value={isOn ? "on" : "off"}
        onChange={(value) => void wish(personId, value === "on").then((isAllowed) => setDenied(!isAllowed))}
        options={[
          { value: "on", label: "On" },
          { value: "off", label: "Off" },
        ]}
      />
      <span className="small muted menu-hint" role="status">
        {isDenied
          ? "Your browser blocks notifications from this site. Allow them in its site settings."
          : "In this browser, when a decision or question needs you and no Squadroom tab is visible."}
      </span>
    </div>
  );
}
