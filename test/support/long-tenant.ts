import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import type { Finding } from "../../src/core/account/doctor.ts";
import type { Group } from "../../src/core/account/groups.ts";
import type { Key } from "../../src/core/account/keys/key.ts";
import { combine } from "../../src/core/account/policy/combine.ts";
import type { PolicySettings } from "../../src/core/account/policy/policy.ts";
import {
  encodeScope,
  ORGANISATION_SCOPE,
  placeScope,
  workspaceScope,
  type Scope,
} from "../../src/core/account/policy/scope.ts";
import { accountSubject } from "../../src/core/account/policy/subject.ts";
import { SPANS, type QuotaState } from "../../src/core/account/quota/quota.ts";
import type { Message } from "../../src/core/chat/message.ts";
import { GROUP_NAME_CHARACTERS, KEY_NAME_CHARACTERS } from "../../src/lib/limits.ts";
import { aMembership, GENERAL } from "./commands.ts";
import { noKeys, setUpDispatch } from "./dispatching.ts";

/** How many entries each list has, and what they are called. */
export interface LongTenant {
  readonly many: number;
  /** Up to 100 characters. */
  readonly name: string;
  /** The most quotas, and the amount of each. */
  readonly quotas?: number;
  readonly amount?: number;
}

export const LONG_TENANTS = fc.record({
  many: fc.constantFrom(0, 1, 3, 12, 60),
  name: fc.oneof(
    fc.constantFrom("*".repeat(100), "长".repeat(100), "_a".repeat(50), "x".repeat(100), "# x - y > z "),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 100 }),
  ),
});

/** Quotas in money count millionths. */
const CENT_MICROS = 10_000;
const ENDS = new Date("2026-11-30T23:00:00Z");

/** The dispatcher of an organisation in which every list has `many` entries with the same long name. */
export function setUpLongTenant({ many, name, quotas: mostQuotas = Infinity, amount = 9_876_543 }: LongTenant) {
  const each = <T>(make: (index: number) => T): T[] => Array.from({ length: many }, (_, index) => make(index));
  const named = (max: number, index: number): string => `${name.slice(0, max - 4)}${index}`.toWellFormed();
  const groups: readonly Group[] = each((index) => ({
    id: randomUUID(),
    name: named(GROUP_NAME_CHARACTERS, index),
    members: each((member) => accountSubject(`a-${member}`)),
  }));
  const accounts = new Map(each((index) => [`a-${index}`, named(80, index)] as const));
  const settings: PolicySettings = {
    models: each((index) => named(100, index)),
    imageModel: named(100, 1),
    videoModel: named(100, 2),
    maxSeconds: 86_400,
    maxCount: 10,
    jobsAtOnce: 100,
    jobsWaiting: 1_000,
    access: each((index) => accountSubject(`a-${index}`)),
    blocked: each((index) => accountSubject(`a-${index}`)),
    blockedWords: each((index) => named(100, index)),
    confirmSeconds: 3_600,
    approveSeconds: 7_200,
    approveCount: 9,
    ownKeys: true,
    guests: false,
    talk: "make",
    previews: true,
  };
  const scopes: readonly Scope[] = [
    ORGANISATION_SCOPE,
    ...groups.map(({ id }) => ({ kind: "group", id }) as const),
    ...[...accounts.keys()].map((id) => ({ kind: "account", id }) as const),
  ];
  const counted = [...scopes, workspaceScope(GENERAL), placeScope(GENERAL, false)];
  const quotas: readonly QuotaState[] = counted.flatMap((scope) =>
    SPANS.flatMap((span) =>
      (
        [
          ["images", amount],
          ["seconds", amount],
          ["money:EUR", amount * CENT_MICROS],
        ] as const
      ).map(([unit, most]) => ({
        scope,
        unit,
        span,
        amount: most,
        granted: Math.floor(most / 10),
        used: Math.floor(most * 0.8),
        endsAt: ENDS,
        timeZone: "America/Argentina/ComodRivadavia",
      })),
    ),
  );
  const keys: readonly Key[] = each((index) => ({
    id: randomUUID(),
    name: named(KEY_NAME_CHARACTERS, index),
    masked: "sk-…abcd",
    origin: "people",
    scope: groups[index] ? { kind: "group", id: groups[index].id } : ORGANISATION_SCOPE,
    isOwn: false,
    services: ["image", "video"],
    slots: { image: { of: 200, held: 200, unknown: 100 }, video: { of: 200, held: 200, unknown: 100 } },
    isReadable: true,
    isPaused: index % 2 === 0,
    invalidAt: ENDS,
    refusedBy: ["image", "video"],
    restingUntil: ENDS,
    disabledAt: undefined,
    checkedAt: ENDS,
    createdAt: ENDS,
    twins: each((twin) => named(KEY_NAME_CHARACTERS, twin)),
  }));
  const paused: readonly Scope[] = [
    placeScope(GENERAL, false),
    ...keys.map(({ id }) => ({ kind: "key", id }) as const),
    ORGANISATION_SCOPE,
    workspaceScope(GENERAL),
  ];
  const pauses = paused.map((scope) => ({ scope, by: named(80, 1) }));
  const findings: readonly Finding[] = each((index) => ({
    part: "key" as const,
    name: named(KEY_NAME_CHARACTERS, index),
    health: "unreadable" as const,
  }));
  const audited = each((index) => ({
    id: index + 1,
    at: ENDS,
    accountId: "a-0",
    name: named(80, index),
    workspace: "console:main",
    action: "policy.set",
    scope: "organisation",
    before: {},
    after: settings,
  }));
  const failures = {
    requests: each((index) => ({
      batchId: randomUUID(),
      accountId: "a-0",
      service: "video" as const,
      cost: 3_600,
      jobs: [
        {
          id: randomUUID(),
          failure: { reason: "gateway" as const, code: named(60, index).replaceAll(/\s/g, "_") },
          settlement: "assumed" as const,
          credentialId: keys[index]?.id,
        },
      ],
      isAskedAgain: false,
    })),
    open: 12_345,
    isCut: true,
  };
  const sums = { requests: 200, images: 2_000, seconds: 123_456, members: 100, uncertain: 100 };
  const latest = each((index) => ({
    kind: index % 2 === 0 ? ("retry" as const) : ("refund" as const),
    sums,
    outcomes: { retried: 20, again: 20, over_quota: 20, barred: 20, no_key: 20, files_gone: 20, failed: 20 },
    isDone: false,
    confirmedAt: ENDS,
  }));
  const share = (index: number) => ({ name: named(200, index), images: 123_456, seconds: 654_321 });
  const here = setUpDispatch(
    {
      quotas: {
        state: async (_organisationId, within) => {
          const kinds = within && new Set(within.map(encodeScope));
          return quotas.filter(({ scope }) => kinds?.has(encodeScope(scope)) ?? true).slice(0, mostQuotas);
        },
      },
      usage: { shares: async () => each(share) },
      recoveries: { failures: async () => failures, latest: async (_organisation, most) => latest.slice(0, most) },
      listed: each((index) => named(200, index)),
    },
    {},
    undefined,
    {
      keyring: { ...noKeys, list: async () => keys },
      groups: { ...unused, list: async () => groups },
      people: { accountOf: elsewhere, names: async () => accounts, userIds: async () => new Map() },
      memberships: {
        membershipOf: async (place) => ({
          ...aMembership(place),
          groups: groups.map(({ id, name: called }) => ({ id, name: called })),
          policy: combine([{ scope: ORGANISATION_SCOPE, settings }]),
        }),
      },
      doctor: { examine: async () => findings, channelsInUse: async () => [] },
      audit: {
        recent: async (_organisation, _filter, most) => audited.slice(0, most),
        formerNames: async () => new Map(),
      },
    },
  );
  Object.assign(here.world.policies, {
    settings: async () => settings,
    workspace: async () => ({ timeZone: "America/Argentina/ComodRivadavia", adminChannel: undefined }),
    pauses: async () => pauses,
  });
  return { ...here, groups, keys };
}

const elsewhere = (): never => {
  throw new Error("not used in these tests");
};
const unused = { create: elsewhere, delete: elsewhere, add: elsewhere, remove: elsewhere };

/** The view that was shown last. */
export function shownBy({ responder }: Pick<ReturnType<typeof setUpDispatch>, "responder">): Message {
  const shown = responder.closings.at(-1) ?? responder.answers.at(-1);
  if (!shown) throw new Error("nothing was shown");
  return shown;
}
