import { createServer } from "node:net";
import { ConfigError } from "../../lib/errors.ts";

/** An address to listen on, and the variable that sets its port. */
export interface ListenAddress {
  readonly variable: "PORT" | "PUBLIC_PORT";
  readonly host: string;
  readonly port: number;
}

/** Throws the error that listening would throw later, before anything else is started. */
export async function requireFreePort(address: ListenAddress): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once("error", reject);
      probe.listen(address.port, address.host, resolve);
    });
  } catch (error) {
    throw listenError(error, address);
  }
  await new Promise((resolve) => probe.close(resolve));
}

/** Turns a failure to listen into an error that says which variable to change. Returns other errors unchanged. */
export function listenError(error: unknown, { variable, host, port }: ListenAddress): unknown {
  const other = port > 65_533 ? port - 2 : port + 2;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "EADDRINUSE":
      return new ConfigError(
        variable,
        `${variable} ${port} is in use by another program; stop that program, or set ${variable} to a free port, e.g. ${variable}=${other}.`,
        error,
      );
    case "EACCES":
      return new ConfigError(
        variable,
        `${variable} ${port} needs more rights than this user has; set ${variable} to a port above 1023.`,
        error,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new ConfigError("HOST", `HOST ${host} is not an address of this machine; set HOST to 127.0.0.1.`, error);
    default:
      return error;
  }
}
