import { Command } from "cmdk";
import {
  Bot,
  CircleDot,
  CircleQuestionMark,
  Hourglass,
  Inbox,
  Keyboard,
  LayoutGrid,
  Lightbulb,
  ListChecks,
  ListTodo,
  LogOut,
  type LucideIcon,
  MessageSquare,
  PanelTop,
  Play,
  Plug,
  Plus,
  Search,
  Settings,
  SunMoon,
  Workflow,
} from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Ball } from "../ui/ball.tsx";
import { Icon } from "../ui/icon.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { numbered } from "../ui/numbered.ts";
import { Urgency } from "../ui/urgency.tsx";
import { useOpener } from "../ui/use-opener.ts";
import { say } from "../words/say.tsx";
import { type CommandGroup, markTitle, matchTitle, type PaletteCommand, rank } from "./commands.ts";
import { useFoundCommands } from "./found-commands.ts";
import "../ui/tag.css";
import "./palette.css";
import { useParams } from "@tanstack/react-router";
import { useRooms } from "../live/rooms.ts";
import { usePageCommands } from "./page-commands.ts";
import { usePlaceCommands } from "./place-commands.ts";
import { useRoomCommands } from "./room-commands.ts";
import { useYourCommands } from "./your-commands.ts";

const PALETTE = {
  yours: "Needs you",
  do: "Do",
  go: "Go to",
  found: "Found in all rooms",
};

const GROUPS: readonly CommandGroup[] = ["yours", "do", "go", "found"];
const ICONS: Record<Exclude<PaletteCommand["icon"], "you" | "room">, LucideIcon> = {
  plus: Plus,
  play: Play,
  plug: Plug,
  theme: SunMoon,
  keys: Keyboard,
  inbox: Inbox,
  rooms: LayoutGrid,
  task: ListChecks,
  page: PanelTop,
  why: Hourglass,
  layout: CircleDot,
  settings: Settings,
  message: MessageSquare,
  item: ListTodo,
  session: Workflow,
  decision: CircleQuestionMark,
  run: Bot,
  wisdom: Lightbulb,
  out: LogOut,
};
/** Most lines of a group that are shown at once. */
const MOST = 9;
const FOUND_MOST = 24;

/** What waits for the person, then actions, then destinations. Each line tells its effect. */
export function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }): ReactNode {
  const [query, setQuery] = useState("");
  const { commands, room } = useCommands(onKeys);
  const found = useFoundCommands(query);
  // What the server found contains the text, perhaps in a part that is not shown.
  const hits = [...rank(commands, query), ...found];
  const first = (group: CommandGroup): number => hits.findIndex((hit) => hit.group === group);
  // The group with the best match leads, whatever it is.
  const groups = GROUPS.toSorted((a, b) => first(a) - first(b)).map((group) => ({
    group,
    lines: hits.filter((hit) => hit.group === group).slice(0, group === "found" ? FOUND_MOST : MOST),
  }));
  const shown = groups.flatMap(({ lines }) => lines.map(({ id }) => id));
  // On its own the list loses its choice when several lines disappear at once.
  const [chosen, setChosen] = useState("");
  const value = shown.includes(chosen) ? chosen : (shown[0] ?? "");
  const backToOpener = useOpener();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it goes away
  useEffect(() => () => void setTimeout(backToOpener), []);
  const run = (command: PaletteCommand): void => {
    onClose();
    command.run();
  };
  return (
    <Command.Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      label="Search or run"
      shouldFilter={false}
      value={value}
      onValueChange={setChosen}
      // Its Ctrl+K would be "one line up"; here it closes what it opened.
      vimBindings={false}
      loop
      overlayClassName="veil"
      contentClassName="pal"
    >
      <div className="pal-in">
        <Icon of={Search} />
        <Command.Input value={query} onValueChange={setQuery} placeholder="Search or run" />
        {room && <span className="tag tag-line">{say`in ${room}`}</span>}
        <Kbd keys="Escape" />
      </div>
      <Command.List className="pal-list" label="Results">
        {hits.length === 0 && (
          <p className="pal-none muted">No matches. Try a room's name, a task, or what you want to do.</p>
        )}
        {groups.map(({ group, lines }) => {
          if (lines.length === 0) return null;
          return (
            <Command.Group key={group} heading={PALETTE[group]}>
              {lines.map((command) => (
                <Command.Item key={command.id} value={command.id} className="po" onSelect={() => run(command)}>
                  <span className="po-icon">
                    <CommandIcon icon={command.icon} />
                  </span>
                  <span className="po-title ell">
                    <Marked title={command.title} query={query} />
                  </span>
                  <span className="small muted ell">{command.effect}</span>
                  {command.keys && (
                    <span className="po-keys">
                      <Kbd keys={command.keys} />
                    </span>
                  )}
                </Command.Item>
              ))}
            </Command.Group>
          );
        })}
      </Command.List>
      <div className="pal-foot wide">
        <span>
          <kbd>↑</kbd>
          <kbd>↓</kbd>
          choose
        </span>
        <span>
          <kbd>↵</kbd>
          run
        </span>
      </div>
    </Command.Dialog>
  );
}

function CommandIcon({ icon }: { icon: PaletteCommand["icon"] }): ReactNode {
  if (icon === "you") return <Urgency of="high" />;
  if (icon === "room") return <Ball of="nobody" />;
  return <Icon of={ICONS[icon]} />;
}

function Marked({ title, query }: { title: string; query: string }): ReactNode {
  const found = query.trim() === "" ? null : matchTitle(title, query);
  if (!found) return title;
  return numbered(markTitle(title, found)).map(({ at, item: piece }) =>
    piece.hit ? <mark key={at}>{piece.text}</mark> : piece.text,
  );
}

/** All lines of the palette, for the current place. */
export function useCommands(onKeys: () => void): { commands: PaletteCommand[]; room: string | null } {
  const place: Readonly<Record<string, string>> = useParams({ strict: false });
  const room = place.room ?? null;
  const cards = useRooms().data ?? [];
  const commands = [
    ...useYourCommands(cards),
    ...useRoomCommands(room, cards),
    ...usePageCommands(room, onKeys),
    ...usePlaceCommands(place, cards),
  ];
  return { commands, room };
}
