import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { INTAKE_BYTES } from "../../../src/lib/limits.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { createFolderStore } from "../../../src/media/store/folder-store.ts";
import { OWN_TURN } from "../../../src/media/fair-queue.ts";
import { createIntake } from "../../../src/media/intake.ts";
import { createLinks } from "../../../src/media/link/linked-file.ts";

// Receives one file from a link in a fresh process. Prints the outcome, the growth of resident memory in bytes, and the files
// left on disk.
const [, , link = ""] = process.argv;
const folder = await mkdtemp(join(tmpdir(), "easel-cold-"));
const media = await createFolderStore(join(folder, "media"));
await using intake = createIntake({ media, log: createLog("silent"), folder: join(folder, "staging") });
const links = createLinks({ localOrigin: new URL(link).origin });
const signal = new AbortController().signal;

const before = process.memoryUsage.rss();
let most = before;
const look = (): void => {
  most = Math.max(most, process.memoryUsage.rss());
};
const looking = setInterval(look, 2);
const open = async () => (await links.open(link, { maxBytes: INTAKE_BYTES, signal })).body;
const taken = await intake.take({ name: "file", link, open }, ["image", "video", "audio"], OWN_TURN, signal);
clearInterval(looking);
look();

const entries = await readdir(folder, { recursive: true, withFileTypes: true });
const files = entries.filter((entry) => entry.isFile()).length;
process.stdout.write(`${JSON.stringify({ taken, grown: most - before, files })}\n`);
await links.close();
await rm(folder, { recursive: true, force: true });
