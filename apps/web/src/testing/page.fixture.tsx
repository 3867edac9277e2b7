import { paths } from "@squadroom/client/paths";
import { DEFAULT_LEASE_S } from "@squadroom/core/agent/agent";
import type { RouteId, Routes } from "@squadroom/core/contract/routes";
import type { RefusalCode } from "@squadroom/core/kernel/refusal-code";
import type { ReplyOf } from "@squadroom/core/kernel/route";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, render, waitFor } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { listenForKeys } from "../keys/keys.ts";
import { listenForPresses } from "../keys/rest.ts";
import { queryClient } from "../live/api.ts";
import type { PlayRoom } from "../live/room.fixture.ts";
import { type RoomState, stateOf } from "../live/room-state.ts";
import { createStore, useStore } from "../store/store.ts";

/** What the page asked of the server. */
export interface Asked {
  id: RouteId;
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
  /** Its idempotency key. */
  key: string | null;
}

/** The server's no, in place of a reply. */
export class Refused {
  constructor(
    readonly code: RefusalCode,
    readonly message: string,
    readonly details: object = {},
  ) {}
}

type Answers = {
  [Id in RouteId]?: (asked: Asked) => ReplyOf<Routes[Id]> | Refused | Promise<ReplyOf<Routes[Id]>>;
};

/**
 * A server in place of the network: all that is above `fetch` is the page's own. What a test gives no answer for is
 * refused.
 * @returns what was asked, in order
 */
export function serve(answers: Answers): Asked[] {
  const all: Asked[] = [];
  vi.stubGlobal("fetch", async (input: string, init: RequestInit): Promise<Response> => {
    const asked = readCall(input, init);
    all.push(asked);
    const reply = (await answers[asked.id]?.(asked)) ?? new Refused("not_found", "No answer here.");
    return reply instanceof Refused
      ? Response.json({ code: reply.code, message: reply.message, details: reply.details }, { status: 409 })
      : Response.json(reply);
  });
  return all;
}

function readCall(input: string, { method, body, headers }: RequestInit): Asked {
  const { pathname, searchParams } = new URL(input, location.origin);
  for (const [id, at] of Object.entries(paths)) {
    const [known, path = ""] = at.split(" ");
    const pattern = path.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)");
    const match = known === method && new RegExp(`^/api/v1${pattern}$`).exec(pathname);
    if (!match) continue;
    return {
      id: id as RouteId,
      params: { ...match.groups },
      query: searchParams,
      body: body ? JSON.parse(String(body)) : null,
      key: new Headers(headers).get("idempotency-key"),
    };
  }
  throw new Error(`${method} ${input} is no route`);
}

interface Shown {
  /** The hands of a person. */
  user: UserEvent;
  /** What stands around it has changed. */
  redraw: (part: ReactNode) => void;
  /** Where the page has gone. */
  address: () => string;
}

/** Until what can be answered has stood there for a moment. */
export async function untilSteady(): Promise<void> {
  await waitFor(() => {
    if (document.documentElement.dataset.resting) throw new Error("answers still rest");
  });
}

/** A part of a screen, drawn as the page draws it, with the page's keys. */
export async function show(part: ReactNode, at = "/"): Promise<Shown> {
  const drawn = createStore(part);
  const root = createRootRoute({ component: () => useStore(drawn) });
  const places = ["/rooms/$room", "/rooms/$room/sessions/$session", "$"];
  const router = createRouter({
    routeTree: root.addChildren(places.map((path) => createRoute({ getParentRoute: () => root, path }))),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  await router.load();
  listenForKeys();
  listenForPresses();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await untilSteady();
  return {
    user: userEvent.setup(),
    redraw: (next) => act(() => drawn.set(next)),
    address: () => router.history.location.href,
  };
}

/** The room as the page has it after its first answer. */
export function stateIn(room: PlayRoom, allowedActions: readonly RouteId[] = []): RoomState {
  const { view, observations, events, at } = room;
  const leaseS = DEFAULT_LEASE_S;
  return stateOf({
    epoch: 1,
    view,
    observations,
    events,
    leaseS,
    now: at,
    allowedActions: [...allowedActions],
  });
}
