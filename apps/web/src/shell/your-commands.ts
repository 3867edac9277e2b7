import type { RoomCard } from "@squadroom/core/room/card";
import { useNavigate } from "@tanstack/react-router";
import { withArticle } from "../words/article.ts";
import { plainText, questionLine } from "../words/plain-text.ts";
import { roleTitle } from "../words/role-title.ts";
import { wordsOf } from "../words/words-of.ts";
import { type PaletteCommand, yours } from "./commands.ts";
import { t } from "./words.ts";

/** What waits for the person in these rooms, a line for each room. */
export function useYourCommands(cards: readonly RoomCard[]): PaletteCommand[] {
  const { t: say } = wordsOf("room");
  const navigate = useNavigate();
  return yours(cards).map((card): PaletteCommand => {
    const { why } = card.ball;
    if (why.kind === "role_missing") {
      const room = card.name;
      const role = roleTitle(why.role);
      const title = why.broken
        ? t("palette.mend", { role, room })
        : t("palette.connect", { role: withArticle(role), room });
      return {
        id: `you-${card.roomId}`,
        group: "yours",
        icon: "you",
        title,
        effect: why.broken ?? say("card.alert.missing", { role, count: why.waiting }),
        run: () =>
          void (why.broken
            ? navigate({
                to: "/rooms/$room/settings",
                params: { room },
                search: {},
              })
            : navigate({ to: "/connect", search: { room, role: why.role } })),
      };
    }
    if (why.kind === "clearing_paused") {
      return {
        id: `you-${card.roomId}`,
        group: "yours",
        icon: "you",
        title: t("palette.clearing", { room: card.name }),
        effect: t("palette.clearingEffect", { items: why.items.join(", ") }),
        run: () => void navigate({ to: "/rooms/$room/backlog", params: { room: card.name } }),
      };
    }
    const subject = why.kind === "decision" ? why.subject : null;
    const task =
      why.kind === "task_failed"
        ? why.taskId
        : subject?.kind === "task"
          ? subject.taskId
          : subject?.kind === "session"
            ? subject.title
            : subject?.kind === "role"
              ? roleTitle(subject.role)
              : "";
    const title =
      why.kind === "question"
        ? t("palette.answer", { from: why.from, room: card.name })
        : t("palette.decide", { task, room: card.name });
    return {
      id: `you-${card.roomId}`,
      group: "yours",
      icon: "you",
      title,
      effect:
        why.kind === "question"
          ? questionLine(why.text)
          : why.kind === "task_failed"
            ? plainText(why.title)
            : why.kind === "decision"
              ? plainText(why.question)
              : "",
      run:
        subject?.kind === "session"
          ? () =>
              void navigate({
                to: "/rooms/$room/sessions/$session",
                params: { room: card.name, session: String(subject.sessionId) },
              })
          : () => void navigate({ to: "/rooms/$room", params: { room: card.name } }),
    };
  });
}
