import { getRouteApi, useLocation } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { SignInScreen } from "./sign-in-screen.tsx";

const route = getRouteApi("/sign-in");
/** Browsers read a backslash as a slash. */
const OWN_PAGE = /^\/(?![/\\])[^\\\p{Cc}]*$/u;

/** The link's secret follows the `#`: browsers never send it, so no log has it. */
export function SignInRoute(): ReactNode {
  const { next } = route.useSearch();
  const hash = useLocation({ select: (at) => (at.pathname === "/sign-in" ? at.hash : null) });
  // The address becomes the next page's before that one is drawn; this one stays as it is until then.
  const [link, setLink] = useState(hash ?? "");
  if (hash !== null && hash !== link) setLink(hash);
  // Only this server's own pages: an address from elsewhere is not a place to continue to.
  const target = next && OWN_PAGE.test(next) ? next : "/";
  return <SignInScreen link={link === "" ? null : link} next={target} />;
}
