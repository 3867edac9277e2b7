import { getRouteApi, useLocation } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { SignInScreen } from "./sign-in-screen.tsx";

const route = getRouteApi("/sign-in");
/** Browsers read a backslash as a slash. */
const OWN_PAGE = /^\/(?![/\\])[^\\\p{Cc}]*$/u;

/** The link's secret stands behind the `#`: browsers never send it, so that no log has it. */
export function SignInRoute(): ReactNode {
  const { next } = route.useSearch();
  const hash = useLocation({ select: (at) => (at.pathname === "/sign-in" ? at.hash : null) });
  // The address is the next page's before that one is there; this one stays as it is until then.
  const [link, setLink] = useState(hash ?? "");
  if (hash !== null && hash !== link) setLink(hash);
  // Only this server's own pages: an address from elsewhere is no place to go on to.
  const target = next && OWN_PAGE.test(next) ? next : "/";
  return <SignInScreen link={link === "" ? null : link} next={target} />;
}
