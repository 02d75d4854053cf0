import type { Config } from "../../config/config.ts";
import type { ListenAddress } from "./listen.ts";

/** A server that listens on every address is reached at this machine's loopback address. */
export function onThisMachine(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}

/** Where to listen: locally, and publicly if there is a public address or a platform delivers over HTTP. */
export function addressesOf({ role, host, port, publicUrl, publicPort, platforms }: Config): {
  local: ListenAddress;
  outside?: ListenAddress;
} {
  const local = { variable: "PORT" as const, host, port };
  // The process that accepted a request issues the file addresses and serves them.
  const isOpen = publicUrl !== undefined || platforms.some(({ listensOutside }) => listensOutside);
  if (!isOpen || role === "worker") return { local };
  return { local, outside: { variable: "PUBLIC_PORT", host, port: publicPort } };
}
