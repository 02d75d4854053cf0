import { expect } from "vitest";
import { createDeliveryStore } from "../../../../src/db/delivery/delivery-store.ts";
import { createLineageStore } from "../../../../src/db/delivery/lineage-store.ts";
import { createResultStore } from "../../../../src/db/delivery/result-store.ts";
import { BY_MESSAGE, BY_REACH, BY_WORKER, inner, UNHEARD, type StoreCalls, type Outsider } from "./outsider.ts";

/** The functions of the stores that know what messages show, called on behalf of one organisation for another. */
export function deliveryCalls({ tenants, mine, theirs, ids, mark }: Outsider): StoreCalls {
  const { db } = tenants;
  const place = { platform: "slack", workspace: `w-${mark}`, channel: "general" } as const;
  const deliveries = createDeliveryStore(db, UNHEARD);
  const results = createResultStore(db, deliveries);
  return {
    createDeliveryStore: {
      store: deliveries,
      functions: {
        view: BY_REACH,
        ...inner(BY_WORKER, [
          "noticeShown",
          "acknowledged",
          "noNotice",
          "artifactFetched",
          "artifactLost",
          "intendPost",
          "postDone",
          "close",
        ]),
      },
    },
    createLineageStore: {
      store: createLineageStore(db),
      functions: { lineageOf: BY_MESSAGE },
    },
    createResultStore: {
      store: results,
      functions: {
        ...inner(BY_MESSAGE, ["postOf", "latestIn", "latestFor", "storeTarget"]),
        ...inner(BY_REACH, ["view", "chain", "requestRemoval", "requestUndo", "requestDelivery", "requestFetch"]),
        star: async () => {
          const by = [mine, { ...theirs, organisationId: mine.organisationId }];
          const outcomes = await Promise.all(by.map((account) => results.star(ids.batch, account, "mine")));
          expect(outcomes).toEqual(["gone", "gone"]);
        },
        unstar: () => results.unstar(ids.batch, { ...theirs, organisationId: mine.organisationId }),
        starredOf: () => results.starredOf([ids.batch], { ...theirs, organisationId: mine.organisationId }),
        target: "kept for the one conversation in which it was pointed at, which is compared",
        storeDraft: "writes for the member whose request was refused",
        draft: () => results.draft(ids.draft, { conversation: place, requesterId: mine.userId }),
      },
    },
  };
}
