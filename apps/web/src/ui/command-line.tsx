import { Check, Copy } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { say } from "../words/say.tsx";
import { copyText } from "./copy-text.ts";
import { IconButton } from "./icon-button.tsx";
import "./command-line.css";

/** A line to run elsewhere, ready to copy. `shown` may stand for a long `line`; the whole line is copied. */
export function CommandLine({
  line,
  shown = line,
  name,
  onCopy,
}: {
  line: string;
  shown?: string;
  name?: string;
  onCopy?: () => void;
}): ReactNode {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await copyText(line);
    setCopied(true);
    onCopy?.();
  };
  return (
    <fieldset className="cmd mono" aria-label="Line to copy">
      <code className="cmd-line" title={line}>
        {shown.split(/( +)/).map((part, i) =>
          i % 2 === 1 ? (
            part
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: words of one line keep their places.
            <span key={i}>{part}</span>
          ),
        )}
      </code>
      <span className="sr" role="status">
        {copied ? "Copied" : ""}
      </span>
      <IconButton
        icon={copied ? Check : Copy}
        label={copied ? "Copied" : name ? say`Copy the ${name} line` : "Copy"}
        onClick={() => void copy()}
      />
    </fieldset>
  );
}
