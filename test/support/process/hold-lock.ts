import { lockDataDir } from "../../../src/lib/data-folder/data-lock.ts";

// A process to kill: locks the given folder, prints its pid, and waits.
const [, , dataDir = ""] = process.argv;
await lockDataDir(dataDir);
process.stdout.write(`${process.pid}\n`);
setInterval(() => {}, 60_000);
