import type { SlackBlock } from "./render.ts";

/** An action id that acts in a thread: prefix, thread, own id. */
const MARK = /^thread:([0-9.]+):(.*)$/s;

/**
 * Marks buttons and menus so that they act in a thread wherever Slack shows them. A press of an ephemeral message's button does not
 * say which thread it belongs to.
 */
export function markThread(blocks: readonly SlackBlock[], thread: string | undefined): SlackBlock[] {
  if (thread === undefined) return [...blocks];
  return blocks.map((block) => {
    if (block.type !== "actions" || !("elements" in block)) return block;
    const elements = block.elements.map((element) =>
      "action_id" in element ? { ...element, action_id: `thread:${thread}:${element.action_id ?? ""}` } : element,
    );
    return Object.assign({}, block, { elements });
  });
}

/** Splits an action id into the action's own id and the marked thread, if any. */
export function readThreadMark(actionId: string): { readonly actionId: string; readonly thread: string | undefined } {
  const [, thread, own] = MARK.exec(actionId) ?? [];
  return own === undefined ? { actionId, thread: undefined } : { actionId: own, thread };
}
