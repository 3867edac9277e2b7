import type { InboxItem } from "@squadroom/core/inbox/contract";
import { ArrowRight, Clock, EyeOff, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { AsideKind } from "./aside.ts";
import { placeWords } from "./place.ts";

export interface RowAsides {
  ask: (kind: AsideKind, anchor: HTMLElement) => void;
  dismiss: () => void;
  goTo: () => void;
}

/** Whose time it takes, and where more about it is: at the end of each open row. */
export function RowFoot({ item, asides }: { item: InboxItem; asides: RowAsides }): ReactNode {
  return (
    <p className="dec-foot">
      <Button
        kind="ghost"
        keys="h"
        data-aside="hand over"
        aria-haspopup="menu"
        onClick={(event) => asides.ask("hand over", event.currentTarget)}
      >
        <Icon of={UserRound} size="s" />
        Hand over
      </Button>
      <Button
        kind="ghost"
        keys="s"
        data-aside="snooze"
        aria-haspopup="menu"
        onClick={(event) => asides.ask("snooze", event.currentTarget)}
      >
        <Icon of={Clock} size="s" />
        Snooze
      </Button>
      {item.kind !== "decision" && item.kind !== "question" && (
        <Button kind="ghost" title="Out of your inbox until it changes" onClick={asides.dismiss}>
          <Icon of={EyeOff} size="s" />
          Dismiss
        </Button>
      )}
      {item.kind !== "empty_roles" && (
        <Button kind="ghost" keys="o" className="dec-foot-end" onClick={asides.goTo}>
          {placeWords(item)}
          <Icon of={ArrowRight} size="s" />
        </Button>
      )}
    </p>
  );
}
