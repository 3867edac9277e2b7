import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Shell } from "./shell/shell.tsx";
import { buttonClass } from "./ui/button.tsx";
import { Problem } from "./ui/problem.tsx";
import { wordsOf } from "./words/words-of.ts";

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: Failed,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: (search): { next?: string | undefined } => ({ next: text(search.next) }),
  component: lazyRouteComponent(() => import("./features/access/sign-in-route.tsx"), "SignInRoute"),
});

const shell = createRoute({ getParentRoute: () => root, id: "shell", component: Shell });

const home = createRoute({
  getParentRoute: () => shell,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/rooms", replace: true });
  },
});

const rooms = createRoute({
  getParentRoute: () => shell,
  path: "/rooms",
  validateSearch: (search): { new?: true | undefined } => (search.new ? { new: true } : {}),
  component: lazyRouteComponent(() => import("./features/room/rooms-route.tsx"), "RoomsRoute"),
});

const room = createRoute({
  getParentRoute: () => shell,
  path: "/rooms/$room",
  component: lazyRouteComponent(() => import("./features/room/room-route.tsx"), "RoomRoute"),
});

const connect = createRoute({
  getParentRoute: () => shell,
  path: "/connect",
  validateSearch: (search): { room?: string | undefined; role?: string | undefined } => ({
    room: text(search.room),
    role: text(search.role),
  }),
  component: lazyRouteComponent(() => import("./features/agent/connect-route.tsx"), "ConnectRoute"),
});

export const router = createRouter({
  routeTree: root.addChildren([signIn, shell.addChildren([home, rooms, room, connect])]),
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

function NotFound(): ReactNode {
  const { t } = wordsOf("shell");
  return (
    <main className="main">
      <Problem
        tone="warn"
        title={t("notFound.title")}
        actions={
          <Link to="/rooms" className={buttonClass("primary")}>
            {t("notFound.rooms")}
          </Link>
        }
      >
        {t("notFound.text")}
      </Problem>
    </main>
  );
}

function Failed({ error }: { error: unknown }): ReactNode {
  const { t } = wordsOf("shell");
  return (
    <main className="main">
      <Problem
        title={t("failed.title")}
        code={error instanceof Error ? error.message : undefined}
        actions={
          <button
            type="button"
            className={buttonClass("primary")}
            onClick={() => location.reload()}
          >
            {t("failed.reload")}
          </button>
        }
      >
        {t("failed.text")}
      </Problem>
    </main>
  );
}
