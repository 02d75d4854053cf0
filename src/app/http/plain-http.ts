import type { Config } from "../../config/config.ts";
import type { PlainHttp } from "../../core/account/doctor.ts";
import { isLoopbackHost } from "../../lib/http/address-scope.ts";

/** What others reach over plain HTTP according to the configuration. A proxy that is not configured may still terminate TLS. */
export function plainHttpOf({ host, platforms, trustProxy, publicUrl }: Config): readonly PlainHttp[] {
  const isConsolePlain =
    platforms.some(({ servesPage }) => servesPage) && !isLoopbackHost(host) && trustProxy === undefined;
  const url = publicUrl === undefined ? undefined : new URL(publicUrl);
  const isPublicPlain = url?.protocol === "http:" && !isLoopbackHost(url.hostname);
  return [...(isConsolePlain ? ["console" as const] : []), ...(isPublicPlain ? ["public" as const] : [])];
}

/** The warnings that the start logs. */
export const PLAIN_HTTP_WARNINGS: Readonly<Record<PlainHttp, string>> = {
  console:
    "the Console is reached beyond this machine without TLS, so its password can be intercepted; put a reverse proxy with TLS in front and set TRUST_PROXY, or set HOST=127.0.0.1",
  public: "PUBLIC_URL is not https, so pictures and clips can be intercepted; use an https address",
};
