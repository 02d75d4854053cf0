import type { AccountStore } from "../account/store.ts";
import { createModelList, type AskForModels } from "../account/model-list.ts";
import type { Policies } from "../account/policies.ts";
import type { Standings } from "../account/standing.ts";
import { createStandings } from "../account/standings.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/connection.ts";
import { createApprovalStore } from "../db/approval-store.ts";
import { createPolicyStore } from "../db/policy-store.ts";
import { createProposalStore } from "../db/proposal-store.ts";
import { createStandingStore } from "../db/standing-store.ts";
import type { Approvals } from "../delivery/approvals.ts";
import type { Proposals } from "../job/proposal.ts";
import type { Keys } from "../job/keys.ts";
import type { Logger } from "../log.ts";

/** What decides who may do what, for the commands. */
interface PolicyPorts {
  readonly standings: Standings;
  readonly policies: Policies;
  readonly proposals: Proposals;
  readonly approvals: Approvals;
  readonly listVideoModels: ReturnType<typeof createModelList>;
}

/** Opens what decides who may do what, and hears of its changes until it is stopped. */
export async function openPolicy(context: {
  readonly db: Database;
  readonly accounts: AccountStore;
  readonly keys: Keys;
  readonly ask: AskForModels;
  readonly clock: Clock;
  readonly log: Logger;
}): Promise<{ readonly ports: PolicyPorts; stop(): Promise<void> }> {
  const { db, accounts, keys, ask, clock, log } = context;
  const standings = createStandings({ store: createStandingStore(db), accounts, clock, log });
  const working = new AbortController();
  const stopListening = await standings.listen();
  const running = standings.run(working.signal);
  return {
    ports: {
      standings,
      policies: createPolicyStore(db),
      proposals: createProposalStore(db),
      approvals: createApprovalStore(db),
      listVideoModels: createModelList({ store: accounts, keys, ask, clock, log }),
    },
    async stop() {
      working.abort(new Error("stopping"));
      await running;
      await stopListening();
    },
  };
}
