import type { ReactNode } from "react";

/** A text whose task ids are never broken at their hyphens. */
export function wholeIds(text: string): ReactNode[] {
  return text.split(/([A-Z][A-Z-]*-\d+(?:-R\d+)?)/).map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text keep their places.
      <span key={i} className="nowrap">
        {part}
      </span>
    ),
  );
}
