import { Check, Copy } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { useWords } from "../words/use-words.ts";
import { IconButton } from "./icon-button.tsx";
import "./command-line.css";

/** A line to run elsewhere, ready to copy. `shown` may stand for a long `line`; the whole line is copied. */
export function CommandLine({ line, shown = line, name, onCopy }: { line: string; shown?: string; name?: string; onCopy?: () => void }): ReactNode {
  const { t } = useWords("ui");
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
    <div className="cmd mono">
      <span className="cmd-line" tabIndex={0} title={line}>{shown}</span>
      <span className="sr" role="status">{copied ? t("copied") : ""}</span>
      <IconButton icon={copied ? Check : Copy} label={copied ? t("copied") : name ? t("copyNamed", { name }) : t("copy")} onClick={() => void copy()} />
    </div>
  );
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // No clipboard permission, or plain http on another host: the old way still works.
    const area = document.createElement("textarea");
    area.value = text;
    area.style.position = "fixed";
    area.style.opacity = "0";
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}
