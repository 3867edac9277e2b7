import { useEffect } from "react";

/** The window's title: what is on the screen first. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === "" ? "Squadroom" : `${title} · Squadroom`;
  }, [title]);
}
