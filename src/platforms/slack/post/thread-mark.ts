import type { SlackBlock } from "./render.ts";

/** Begins the action id of what acts in a thread. The thread and the action's own id follow. */
const MARK = /^thread:([0-9.]+):(.*)$/s;

/**
 * Blocks whose buttons and menus act in a thread, wherever Slack shows them: the payload of a press doesn't say that of an answer
 * for one person.
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

/** An action's own id, and the thread that it acts in if it is marked. */
export function readThreadMark(actionId: string): { readonly actionId: string; readonly thread: string | undefined } {
  const [, thread, own] = MARK.exec(actionId) ?? [];
  return own === undefined ? { actionId, thread: undefined } : { actionId: own, thread };
}
