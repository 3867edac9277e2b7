import type { Actor } from "@squadroom/core/kernel/actor";
import type { RoomView } from "@squadroom/core/kernel/view";
import type { Recipient, Sender } from "@squadroom/core/message/message";
import { useMemo } from "react";
import { unended } from "../words/plain-text.ts";
import { roleTitle } from "../words/role-title.ts";
import { sessionKey } from "./feed.ts";
import type { RoomState } from "./room-state.ts";

/** What things are called on the screen. An unknown name falls back to its id or role. */
export interface Names {
  actor(actor: Actor): string;
  sender(sender: Sender): string;
  recipient(recipient: Recipient): string;
  agent(agentId: string): string;
  runner(runnerId: string): string;
  role(role: string): string;
  /** A role, or "user": the people who read the room. */
  target(target: string): string;
  title(taskId: string): string;
  /** Whether this task is a branch of a known fan-out. */
  isBranch(taskId: string): boolean;
  session(id: number): string;
}

export function namesOf(
  /** Runners too: each is known by its credential. */
  agents: ReadonlyMap<string, string>,
  team: RoomView["team"],
  titles: ReadonlyMap<string, string>,
  branches: ReadonlySet<string> = new Set(),
): Names {
  const server = () => "Squadroom";
  const role = (name: string) => team?.roles.find((known) => known.name === name)?.title ?? roleTitle(name);
  const target = (to: string) => (to === "user" ? "you" : role(to));
  return {
    actor: (actor) => (actor.kind === "server" ? server() : actor.name),
    sender: (sender) => (sender.kind === "server" ? server() : sender.name),
    recipient: (recipient) =>
      recipient.kind === "user"
        ? target("user")
        : recipient.kind === "role"
          ? role(recipient.role)
          : recipient.kind === "room"
            ? server()
            : recipient.name,
    agent: (agentId) => agents.get(agentId) ?? "an agent",
    runner: (runnerId) => agents.get(runnerId) ?? "a runner",
    role,
    target,
    title: (taskId) => unended(titles.get(taskId) ?? ""),
    isBranch: (taskId) => branches.has(taskId),
    session: (id) => unended(titles.get(sessionKey(id)) ?? ""),
  };
}

/** Stays the same object until somebody is renamed, so that rows of the feed need not be drawn again. */
export function useNames(state: Pick<RoomState, "view" | "titles">): Names {
  const { view, titles } = state;
  const seats = [...Object.values(view.agents), ...Object.values(view.runs.runners)];
  const known = JSON.stringify(seats.map(({ id, name }) => [id, name]));
  const fanouts = view.fanouts.all ?? [];
  const branches = fanouts.flatMap((one) => one.branches.map(({ taskId }) => taskId)).join(" ");
  return useMemo(
    () => namesOf(new Map(JSON.parse(known) as [string, string][]), view.team, titles, new Set(branches.split(" "))),
    [known, view.team, titles, branches],
  );
}
