import type { Key } from "../../src/core/account/keys/key.ts";

/** A healthy gateway key that everyone may use for both services. */
export function aKey(more: Partial<Key> = {}): Key {
  return {
    id: "key-1",
    name: "main",
    masked: "sk-…cdef",
    origin: "people",
    scope: { kind: "organisation", id: "" },
    isOwn: false,
    services: ["image", "video"],
    slots: { image: { of: 4, held: 0, unknown: 0 }, video: { of: 4, held: 0, unknown: 0 } },
    isReadable: true,
    isPaused: false,
    invalidAt: undefined,
    refusedBy: [],
    restingUntil: undefined,
    disabledAt: undefined,
    checkedAt: undefined,
    createdAt: new Date(0),
    twins: [],
    ...more,
  };
}
