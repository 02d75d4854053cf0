import { createElement, Fragment, type ReactNode } from "react";
import type { MessageView } from "../../../platforms/console/api/api.ts";
import { useConsole } from "../../state/console-context.ts";
import { BAR_CELLS, parsePlainText, parseRichText, type RichNode } from "../../state/rich-text.ts";
import styles from "./rich-text.module.css";

interface RichTextProps {
  readonly text: string;
  /** Whether to show the text as typed, as for people's messages. Easel's messages have light Markdown. */
  readonly isPlain: boolean;
  /** The person whom the message notifies. */
  readonly mention?: MessageView["mention"];
}

/** Shows text as React nodes, never as HTML. */
export function RichText({ text, isPlain, mention }: RichTextProps) {
  return renderAll(isPlain ? parsePlainText(text) : parseRichText(text), mention);
}

function Mention({ id, name }: NonNullable<MessageView["mention"]>) {
  const { person } = useConsole();
  return (
    <span className={styles.mention} data-you={id === person}>
      {name}
    </span>
  );
}

function renderAll(nodes: readonly RichNode[], mention: MessageView["mention"]): ReactNode {
  // A text's nodes never move, so they need no keys: the text is replaced as a whole.
  return createElement(Fragment, undefined, ...nodes.map((node) => render(node, mention)));
}

function render(node: RichNode, mention: MessageView["mention"]): ReactNode {
  if (node.kind === "text") return node.text;
  if (node.kind === "code") return <code>{node.text}</code>;
  if (node.kind === "bold") return <strong>{renderAll(node.nodes, mention)}</strong>;
  // Hidden from screen readers: the text next to it says the same.
  if (node.kind === "bar") return <progress className={styles.bar} value={node.full} max={BAR_CELLS} aria-hidden />;
  if (node.kind === "mention") return mention && <Mention {...mention} />;
  return (
    <a href={node.url} target="_blank" rel="noreferrer noopener">
      {node.text}
    </a>
  );
}
