/** Points of one quantity over sizes that grow tenfold. */
export interface Series {
  /** What grows. */
  x: string;
  /** What is measured, with its unit. */
  y: string;
  points: { x: number; y: number }[];
}

const WIDTH = 560;
const HEIGHT = 260;
const LEFT = 70;
const RIGHT = 30;
const TOP = 44;
const BOTTOM = 48;

/** A picture of the series, sizes in decades; it takes the colours of the page's theme. */
export function chartOf({ x, y, points }: Series): string {
  const sizes = points.map((point) => Math.log10(point.x));
  const [from, to] = [Math.min(...sizes), Math.max(...sizes)];
  const top = niceAbove(Math.max(...points.map((point) => point.y)));
  const at = (point: { x: number; y: number }) => ({
    x: LEFT + ((Math.log10(point.x) - from) / (to - from || 1)) * (WIDTH - LEFT - RIGHT),
    y: HEIGHT - BOTTOM - (point.y / top) * (HEIGHT - TOP - BOTTOM),
  });
  const lines = [0, 0.5, 1].map((share) => {
    const height = at({ x: 10 ** from, y: top * share }).y;
    return `<path class="grid" d="M${LEFT} ${height}H${WIDTH - RIGHT}"/><text x="${LEFT - 8}" y="${height + 4}" text-anchor="end">${shown(top * share)}</text>`;
  });
  const marks = points.map((point) => {
    const place = at(point);
    return `<circle cx="${place.x}" cy="${place.y}" r="4"/><text x="${place.x}" y="${place.y - 10}" text-anchor="middle">${shown(point.y)}</text><text x="${place.x}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${shown(point.x)}</text>`;
  });
  const path = points.map((point) => `${at(point).x} ${at(point).y}`).join("L");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${y} over ${x}">
<style>text{font:12px system-ui,sans-serif;fill:#24292f}.title{font-weight:600}.grid{stroke:#8c959f55}.line{fill:none;stroke:#2563eb;stroke-width:2}circle{fill:#2563eb}@media(prefers-color-scheme:dark){text{fill:#e6edf3}.line{stroke:#7aa2f7}circle{fill:#7aa2f7}}</style>
<text class="title" x="${LEFT}" y="20">${y}</text>
${lines.join("\n")}
<path class="line" d="M${path}"/>
${marks.join("\n")}
<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${x}</text>
</svg>
`;
}

function niceAbove(value: number): number {
  const decade = 10 ** Math.floor(Math.log10(value || 1));
  return ([1, 2, 5, 10].find((step) => step * decade >= value * 1.1) ?? 20) * decade;
}

function shown(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString("en-GB");
  return String(Number(value.toPrecision(3)));
}
