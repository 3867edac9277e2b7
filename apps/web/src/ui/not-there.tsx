import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { NotLoaded } from "./not-loaded.tsx";

const WORDS = {
  artifact: {
    failed: "Couldn't load the artifacts",
    title: "This session does not exist",
    text: "It may have been deleted.",
    back: "",
  },
  context: {
    failed: "Couldn't load the session's context",
    title: "This session does not exist",
    text: "The room has no session with this number.",
    back: "All sessions",
  },
  run: {
    failed: "Couldn't load the run",
    title: "This run isn't here",
    text: "This room has no run with that number.",
    back: "All runs",
  },
  session: {
    failed: "Couldn't load the session",
    title: "There's no such session",
    text: "The room has no session with this number.",
    back: "All sessions",
  },
};

/**
 * In place of a thing in a room that doesn't exist or can't be shown, in its feature's words: with the way to `list`,
 * if it has one.
 */
export function NotThere({
  area,
  room,
  list,
  error,
  again,
}: {
  area: keyof typeof WORDS;
  room: string;
  list?: LinkProps["to"];
  error: unknown;
  again: () => unknown;
}): ReactNode {
  const { failed, title, text, back } = WORDS[area];
  const unknown = area === "run" ? "run_unknown" : "session_unknown";
  return (
    <NotLoaded
      title={failed}
      error={error}
      again={again}
      missing={{
        title,
        text,
        codes: [unknown, "not_found", "bad_request"],
      }}
      {...(list && {
        way: (className: string) => (
          <Link to={list} params={{ room } as never} className={className}>
            {back}
          </Link>
        ),
      })}
    />
  );
}
