import type { Handlers } from "../../src/core/chat/event.ts";

/** A core that answers no query of a platform. */
export const QUIET: Omit<Handlers, "event"> = {
  suggest: async () => [],
  reform: async () => undefined,
  preview: async () => undefined,
  models: async () => undefined,
  cost: async () => undefined,
  offer: async () => ({ kind: "refused", text: "not in this test" }),
};
