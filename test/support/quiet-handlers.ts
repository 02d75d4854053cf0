import type { Handlers } from "../../src/core/chat/event.ts";

/** Handlers of a core that answers none of a platform's queries. */
export const QUIET: Omit<Handlers, "event"> = {
  suggest: async () => [],
  reform: async () => undefined,
  preview: async () => undefined,
  models: async () => undefined,
  cost: async () => undefined,
  offer: async () => ({ kind: "refused", text: "not in this test" }),
};
