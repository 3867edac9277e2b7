import { isThere } from "@squadroom/core/kernel/room";
import type { RoomView } from "@squadroom/core/kernel/view";
import { harnessRest, type Rest } from "@squadroom/core/run/rest";
import type { FoundHarness, Runner } from "@squadroom/core/run/run";
import { Check, Copy, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { clockOf } from "../../clock/since.ts";
import { useLiveNow } from "../../live/connection.ts";
import { useNarrow } from "../../panel/use-wide.ts";
import { copyText } from "../../ui/copy-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { harnessTitle } from "../../words/harness-title.ts";
import { say } from "../../words/say.tsx";
import "./harness-table.css";

const REST = {
  failing: ({ at, reason }) => say`paused until ${at} after failed starts: ${reason}`,
  limited: ({ at, reason }) => say`at its limit until ${at}: ${reason}`,
} satisfies Record<string, (of: { at: string; reason: string }) => string>;

/** Columns beyond which a table would be wider than a page. */
const COLUMNS_MAX = 3;

/** What each machine found to run agents in, and the line that installs what it lacks. */
export function HarnessTable({ view, runners }: { view: RoomView; runners: readonly Runner[] }): ReactNode {
  const now = useLiveNow();
  const isStacked = useNarrow() || runners.length > COLUMNS_MAX;
  const names = [...new Set(runners.flatMap((one) => one.harnesses.map(({ name }) => name)))];
  if (names.length === 0) return null;
  return (
    <section>
      <div className="rn-title">
        <h2>Harnesses</h2>
        <p className="small muted">
          looked for at every start of a runner; where one is missing, the line that installs it
        </p>
      </div>
      <table className={isStacked ? "hv hv-stack" : "hv"}>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">Harness</span>
            </th>
            {runners.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{harnessTitle(name)}</th>
              {runners.map((runner) => (
                <td key={runner.id} data-machine={runner.name}>
                  <Found
                    harness={runner.harnesses.find((one) => one.name === name)}
                    title={harnessTitle(name)}
                    rest={isThere(view) ? harnessRest(view, runner, name, now) : null}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Found({
  harness,
  title,
  rest,
}: {
  harness: FoundHarness | undefined;
  title: string;
  rest: Rest | null;
}): ReactNode {
  if (!harness) return <span className="muted">not found</span>;
  const { version, isSignedIn, missing, install } = harness;
  if (version === null)
    return install ? (
      <InstallLine line={install} title={title} why={missing} />
    ) : (
      <span className="muted">{missing ?? "not found"}</span>
    );
  const facts = [
    isSignedIn === null ? "" : isSignedIn ? "signed in" : "found, but not signed in",
    rest ? REST[rest.why]({ at: clockOf(rest.until), reason: rest.reason }) : "",
  ].filter((fact) => fact !== "");
  const isWell = isSignedIn !== false && !rest;
  return (
    <span>
      <span className={isWell ? "c-ok" : "c-warn"}>
        <Icon of={isWell ? Check : TriangleAlert} size="s" />
      </span>{" "}
      {version} <span className="small muted">{facts.join(", ")}</span>
    </span>
  );
}

function InstallLine({ line, title, why }: { line: string; title: string; why: string | undefined }): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await copyText(line);
    setCopied(true);
  };
  return (
    <span className="hv-install" title={why}>
      <code>{line}</code>
      <IconButton
        icon={isCopied ? Check : Copy}
        label={isCopied ? "Copied" : say`Copy the ${title} line`}
        onClick={() => void copy()}
      />
    </span>
  );
}
