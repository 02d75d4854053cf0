import { spawn } from "node:child_process";

/**
 * Stops a database server (SIGQUIT) and removes its folder when this process ends, because an interrupted or killed run has no
 * teardown. Returns a function that cancels this.
 */
export function cleanUpAfterExit(pid: number, folder: string): () => void {
  return runAfterExit('kill -QUIT "$1"; sleep 1; rm -rf "$2"', String(pid), folder);
}

/** Removes a folder in the same way, after the servers in it have stopped. Returns a function that cancels this. */
export function removeAfterExit(folder: string): () => void {
  return runAfterExit('sleep 2; rm -rf "$1"', folder);
}

/** Kills a process in the same way. Returns a function that cancels this. */
export function killAfterExit(pid: number): () => void {
  return runAfterExit('kill -KILL "$1"', String(pid));
}

/** A separate process runs the script when its input closes, which happens when this process ends. */
function runAfterExit(script: string, ...values: readonly string[]): () => void {
  const cleaner = spawn("sh", ["-c", `cat > /dev/null; ${script}`, "sh", ...values], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  cleaner.unref();
  return () => void cleaner.kill("SIGKILL");
}
