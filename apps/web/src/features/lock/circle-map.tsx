import type { Lock } from "@squadroom/core/lock/lock";
import { inTheWayOf } from "@squadroom/core/lock/waiting";
import type { ReactNode } from "react";
import { clockOf } from "../../clock/since.ts";
import { Since } from "../../clock/time.tsx";
import { plainText } from "../../words/plain-text.ts";
import { wordsOf } from "../../words/words-of.ts";

const ROW = 68;
const BOX = 34;
const LEFT = 178;
const RIGHT = 382;
const WIDTH = 560;

/** Who has what, and who waits for it: solid lines hold, dashed ones wait. */
export function CircleMap({
  live,
  circle,
}: {
  live: readonly Lock[];
  circle: readonly Lock[];
}): ReactNode {
  const { t } = wordsOf("lock");
  const rows = circle.map((wanted, i) => ({
    wanted,
    has: inTheWayOf(live, circle, i)[0],
    y: 1 + i * ROW,
  }));
  const height = rows.length * ROW - (ROW - BOX) + 2;
  return (
    <section aria-label={t("circle.label")}>
      <svg
        className="lk-map"
        viewBox={`0 0 ${WIDTH} ${height}`}
        role="img"
        aria-label={t("circle.graph")}
      >
        {rows.map(({ wanted, has, y }, i) => {
          const to = rows[(i + 1) % rows.length]?.y ?? y;
          return (
            <g key={wanted.id}>
              <path className="lk-waits" d={`M${LEFT} ${y + BOX / 2}L${RIGHT} ${to + BOX / 2}`} />
              <path className="lk-holds" d={`M${LEFT} ${y + BOX / 2}H${RIGHT}`} />
              {has && (
                <text className="lk-small" x={(LEFT + RIGHT) / 2} y={y + BOX / 2 - 6}>
                  {t("circle.since", { time: clockOf(has.since) })}
                </text>
              )}
              <rect className="lk-box" x="1" y={y} width={LEFT - 1} height={BOX} rx="8" />
              <text x="13" y={y + 22}>
                {cut(wanted.holder.name, 16)}
              </text>
              <text className="lk-task" x={LEFT - 10} y={y + 22}>
                {wanted.taskId ?? ""}
              </text>
              <rect
                className="lk-path"
                x={RIGHT}
                y={y}
                width={WIDTH - RIGHT - 1}
                height={BOX}
                rx="8"
              />
              <text className="lk-mono" x={RIGHT + 12} y={y + 22}>
                {cut(has?.patterns[0] ?? "", 20)}
              </text>
            </g>
          );
        })}
      </svg>
      <ul className="small lk-circle-list">
        {rows.map(({ wanted, has }) => (
          <li key={wanted.id}>
            <Member has={has} wanted={wanted} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Member({ has, wanted }: { has: Lock | undefined; wanted: Lock }): ReactNode {
  const { t } = wordsOf("lock");
  return (
    <>
      <b className="strong">{plainText(wanted.holder.name)}</b> {t("circle.has")}{" "}
      <span className="mono">{plainText(has?.patterns.join(", ") ?? "")}</span> {t("circle.wants")}{" "}
      <span className="mono">{plainText(wanted.patterns.join(", "))}</span>,{" "}
      <Since at={wanted.askedAt} />
    </>
  );
}

function cut(text: string, max: number): string {
  const plain = plainText(text);
  return plain.length <= max ? plain : `${plain.slice(0, max - 1)}…`;
}
