import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { wordsOf } from "../words/words-of.ts";
import { NotLoaded } from "./not-loaded.tsx";

/** In place of a thing of a room that isn't there or can't be shown, in its feature's words: with the way to `list`, where it has one. */
export function NotThere({
  area,
  room,
  list,
  error,
  again,
}: {
  area: "artifact" | "context" | "run" | "session";
  room: string;
  list?: LinkProps["to"];
  error: unknown;
  again: () => unknown;
}): ReactNode {
  const { t } = wordsOf(area);
  const unknown = area === "run" ? "run_unknown" : "session_unknown";
  return (
    <NotLoaded
      title={t("failed")}
      error={error}
      again={again}
      missing={{
        title: t("missing.title"),
        text: t("missing.text"),
        codes: [unknown, "not_found", "bad_request"],
      }}
      {...(list && {
        way: (className: string) => (
          <Link to={list} params={{ room } as never} className={className}>
            {t("missing.back" as never)}
          </Link>
        ),
      })}
    />
  );
}
