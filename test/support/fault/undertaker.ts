import { spawn } from "node:child_process";

/**
 * Stops a database server (SIGQUIT) and removes its folder if this process ends without doing so: an interrupted or killed run
 * has no teardown. A helper process does it when its input closes, which happens when we end. Returns a function that cancels
 * this.
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
