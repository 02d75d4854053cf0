import { createLog } from "../../../src/lib/log/log.ts";
import { startEmbeddedPostgres } from "../../../src/db/embedded/embedded-postgres.ts";

// A process to kill: starts the embedded server on the given folder, prints its pid, and waits.
const [, , dataDir = ""] = process.argv;
const server = await startEmbeddedPostgres({ dataDir, log: createLog("silent"), durable: false });
process.stdout.write(`${server.pid}\n`);
setInterval(() => {}, 60_000);
