import { visible } from "@squadroom/core/kernel/visible";
import { useEffect } from "react";

let shown = { title: "", count: 0 };

function show(change: Partial<typeof shown>): void {
  shown = { ...shown, ...change };
  const { title, count } = shown;
  const name = visible(title === "" ? "Squadroom" : `${title} · Squadroom`);
  document.title = count === 0 ? name : `(${count}) ${name}`;
}

/** The window's title: what is on the screen comes first. */
export function useTitle(title: string): void {
  useEffect(() => show({ title }), [title]);
}

/** Before it, how many things need the person. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    show({ count });
    return () => show({ count: 0 });
  }, [count]);
}
