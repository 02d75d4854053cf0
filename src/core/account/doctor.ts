import type { PlatformName } from "../chat/conversation.ts";
import type { PlatformState } from "../chat/platform.ts";
import type { Service } from "../job/job.ts";
import type { Key, KeyHealth, ServiceCheck } from "./keys/key.ts";

/** Looks at everything that an organisation needs to work. Never rejects: what can't be looked at is a finding as well. */
export interface Doctor {
  /** `isOperator`: also lists every organisation, and the codes that switch workspaces on. */
  examine(organisationId: string, isOperator: boolean, signal: AbortSignal): Promise<readonly Finding[]>;
}

/** What can be reached beyond this machine without TLS: the Console, or what `PUBLIC_URL` leads to. */
export type PlainHttp = "console" | "public";

/** What was found of one part. */
export type Finding =
  | { readonly part: "database"; readonly kind: "away" }
  | {
      readonly part: "database";
      readonly kind: "answers";
      readonly ms: number;
      /** Such as `18.1`. */
      readonly version: string;
      /** Of the database, such as `3.12`: its migrations, and the revision of its functions. */
      readonly schema: string;
      /** What this Easel works with. */
      readonly expectedSchema: string;
      /** The role that can't change audit and ledger, where the connections don't act as it. */
      readonly missingRole: string | undefined;
      /** Whether every user of the server may connect to the database. */
      readonly isOpenToServer: boolean;
    }
  | {
      readonly part: "store";
      readonly place: "folder" | "s3";
      readonly isFull: boolean;
      /** Why it can't be used. */
      readonly trouble: string | undefined;
    }
  /** A chat platform that is on, and how this process stands with it. */
  | { readonly part: "platform"; readonly platform: PlatformName; readonly state: PlatformState }
  | { readonly part: "address"; readonly url: string | undefined }
  /** The video service can't load files from us, for want of a public address; not there where it can. */
  | { readonly part: "clip_files" }
  /** Others reach this over plain HTTP: for the operator alone. */
  | { readonly part: "plain_http"; readonly what: PlainHttp }
  | { readonly part: "service"; readonly service: Service; readonly kind: "off" }
  | {
      readonly part: "service";
      readonly service: Service;
      readonly kind: "on";
      readonly url: string;
      readonly isSandbox: boolean;
      /** How many keys there are for it, and how many of them can be used now. */
      readonly known: number;
      readonly usable: number;
      /** The name of the key that the gateway was asked with, and its answer. Undefined where no key can be used. */
      readonly askedWith: string | undefined;
      readonly check: ServiceCheck | undefined;
    }
  | { readonly part: "key"; readonly name: string; readonly health: Exclude<KeyHealth, "ok" | "invalid"> }
  /** A key that the gateway refused. It is not used until it is replaced, or until the gateway accepts it in a check. */
  | { readonly part: "refused_key"; readonly name: string; readonly at: Date; readonly origin: Key["origin"] }
  /** What switches a server or workspace on: for the operator alone. */
  | { readonly part: "claim"; readonly code: string }
  /** An organisation with its workspaces, and for the operator the code that brings another one into it; none without a name. */
  | {
      readonly part: "organisation";
      readonly name: string | undefined;
      readonly workspaces: readonly string[];
      readonly code: string | undefined;
    }
  | { readonly part: "workers"; readonly alive: number }
  /** Slots that are held by jobs whose outcome is unknown; not there where there are none. */
  | { readonly part: "slots"; readonly unknown: number }
  | {
      readonly part: "jobs";
      readonly waiting: number;
      readonly held: number;
      readonly running: number;
      readonly unknown: number;
      /** How long the first of those that wait has waited. */
      readonly waitingMs: number;
    };
