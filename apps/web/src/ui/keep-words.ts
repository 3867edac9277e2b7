import { spelled, visible } from "@squadroom/core/kernel/visible";

/** The part of a markdown tree that this needs. */
export interface MarkdownNode {
  type: string;
  value?: string;
  alt?: string | null;
  url?: string;
  children?: MarkdownNode[];
}

/** Where a piece of HTML is a block of its own. */
const BLOCKS = ["root", "blockquote", "listItem", "footnoteDefinition"];

const text = (value: string): MarkdownNode => ({ type: "text", value: visible(value) });

/**
 * Nothing that somebody wrote is left out: what looks like HTML (agents write about components, too) is shown as it is,
 * and an image, which may come from anywhere, becomes a link with its own words. For remark.
 */
export function keepWords(node: MarkdownNode, inLink = false): void {
  node.children = node.children?.map((child) => {
    // A reference such as `&#8238;` only becomes a character now.
    const isCode = child.type === "code" || child.type === "inlineCode";
    if (child.value) child.value = isCode ? spelled(child.value) : visible(child.value);
    const isInLink = inLink || child.type === "link" || child.type === "linkReference";
    switch (child.type) {
      case "html": {
        const words = text(child.value ?? "");
        return BLOCKS.includes(node.type) ? { type: "paragraph", children: [words] } : words;
      }
      case "image": {
        const words = text(child.alt || child.url || "");
        return inLink ? words : { type: "link", url: child.url ?? "", children: [words] };
      }
      case "imageReference":
        return text(child.alt ?? "");
      default:
        keepWords(child, isInLink);
        return child;
    }
  });
}
