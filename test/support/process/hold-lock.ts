import { lockDataDir } from "../../../src/lib/data-lock.ts";

// A process to be killed: takes the lock of the folder it is given, says its own pid, and waits.
const [, , dataDir = ""] = process.argv;
await lockDataDir(dataDir);
process.stdout.write(`${process.pid}\n`);
setInterval(() => {}, 60_000);
