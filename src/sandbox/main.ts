import { closeFolder } from "../lib/data-folder/close-folder.ts";
import { EaselError } from "../lib/errors.ts";
import { createFatalErrorLog } from "../lib/log/fatal-error-log.ts";
import { createLog } from "../lib/log/log.ts";
import { isLoopbackHost } from "../lib/http/address-scope.ts";
import { readArguments, USAGE } from "./arguments.ts";
import { startSandbox } from "./sandbox.ts";

/** `npm run sandbox`: the sandbox gateway by itself, until SIGINT or SIGTERM. */
async function main(): Promise<void> {
  // Only this user can read the prompts and pictures on disk.
  process.umask(0o077);
  const asked = readArguments(process.argv.slice(2));
  if (asked === "help") {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const stopping = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stopping.abort());
  const log = createLog("info");
  await closeFolder(asked.dataDir, log);
  const sandbox = await startSandbox({ ...asked, log });
  process.stdout.write(`Sandbox gateway on ${sandbox.url}\n`);
  if (!isLoopbackHost(asked.host)) {
    process.stderr.write(
      "Anyone who can reach this address can see every prompt and picture, and change what the sandbox does.\n",
    );
  }
  if (!stopping.signal.aborted) {
    await new Promise((resolve) => {
      stopping.signal.addEventListener("abort", resolve, { once: true });
    });
  }
  await sandbox.stop();
}

const lastWords = createFatalErrorLog(() => []);
lastWords.watchProcess();
main().catch((error: unknown) => {
  process.exitCode = 1;
  if (error instanceof EaselError) process.stderr.write(`${messageOf(error)}\n`);
  else lastWords.ofStart(error);
});

function messageOf(error: EaselError): string {
  if (error.code !== "port_in_use") return error.message;
  return `${error.message}: stop what uses it, or choose another with --port (0 takes any that is free).`;
}
