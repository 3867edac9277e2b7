import { initialsOf } from "@squadroom/core/kernel/initials";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import "./tile.css";

type TileProps = {
  name: string;
  person?: boolean;
  offline?: boolean;
  gap?: boolean;
  big?: boolean;
};

/** Two letters: an agent (square) or a person (disc). A gap is a role that nobody fills. The name is beside it. */
export function Tile({ name, person = false, offline = false, gap = false, big = false }: TileProps): ReactNode {
  return (
    <span
      className={clsx("tile", person && "tile-person", offline && "tile-off", gap && "tile-gap", big && "tile-big")}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </span>
  );
}
