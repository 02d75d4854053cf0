import type { Config } from "../../config/config.ts";
import type { ListenAddress } from "./listen.ts";

/** Who listens at every address of the machine is reached at its own. */
export function onThisMachine(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}

/** Where to listen: for this machine, and for the outside where there is a public address or a platform delivers there. */
export function addressesOf({ role, host, port, publicUrl, publicPort, platforms }: Config): {
  local: ListenAddress;
  outside?: ListenAddress;
} {
  const local = { variable: "PORT" as const, host, port };
  // Files are served by the process that accepted the request and issued their addresses.
  const isOpen = publicUrl !== undefined || platforms.some(({ listensOutside }) => listensOutside);
  if (!isOpen || role === "worker") return { local };
  return { local, outside: { variable: "PUBLIC_PORT", host, port: publicPort } };
}
