import type { Config } from "../../config/config.ts";
import { ConfigError } from "../../lib/errors.ts";
import { isLoopbackUrl } from "../../lib/http/address-scope.ts";
import { PLATFORMS } from "../../platforms/registry.ts";
import type { OpenedGateways } from "../context/gateways.ts";
import type { ListenAddress } from "./listen.ts";

/** Replaces the address of a server that listens on all addresses by this machine's loopback address. */
export function onThisMachine(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}

/**
 * The address from which the video service can load files. Undefined if there is none: `PUBLIC_URL` is not set, or it is a
 * loopback address and the service runs on another machine. A private address counts, because the service may be in the same
 * network.
 */
export function fileAddress(
  { publicUrl }: Pick<Config, "publicUrl">,
  { video }: Pick<OpenedGateways, "video">,
): string | undefined {
  if (publicUrl === undefined || video === undefined) return publicUrl;
  return isLoopbackUrl(publicUrl) && !isLoopbackUrl(video.baseUrl) ? undefined : publicUrl;
}

/** Whether the video service can load files from here. The embedded sandbox does so locally. */
export function canServeFiles(
  config: Pick<Config, "publicUrl">,
  gateways: Pick<OpenedGateways, "video" | "sandbox">,
): boolean {
  return gateways.sandbox || fileAddress(config, gateways) !== undefined;
}

/**
 * Whether people get links from here. They do on platforms that have workspaces of their own; the Console's page serves results
 * itself.
 */
export function needsAddress({ platforms }: Pick<Config, "platforms">): boolean {
  return PLATFORMS.some(
    ({ name, workspaceId }) => workspaceId !== undefined && platforms.some((configured) => configured.name === name),
  );
}

/**
 * Where to listen: always locally, and publicly if there is a public address or a platform delivers over HTTP. Throws a
 * `ConfigError` if both have the same port.
 */
export function addressesOf({ role, host, port, publicUrl, publicPort, platforms }: Config): {
  local: ListenAddress;
  outside?: ListenAddress;
} {
  const local = { variable: "PORT" as const, host, port };
  // The process that accepted a request issues the file addresses and serves them.
  const isOpen = publicUrl !== undefined || platforms.some(({ listensOutside }) => listensOutside);
  if (!isOpen || role === "worker") return { local };
  // 0 takes a free port for each.
  if (port === publicPort && port !== 0) {
    throw new ConfigError(
      "PUBLIC_PORT",
      `PORT and PUBLIC_PORT are both ${port}, but the Console must stay on a port of its own; set PUBLIC_PORT to another port.`,
    );
  }
  return { local, outside: { variable: "PUBLIC_PORT", host, port: publicPort } };
}
