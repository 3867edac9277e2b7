import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { ReactNode } from "react";
import type { Names } from "../../live/names.ts";
import { Icon } from "../../ui/icon.tsx";
import { firstLine } from "../../words/plain-text.ts";
import { Say } from "../../words/say.tsx";
import { lineOf } from "./line.ts";
import { LINE_ICONS } from "./line-icons.ts";

/** What happened, as the feed says it: its sign and its sentence. */
export function EventSentence({ event, names }: { event: RoomEvent; names: Names }): ReactNode {
  const line = lineOf(event, names);
  return (
    <>
      <Icon of={LINE_ICONS[line.icon]} size="s" />
      <p>
        <Say template={line.sentence} values={line.values} />
        {line.because && <span className="muted"> {firstLine(line.because).slice(0, 180)}</span>}
      </p>
    </>
  );
}
