import { Paperclip } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { IconButton } from "../../ui/icon-button.tsx";

/** Chooses files on the person's machine. */
export function AttachButton({
  onChoose,
  className,
}: {
  onChoose: (files: File[]) => void;
  className?: string;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Attach a file"
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])]);
          // The same file may be chosen again.
          event.target.value = "";
        }}
      />
      <IconButton icon={Paperclip} label="Attach a file" className={className} onClick={() => input.current?.click()} />
    </>
  );
}
