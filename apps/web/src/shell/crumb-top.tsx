import { Link } from "@tanstack/react-router";
import { ArrowLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";
import { RoomTabs } from "./room-tabs.tsx";
import "./crumb-top.css";

/** The head of one of many things in a room: the way back to all of them, and its title. */
export function CrumbTop({
  room,
  all,
  allTitle,
  back,
  title,
  children,
}: {
  room: string;
  all: "runs" | "branches" | "sessions";
  allTitle: string;
  back: string;
  title: string;
  children?: ReactNode;
}): ReactNode {
  const to = `/rooms/$room/${all}` as const;
  return (
    <header className="top">
      <Link to={to} params={{ room }} className="top-back" aria-label={back}>
        <Icon of={ArrowLeft} size="l" />
      </Link>
      <nav className="crumb wide" aria-label={back}>
        <Link to="/rooms/$room" params={{ room }}>
          {room}
        </Link>
        <Icon of={ChevronRight} size="s" />
        <Link to={to} params={{ room }}>
          {allTitle}
        </Link>
        <Icon of={ChevronRight} size="s" />
      </nav>
      <h1 title={title}>{title}</h1>
      {children && <span className="end row top-acts">{children}</span>}
      <RoomTabs room={room} at={to} />
    </header>
  );
}
