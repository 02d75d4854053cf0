import { createHash } from "node:crypto";
import { GatewayRefusal } from "./errors/gateway-refusal.ts";
import type { SandboxService } from "./sandbox-service.ts";

/** A key that the sandbox accepts (`docs/sandbox.md`). None of them is a secret. */
export interface SandboxKey {
  readonly name: string;
  readonly services: readonly SandboxService[];
  /** Jobs of each service at once; undefined without a limit. The image contract states one, the video contract none. */
  readonly concurrency: number | undefined;
  /** A code that refuses every submission of this key. */
  readonly spent: "INSUFFICIENT_BALANCE" | "API_KEY_QUOTA_EXHAUSTED" | undefined;
}

const BOTH: readonly SandboxService[] = ["image", "video"];

const KEYS: readonly SandboxKey[] = [
  { name: "sk-sandbox", services: BOTH, concurrency: undefined, spent: undefined },
  { name: "sk-sandbox-images", services: ["image"], concurrency: undefined, spent: undefined },
  { name: "sk-sandbox-videos", services: ["video"], concurrency: undefined, spent: undefined },
  { name: "sk-sandbox-four", services: BOTH, concurrency: 4, spent: undefined },
  { name: "sk-sandbox-one", services: BOTH, concurrency: 1, spent: undefined },
  { name: "sk-sandbox-broke", services: BOTH, concurrency: undefined, spent: "INSUFFICIENT_BALANCE" },
  { name: "sk-sandbox-capped", services: BOTH, concurrency: undefined, spent: "API_KEY_QUOTA_EXHAUSTED" },
];

const BY_NAME: ReadonlyMap<string, SandboxKey> = new Map(KEYS.map((key) => [key.name, key]));

/**
 * The key of an `Authorization` header. Throws the refusals of `docs/gateway.md#images-authentication`: no header is
 * `missing_bearer_token`, another scheme `invalid_bearer_token`, no key `missing_credential`, an unknown one `invalid_api_key`.
 */
export function authenticate(header: string | undefined): SandboxKey {
  if (header === undefined || header.trim() === "") throw new GatewayRefusal("missing_bearer_token");
  const match = /^Bearer(?:\s+(.*))?$/i.exec(header.trim());
  if (!match) throw new GatewayRefusal("invalid_bearer_token");
  const token = match[1]?.trim() ?? "";
  if (token === "") throw new GatewayRefusal("missing_credential");
  const key = BY_NAME.get(token);
  if (!key) throw new GatewayRefusal("invalid_api_key");
  return key;
}

/** Refuses a key whose group does not have the service (`permission_error`). */
export function requireService(key: SandboxKey, service: SandboxService): void {
  if (!key.services.includes(service)) throw new GatewayRefusal("permission_error");
}

/** Refuses a submission of a key without balance, or whose spending cap is used up. */
export function requireFunds(key: SandboxKey): void {
  if (key.spent) throw new GatewayRefusal(key.spent);
}

/** The owner of a job: the key itself is not written to disk. */
export function ownerOf(key: SandboxKey): string {
  return createHash("sha256").update(key.name).digest("hex").slice(0, 16);
}
