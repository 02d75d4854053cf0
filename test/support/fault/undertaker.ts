import { spawn } from "node:child_process";

/**
 * Stops a database server (SIGQUIT) and removes its folder when this process ends without doing so: a run that is
 * interrupted or killed has no teardown. A process that sees the end of its input, which is our end, does it. Returns the
 * way to call it off.
 */
export function clearAwayAfterUs(pid: number, folder: string): () => void {
  const script = 'cat > /dev/null; kill -QUIT "$1"; sleep 1; rm -rf "$2"';
  const undertaker = spawn("sh", ["-c", script, "sh", String(pid), folder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  undertaker.unref();
  return () => void undertaker.kill("SIGKILL");
}
