import type { Conversation, PlatformName } from "../chat/conversation.ts";
import type { PlatformState } from "../chat/platform.ts";
import type { Service } from "../job/job.ts";
import type { Key, KeyHealth, ServiceCheck } from "./keys/key.ts";

/** Checks everything that an organisation needs. Never rejects: a failed check is a finding too. */
export interface Doctor {
  /** `isOperator`: includes every organisation, and the codes that switch workspaces on. */
  examine(organisationId: string, isOperator: boolean, signal: AbortSignal): Promise<readonly Finding[]>;
  /**
   * Other channels of the conversation's workspace with recent requests, limited to as many as can be checked together. Empty
   * while the database is unavailable.
   */
  channelsInUse(organisationId: string, here: Conversation): Promise<readonly Conversation[]>;
}

/** What others can reach without TLS: the Console, or the public address (`PUBLIC_URL`). */
export type PlainHttp = "console" | "public";

/** Running processes of another version of Easel. */
export interface OtherVersion {
  /** Whether they run jobs, or only accept requests. */
  readonly kind: "worker" | "chat";
  /** E.g. name `1.2.0` and schema `3.12`. Undefined for versions that don't report it. */
  readonly version: { readonly name: string; readonly schema: string } | undefined;
  readonly isNewer: boolean;
  readonly processes: number;
}

/** Certificates that are renewed by themselves are renewed 30 days before they expire. */
export const CERTIFICATE_DAYS = 14;

/** What answers at the public address: this Easel, something else, a server that fails (5xx), or nothing. */
export type AddressAnswer =
  | { readonly kind: "here" }
  | { readonly kind: "other" | "failing"; readonly status: number }
  | { readonly kind: "silent"; readonly code: string | undefined };

/** The public address, as this machine sees it. */
export interface AddressFacts {
  readonly answer: AddressAnswer;
  /** How many days it is still valid; negative once it has expired. Undefined: plain HTTP. */
  readonly certificate: { readonly days: number } | "unreadable" | undefined;
}

/** With less, a busy day of clips can fill the disk; as in the alert EaselDiskLow. */
export const DISK_LOW_BYTES = 2 * 1024 ** 3;

/** A daily copy that failed once is not older; as in the alert EaselBackupOld. */
export const BACKUP_OLD_MS = 48 * 3_600_000;

/** Why the folder of the media store can't be used. `unreliable`: it doesn't return what was written. */
export type FolderTrouble = "missing" | "denied" | "full" | "unreliable";

/** The state of one part. */
export type Finding =
  | { readonly part: "database"; readonly kind: "away" }
  | {
      readonly part: "database";
      readonly kind: "answers";
      readonly ms: number;
      /** How far its clock is ahead of this machine's, in milliseconds. */
      readonly aheadMs: number;
      /** Such as `18.1`. */
      readonly version: string;
      /** The database's schema, such as `3.12`: its migrations, and the revision of its functions. */
      readonly schema: string;
      /** The schema that this Easel expects. */
      readonly expectedSchema: string;
      /** The role that can't change audit and ledger entries; set if the connections don't use it. */
      readonly missingRole: string | undefined;
      /** Whether every user of the server may connect to the database. */
      readonly isOpenToServer: boolean;
    }
  /** The connection pooler in front of PostgreSQL; absent if there is none. */
  | { readonly part: "pooler"; readonly mode: "session" | "transaction" }
  | {
      readonly part: "store";
      readonly place: "folder" | "s3";
      readonly isFull: boolean;
      /** Why the bucket is unavailable. */
      readonly trouble: string | undefined;
      readonly folderTrouble: Exclude<FolderTrouble, "full"> | undefined;
    }
  /** The disk of `DATA_DIR` has little room; otherwise absent. */
  | { readonly part: "disk"; readonly freeBytes: number }
  /** The latest copy made by `npm run backup`; shown to the operator only, and absent until the first one was made. */
  | { readonly part: "backup"; readonly at: Date; readonly isOld: boolean }
  /** Tables with more dead rows than live ones, as one text; absent if there are none. */
  | { readonly part: "bloat"; readonly tables: string }
  /** An enabled chat platform and its connection. */
  | { readonly part: "platform"; readonly platform: PlatformName; readonly state: PlatformState }
  /** There is no address that members elsewhere can open. `isNeeded`: a platform is on that links to results. */
  | { readonly part: "address"; readonly url: undefined; readonly isNeeded: boolean }
  | ({ readonly part: "address"; readonly url: string } & AddressFacts)
  /** The video service can't load files from us, because there is no public address; otherwise absent. */
  | { readonly part: "clip_files" }
  /** What others reach over plain HTTP; shown to the operator only. */
  | { readonly part: "plain_http"; readonly what: PlainHttp }
  | { readonly part: "service"; readonly service: Service; readonly kind: "off" }
  | {
      readonly part: "service";
      readonly service: Service;
      readonly kind: "on";
      readonly url: string;
      readonly isSandbox: boolean;
      /** How many keys it has, and how many of them are usable now. */
      readonly known: number;
      readonly usable: number;
      /** The name of the key used for the check, and the gateway's answer. Undefined if no key is usable. */
      readonly askedWith: string | undefined;
      readonly check: ServiceCheck | undefined;
    }
  | { readonly part: "key"; readonly name: string; readonly health: Exclude<KeyHealth, "ok" | "invalid"> }
  /** A key that the gateway refused. It is not used until it is replaced, or until the gateway accepts it in a check. */
  | { readonly part: "refused_key"; readonly name: string; readonly at: Date; readonly origin: Key["origin"] }
  /** A key that one of its services refused, and others still use. */
  | { readonly part: "partly_refused_key"; readonly name: string; readonly service: Service }
  /** The code that switches a server or workspace on; shown to the operator only. */
  | { readonly part: "claim"; readonly code: string }
  /** An organisation with its workspaces. The operator also sees the code that adds one, if the organisation has a name. */
  | {
      readonly part: "organisation";
      readonly name: string | undefined;
      readonly workspaces: readonly string[];
      readonly code: string | undefined;
    }
  /** `chats`: processes that only accept requests. */
  | { readonly part: "workers"; readonly alive: number; readonly chats: number }
  | ({ readonly part: "other_version" } & OtherVersion)
  /** A workspace that used to send requests, but has sent none for a day; otherwise absent. */
  | { readonly part: "silent"; readonly workspace: string; readonly hours: number }
  /** Quotas that are used up in their window; absent if there are none. Quotas of zero don't count. */
  | { readonly part: "quotas"; readonly usedUp: number }
  /** Quotas in money that refuse everything, because no price is in their currency; absent if there are none. */
  | { readonly part: "unpriced_quotas"; readonly quotas: number; readonly currency: string | undefined }
  /** Jobs that wait because the gateway answered 429; absent if there are none. */
  | { readonly part: "busy"; readonly waiting: number }
  /** Results of the last day that were made and that no conversation took; absent if there are none. */
  | { readonly part: "undelivered"; readonly results: number }
  /** Slots held by jobs with an unknown outcome; absent if there are none. */
  | { readonly part: "slots"; readonly unknown: number }
  | {
      readonly part: "jobs";
      readonly waiting: number;
      readonly held: number;
      readonly running: number;
      readonly unknown: number;
      /** How long the oldest waiting job has waited. */
      readonly waitingMs: number;
    };
