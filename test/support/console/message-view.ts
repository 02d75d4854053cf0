import type { MessageView } from "../../../src/platforms/console/api/api.ts";

/** A message of the member in #general, as the page receives it. */
export function view(id: string, position: number, part: Partial<MessageView> = {}): MessageView {
  return {
    id,
    channel: "general",
    position,
    revision: position,
    removed: false,
    author: { id: "member", name: "Max", isEasel: false },
    text: id,
    private: false,
    createdAt: 0,
    files: [],
    buttons: [],
    ...part,
  };
}
