import type { AccountStore } from "../../core/account/account-store.ts";
import { createModelList } from "../../command/models/video-model-list.ts";
import type { AskForModels } from "../../core/account/policy/model-list.ts";
import type { Policies } from "../../core/account/policy/policy-store.ts";
import type { Memberships } from "../../core/account/membership.ts";
import { createMemberships } from "./membership-cache.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Database } from "../../db/connection.ts";
import { createApprovalStore } from "../../db/delivery/approval-store.ts";
import { createPolicyStore } from "../../db/accounts/policy-store.ts";
import { createProposalStore } from "../../db/jobs/proposal-store.ts";
import { createMembershipStore } from "../../db/accounts/membership-store.ts";
import type { Approvals } from "../../core/delivery/approvals.ts";
import type { Proposals } from "../../core/job/proposal.ts";
import type { Keys } from "../../core/job/key-secrets.ts";
import type { Logger } from "../../lib/log/log.ts";

/** Ports of the policy, for the commands. */
interface PolicyPorts {
  readonly memberships: Memberships;
  readonly policies: Policies;
  readonly proposals: Proposals;
  readonly approvals: Approvals;
  readonly listVideoModels: ReturnType<typeof createModelList>;
}

export interface OpenedPolicy {
  readonly ports: PolicyPorts;
  stop(): Promise<void>;
}

/** Opens the policy and its caches. The caches follow changes until `stop`. */
export async function openPolicy(context: {
  readonly db: Database;
  readonly accounts: AccountStore;
  readonly keys: Keys;
  readonly ask: AskForModels;
  readonly clock: Clock;
  readonly log: Logger;
}): Promise<OpenedPolicy> {
  const { db, accounts, keys, ask, clock, log } = context;
  const memberships = createMemberships({ store: createMembershipStore(db), accounts, clock, log });
  const working = new AbortController();
  const stopListening = await memberships.listen();
  const running = memberships.run(working.signal);
  return {
    ports: {
      memberships,
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
