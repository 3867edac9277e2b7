import { render } from "@testing-library/react";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Button } from "../ui/button.tsx";
import { RichText } from "../ui/rich-text.tsx";

const HIDDEN = /[^\P{Cc}\n\t]|[\u200b\u202a-\u202e\u2060-\u2067\u{e0000}-\u{e007f}\ufeff\u2800\u3164]/u;
const hostile = fc.string({
  unit: fc.constantFrom(..."ab א\u202e\u200b\u2066\ufeff\u001b\u2800\u{e0041}*`"),
  minLength: 1,
});

test("no part of a page shows what it was given with something hidden in it", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const { container, unmount } = render(
        <section aria-label={text}>
          {text} and {[text, <b key="b">{text}</b>]}
          <Button title={text}>{text}</Button>
          <RichText text={text} />
          <code>{text}</code>
          <svg>
            <title>{text}</title>
            <text>{text}</text>
          </svg>
        </section>,
      );
      const said = [...container.querySelectorAll("[title],[aria-label]")].flatMap((part) => [
        part.getAttribute("title") ?? "",
        part.getAttribute("aria-label") ?? "",
      ]);
      expect(container.textContent).not.toMatch(HIDDEN);
      expect(said.join()).not.toMatch(HIDDEN);
      unmount();
    }),
  );
});

test("code is spelled out where prose is left as it is written, and what is edited stays", () => {
  const text = "خ\u200fa\u00a0👩‍🚀";
  const { container } = render(
    <p>
      {text}
      <code>{text}</code>
      <input aria-label="edited" defaultValue={"a\u202eb"} />
    </p>,
  );
  expect(container.textContent).toBe(`${text}خ⟨U+200F⟩a⟨U+00A0⟩👩⟨U+200D⟩🚀`);
  expect(container.querySelector("input")?.value).toBe("a\u202eb");
});
