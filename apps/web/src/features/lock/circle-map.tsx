import type { Lock } from "@squadroom/core/lock/lock";
import { inTheWayOf } from "@squadroom/core/lock/waiting";
import type { ReactNode } from "react";
import { clockOf } from "../../clock/since.ts";
import { useSince } from "../../clock/time.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";

const ROW = 86;
const BOX = 34;
/** Size of a box, and where the lines between two begin and end. */
const WIDE = 177;
const LEFT = 178;
const RIGHT = 382;
const WIDTH = 560;

/** Who has what, and who waits for it: solid lines hold, dashed ones wait. The question about it says it in words. */
export function CircleMap({ live, circle }: { live: readonly Lock[]; circle: readonly Lock[] }): ReactNode {
  const rows = circle.map((wanted, i) => ({
    wanted,
    has: inTheWayOf(live, circle, i)[0],
    y: 1 + i * ROW,
    // Two face each other; of more, each is below the one before.
    isTurned: circle.length === 2 && i === 1,
  }));
  const height = rows.length * ROW - (ROW - BOX) + 2;
  return (
    <section aria-label="Deadlock">
      <svg
        className="lk-map"
        viewBox={`0 0 ${WIDTH} ${height}`}
        role="img"
        aria-label="Who has what, and who waits for it"
      >
        {rows.map((row, i) => (
          <Row key={row.wanted.id} {...row} next={rows[(i + 1) % rows.length] ?? row} />
        ))}
      </svg>
    </section>
  );
}

interface At {
  wanted: Lock;
  has: Lock | undefined;
  y: number;
  isTurned: boolean;
}

/** One of them, what it has, and the line to what it waits for. */
function Row({ wanted, has, y, isTurned, next }: At & { next: At }): ReactNode {
  const since = useSince(wanted.askedAt);
  const [who, what] = isTurned ? [RIGHT, 1] : [1, RIGHT];
  const isFacing = isTurned !== next.isTurned;
  const down = next.y > y;
  return (
    <g>
      {isFacing ? (
        <>
          <path className="lk-waits" d={`M${who + WIDE / 2} ${down ? y + BOX : y}V${down ? next.y : next.y + BOX}`} />
          <text
            className={isTurned ? "lk-want lk-end" : "lk-want"}
            x={who + WIDE / 2 + (isTurned ? -10 : 10)}
            y={down ? y + BOX + 22 : next.y + BOX + 40}
          >
            {say`wants ${cut(wanted.patterns[0] ?? "", 22)}, ${since}`}
          </text>
        </>
      ) : (
        <path className="lk-waits" d={`M${LEFT} ${y + BOX / 2}L${RIGHT} ${next.y + BOX / 2}`} />
      )}
      <path className="lk-holds" d={`M${LEFT} ${y + BOX / 2}H${RIGHT}`} />
      {has && (
        <text className="lk-small" x={(LEFT + RIGHT) / 2} y={y + BOX / 2 - 6}>
          {`holds since ${clockOf(has.since)}`}
        </text>
      )}
      <rect className="lk-box" x={who} y={y} width={WIDE} height={BOX} rx="8" />
      <text x={who + 12} y={y + 22}>
        {cut(wanted.holder.name, 14)}
      </text>
      <text className="lk-task" x={who + WIDE - 11} y={y + 22}>
        {wanted.taskId ?? ""}
      </text>
      <rect className="lk-path" x={what} y={y} width={WIDE} height={BOX} rx="8" />
      <text className="lk-mono" x={what + 12} y={y + 22}>
        {cut(has?.patterns[0] ?? "", 20)}
      </text>
    </g>
  );
}

function cut(text: string, max: number): string {
  const plain = plainText(text);
  return plain.length <= max ? plain : `${plain.slice(0, max - 1)}…`;
}
