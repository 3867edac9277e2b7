import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./look/look.ts";
import { wakeClocks } from "./clock/now.ts";
import { listenForKeys } from "./keys/keys.ts";
import { listenForPresses } from "./keys/rest.ts";
import { queryClient } from "./live/api.ts";
import { keepPanelsIn } from "./panel/address.ts";
import { followOtherTabs } from "./preferences/preferences.ts";
import { router } from "./router.tsx";

wakeClocks();
listenForKeys();
listenForPresses();
followOtherTabs();
keepPanelsIn(router);

// Nothing is removed before something is shown.
void import("./focus/keep-focus.ts").then(({ keepFocus }) => keepFocus());

const place = document.getElementById("root");
if (!place) throw new Error("index.html has no place for the page");

createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
