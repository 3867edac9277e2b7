import {
  ArrowUpToLine, Check, CircleAlert, CornerDownRight, CornerUpLeft, DoorOpen, Hourglass, ListPlus, LogIn, LogOut, Mail, MessageSquare, Play,
  Plug, Redo2, RotateCcw, TrendingUp, Unplug, X, type LucideIcon,
} from "lucide-react";
import type { LineIcon } from "./line.ts";

export const LINE_ICONS: Record<LineIcon, LucideIcon> = {
  room: DoorOpen,
  join: LogIn,
  leave: LogOut,
  back: Plug,
  offline: Unplug,
  message: MessageSquare,
  mail: Mail,
  created: ListPlus,
  claimed: Play,
  progress: TrendingUp,
  completed: Check,
  released: Redo2,
  failed: CircleAlert,
  retried: RotateCcw,
  cancelled: X,
  front: ArrowUpToLine,
  parked: Hourglass,
  handoff: CornerDownRight,
  reroute: CornerUpLeft,
};
