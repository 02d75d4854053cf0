import { expect } from "vitest";
import { createSeal } from "../../../../src/core/account/keys/seal.ts";
import { createAccountStore } from "../../../../src/db/accounts/account-store.ts";
import { createAuditLog } from "../../../../src/db/accounts/audit-log.ts";
import { createGroupStore } from "../../../../src/db/accounts/group-store.ts";
import { createJobStore } from "../../../../src/db/jobs/job-store.ts";
import { createKeyStore } from "../../../../src/db/keys/key-store.ts";
import { createLinking } from "../../../../src/db/accounts/linking-store.ts";
import { createOrganisationStore } from "../../../../src/db/accounts/organisation-store.ts";
import { createPersonalData } from "../../../../src/db/accounts/personal-data.ts";
import { createPeopleStore } from "../../../../src/db/accounts/people-store.ts";
import { createPolicyStore } from "../../../../src/db/accounts/policy-store.ts";
import { createPresetStore } from "../../../../src/db/accounts/preset-store.ts";
import { createMembershipStore } from "../../../../src/db/accounts/membership-store.ts";
import { createApprovalStore } from "../../../../src/db/delivery/approval-store.ts";
import { createForgetting } from "../../../../src/db/retention/forget-account.ts";
import { createProposalStore } from "../../../../src/db/jobs/proposal-store.ts";
import { createQuotaStore } from "../../../../src/db/accounts/quota-store.ts";
import { createQuotaWarningStore } from "../../../../src/db/accounts/quota-warning-store.ts";
import { createMonthReportStore } from "../../../../src/db/money/month-report-store.ts";
import { createBudgetStore } from "../../../../src/db/money/budget-store.ts";
import { createRecoveryStore } from "../../../../src/db/recovery/recovery-store.ts";
import { createRetryStore } from "../../../../src/db/recovery/retry-store.ts";
import { createUsageStore } from "../../../../src/db/usage/usage-store.ts";
import { deliveryCalls } from "./delivery-calls.ts";
import { BY_JOB, BY_REACH, BY_WORKER, inner, UNHEARD, type StoreCalls, type Outsider } from "./outsider.ts";

const SECRET = "s".repeat(32);

/** Each store's functions, called on behalf of one organisation for another. */
export function storeCalls(of: Outsider): StoreCalls {
  const { tenants, mine, theirs, ids, mark } = of;
  const { db } = tenants;
  const scope = { kind: "account", id: theirs.accountId } as const;
  const place = { platform: "slack", workspace: `w-${mark}`, channel: "general" } as const;
  const change = { organisationId: mine.organisationId, actor: mine.actor };
  const quota = { scope, unit: "images", span: "day" } as const;
  const accounts = createAccountStore(db);
  const organisations = createOrganisationStore(db);
  const groups = createGroupStore(db);
  const keys = createKeyStore(db, "k");
  const policies = createPolicyStore(db);
  const presets = createPresetStore(db);
  const people = createPeopleStore(db, accounts);
  const personal = createPersonalData(db);
  const forgetting = createForgetting(db);
  const jobs = createJobStore(db, UNHEARD);
  const audit = createAuditLog(db);
  const quotaStates = createMembershipStore(db);
  const quotas = createQuotaStore(db);
  const recoveries = createRecoveryStore(db);
  const usage = createUsageStore(db);
  const approvals = createApprovalStore(db);
  const proposals = createProposalStore(db);
  const linking = createLinking(db, { secretKey: SECRET, operatorCode: mark, seal: createSeal(SECRET) });
  const mineId = mine.organisationId;
  const theirMonth = { startsAt: new Date(0), endsAt: new Date("2100-01-01"), timeZone: "UTC", locale: "en" } as const;
  const identity = { platform: "slack", workspace: `w-${mark}`, userId: theirs.userId, displayName: "Mine" };
  const asTheirs = { ...mine, accountId: theirs.accountId, identity: { ...identity } };
  return {
    createAccountStore: {
      store: accounts,
      functions: {
        accountOf: () => refused(accounts.accountOf(mineId, identity)),
        enterConfigured: "asked by the operator's configuration",
        organisationsWithout: "asked by the operator's configuration",
        organisationsWithoutAny: "asked by the operator's configuration",
        setAsideOthers: () => accounts.setAsideOthers(mineId, []),
        hasFreshCredential: BY_WORKER,
        credentialsFor: () => accounts.credentialsFor(mineId, "image"),
        noteModels: "what the gateway said of a key that was found among one's own",
        sealedSecret: BY_JOB,
        wipeRemoved: "takes away what nobody needs",
      },
    },
    createOrganisationStore: {
      store: organisations,
      functions: {
        consoleOrganisation: "asked by the operator's configuration",
        allow: "asked by the operator's configuration",
        all: "for the operator's list; a doctor's answer leaves out the others",
      },
    },
    createGroupStore: {
      store: groups,
      functions: {
        list: () => groups.list(mineId),
        create: () => groups.create(change, "mine"),
        delete: () => groups.delete(change, ids.group),
        add: () => groups.add(change, ids.group, { subject: `account:${mine.accountId}`, name: "Max" }),
        remove: () => groups.remove(change, ids.group, { subject: `account:${theirs.accountId}`, name: "Max" }),
      },
    },
    createKeyStore: {
      store: keys,
      functions: {
        keys: () => keys.keys(mineId),
        enter: "enters a key for the organisation that it names; there is none of theirs to name",
        change: () => keys.change(mineId, ids.credential, { kind: "remove" }, mine.actor),
        refused: BY_JOB,
        spent: BY_JOB,
        endRests: "notes what time alone decides",
        usedFor: () => keys.usedFor(mineId, ids.batch),
        owners: () => keys.owners(mineId),
      },
    },
    createPolicyStore: {
      store: policies,
      functions: {
        settings: () => policies.settings(mineId, scope),
        change: () => policies.change(change, scope, () => ({ maxCount: 1 })),
        workspace: () => policies.workspace(mineId, place).catch(() => undefined),
        timeZone: () => policies.timeZone(mineId, place),
        changeWorkspace: () => policies.changeWorkspace(change, place, { timeZone: "UTC" }).catch(() => undefined),
        pauses: () => policies.pauses(mineId),
        pause: () => policies.pause(change, scope),
        resume: () => policies.resume(change, scope),
      },
    },
    createPresetStore: {
      store: presets,
      functions: {
        list: () => presets.list(mineId, [scope]),
        save: () => presets.save(mineId, { name: "x", scope: scope, service: "image", options: {} }, mine.accountId),
        delete: () => presets.delete(mineId, scope, mark),
      },
    },
    createPeopleStore: {
      store: people,
      functions: {
        accountOf: () => refused(people.accountOf(mineId, identity)),
        names: () => people.names(mineId, [theirs.accountId]),
        userIds: () => people.userIds(mineId, [theirs.accountId], identity),
      },
    },
    createForgetting: {
      store: forgetting,
      functions: { forget: () => forgetting.forget(mineId, theirs.accountId, mine.actor) },
    },
    createPersonalData: {
      store: personal,
      functions: {
        accountOf: () => personal.accountOf(mineId, identity),
        beginExport: () => personal.beginExport(mineId, theirs.accountId, mine.actor),
        cancelExport: () => personal.cancelExport(mineId, theirs.accountId),
        profile: () => personal.profile(mineId, theirs.accountId, true),
        history: () => personal.history(mineId, theirs.accountId, { at: "infinity", id: "" }, 10),
      },
    },
    createLinking: {
      store: linking,
      functions: {
        makeCode: () => linking.makeCode({ ...mine, identity }, "account"),
        redeem: async () => {
          const theirCode = await linking.makeCode({ ...theirs, identity }, "account");
          const { sql } = tenants;
          const redeemed = await linking.redeem({ ...mine, identity }, "account", theirCode);
          await sql`delete from codes`;
          expect(redeemed).toEqual({ kind: "other_organisation" });
        },
        unlink: () => linking.unlink(asTheirs),
        claim: "claims only what nobody has, with the operator's code",
      },
    },
    createAuditLog: {
      store: audit,
      functions: {
        recent: () => audit.recent(mineId, {}, 100),
        formerNames: () =>
          audit.formerNames(mineId, [`key:${ids.credential}`, `group:${ids.group}`, `account:${theirs.accountId}`]),
      },
    },
    createQuotaStore: {
      store: quotas,
      functions: {
        state: () => Promise.all([quotas.state(mineId), quotas.state(mineId, [scope])]),
        // Although the scope names the target, this sets the caller's own quota.
        set: () => quotas.set(change, quota, 1),
        grant: () => quotas.grant(change, quota, 1),
        clear: () => quotas.clear(change, quota),
        refundable: () => quotas.refundable(mineId),
        refund: () => quotas.refund(change, ids.batch),
      },
    },
    createRecoveryStore: {
      store: recoveries,
      functions: {
        failures: () => recoveries.failures(mineId, 24),
        ask: "stores numbers for the organisation that it names, under an id of its own",
        confirm: () => recoveries.confirm(change, ids.recovery),
        latest: () => recoveries.latest(mineId, 5),
      },
    },
    createRetryStore: {
      store: createRetryStore(db),
      functions: inner(BY_WORKER, ["due", "hold", "repeated", "postpone", "settle"]),
    },
    createMonthReportStore: {
      store: createMonthReportStore(db),
      functions: { report: "reports each workspace's month to its own admins" },
    },
    createBudgetStore: {
      store: createBudgetStore(db),
      functions: {
        states: "asked by workers about every workspace",
        warn: "warns a workspace's admins about its own budget",
      },
    },
    createQuotaWarningStore: {
      store: createQuotaWarningStore(db),
      functions: { warnAdmins: "warns each organisation's admins about its own quotas" },
    },
    createUsageStore: {
      store: usage,
      functions: {
        own: () => usage.own(mineId, theirs.accountId, theirs.workspace),
        ownSpent: () => usage.ownSpent(mineId, theirs.accountId, theirs.workspace),
        monthOf: () => usage.monthOf(mineId, theirs.workspace, "2026-11"),
        month: () => usage.month(mineId, { ...theirMonth, workspace: theirs.workspace }),
        shares: () => usage.shares(mineId, theirs.workspace, "month", "model"),
        days: () => usage.days(mineId, theirs.workspace, "month", 100),
      },
    },
    createApprovalStore: {
      store: approvals,
      functions: {
        find: BY_REACH,
        pending: () => approvals.pending(mineId, place, 10),
        placeFor: BY_WORKER,
        grounds: () => approvals.grounds(mineId, ids.batch),
        decide: () => approvals.decide(change, ids.batch, { kind: "decline", why: "too dark" }),
        end: BY_WORKER,
        askedIn: () => approvals.askedIn(mineId, ids.batch),
        noteBlocked: () => approvals.noteBlocked(mineId, ids.batch, "mine"),
      },
    },
    createProposalStore: {
      store: proposals,
      functions: {
        keep: "writes for the membership that was found for the requester",
        isAsked: "says yes or no, to the member who asks",
        placeOf: () => proposals.placeOf(ids.proposal, { platform: "discord", userId: mine.userId }),
        decline: () =>
          Promise.all(
            [mine, theirs].map(({ userId }) => proposals.decline(ids.proposal, { platform: "discord", userId })),
          ),
        find: () => Promise.all([theirs, mine].map(({ accountId }) => proposals.find(mineId, accountId, ids.proposal))),
      },
    },
    createMembershipStore: {
      store: quotaStates,
      functions: {
        find: () =>
          quotaStates.find({
            platform: "discord",
            workspace: "w-mine",
            userId: theirs.userId,
            roles: [`role:slack:w-${mark}:r`],
            rolePrefix: `role:discord:${theirs.workspace}:`,
            places: [scope, { kind: "workspace", id: theirs.workspace }],
          }),
        hear: "hears ids of organisations alone",
        sayAlive: "says nothing",
      },
    },
    createJobStore: {
      store: jobs,
      functions: {
        insertBatch: "writes for the membership that was found for the requester",
        latestBatches: () =>
          Promise.all(
            (["account", "channel", "starred", "workspace"] as const).map((kind) =>
              jobs.latestBatches(mineId, { kind, accountId: theirs.accountId, conversation: place }, 10),
            ),
          ),
        ...inner(BY_REACH, ["batch", "batchOfEvent", "jobsOf"]),
        ...inner(BY_WORKER, [
          "claim",
          "noteNews",
          "apply",
          "find",
          "countTry",
          "noteHandling",
          "beat",
          "register",
          "retire",
          "takeOver",
          "takeBatch",
          "handOver",
        ]),
        ...inner(BY_WORKER, ["ownedBy", "cancelsAskedOf", "overdueWaits", "freeUnknownSlots", "readyBatches"]),
      },
    },
    ...deliveryCalls(of),
  };
}

async function refused(asked: Promise<unknown>): Promise<void> {
  await expect(asked).rejects.toThrow("another organisation");
}
