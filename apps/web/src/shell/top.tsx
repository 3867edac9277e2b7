import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";
import { RoomTabs } from "./room-tabs.tsx";

/** The head of a screen: one title, what belongs to it, at the end what can be done. On a phone an arrow leads back. */
export function Top({
  title,
  back = false,
  room,
  beside,
  children,
}: {
  title: string;
  back?: boolean;
  /** The room to which the page belongs: its tabs are below. */
  room?: string;
  beside?: ReactNode;
  children?: ReactNode;
}): ReactNode {
  return (
    <header className="top">
      {(back || room !== undefined) && (
        <Link to="/rooms" className="top-back" aria-label="Back to rooms">
          <Icon of={ArrowLeft} size="l" />
        </Link>
      )}
      <h1 title={title}>{title}</h1>
      {beside}
      {children && <span className="end row top-acts">{children}</span>}
      {room !== undefined && <RoomTabs room={room} />}
    </header>
  );
}
