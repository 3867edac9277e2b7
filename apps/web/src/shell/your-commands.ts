import { counted } from "@squadroom/core/kernel/words";
import type { RoomCard } from "@squadroom/core/room/card";
import { useNavigate } from "@tanstack/react-router";
import { withArticle } from "../words/article.ts";
import { plainText, questionLine } from "../words/plain-text.ts";
import { roleTitle } from "../words/role-title.ts";
import { say } from "../words/say.tsx";
import { type PaletteCommand, yours } from "./commands.ts";

/** What waits for the person in these rooms, one line per room. */
export function useYourCommands(cards: readonly RoomCard[]): PaletteCommand[] {
  const navigate = useNavigate();
  return yours(cards).map((card): PaletteCommand => {
    const { why } = card.ball;
    if (why.kind === "role_missing") {
      const room = card.name;
      const role = roleTitle(why.role);
      const title = why.broken ? say`Fix the spec of ${role} in ${room}` : say`Connect ${withArticle(role)} to ${room}`;
      return {
        id: `you-${card.roomId}`,
        group: "yours",
        icon: "you",
        title,
        effect: why.broken ?? say`No ${role} is connected; ${counted(why.waiting, "task is", "tasks are")} waiting`,
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
        title: say`Resume working through the backlog of ${card.name}`,
        effect: say`paused: the work on items ${why.items.join(", ")} failed`,
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
      why.kind === "question" ? say`Answer ${why.from} in ${card.name}` : say`Decide on ${task} in ${card.name}`;
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
