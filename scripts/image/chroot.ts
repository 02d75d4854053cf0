import { spawn, type ChildProcess } from "node:child_process";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Makes a minimal Debian with Node and npm, which replaces the image's base. */
export async function makeBase(root: string, suite: string, nodeBinary: string, npmFolder: string): Promise<void> {
  await run("debootstrap", ["--variant=minbase", "--include=ca-certificates", suite, root]);
  await mkdir(join(root, "usr/local/lib/node_modules"), { recursive: true });
  await cp(nodeBinary, join(root, "usr/local/bin/node"));
  await cp(npmFolder, join(root, "usr/local/lib/node_modules/npm"), { recursive: true });
  await inRoot(
    root,
    "ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --uid 1000 --create-home node",
  );
}

/** How a step of a build is run. */
export interface Step {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a shell command in `root` as root, with this machine's network and npm settings. Rejects if it fails. */
export async function inRoot(root: string, command: string, { cwd = "/", env = {} }: Step = {}): Promise<void> {
  await mkdir(join(root, cwd), { recursive: true });
  const settings = ["/etc/resolv.conf", "/etc/hosts", "/etc/ssl/certs", "/root/.npmrc", "/etc/npmrc"];
  for (const path of settings) {
    if (path.endsWith("certs")) await mkdir(join(root, path), { recursive: true });
    else await writeFile(join(root, path), "", { flag: "a" });
  }
  // The mounts are private to this command, and disappear when it ends.
  const mounts = settings.map((path) => `[ ! -e ${path} ] || mount --bind ${path} "$ROOT${path}"`).join("; ");
  const script = `set -e; ${mounts}; mount -t proc proc "$ROOT/proc"; mount --bind /dev "$ROOT/dev"
exec chroot "$ROOT" sh -c 'cd "$1" && eval "$2"' sh "$CWD" "$COMMAND"`;
  const kept = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(?:npm_config_registry|.*_CA_.*|SSL_CERT_.*)$/.test(name)),
  );
  await run("unshare", ["--mount", "--fork", "sh", "-c", script], {
    ...kept,
    ...env,
    PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    HOME: "/root",
    ROOT: root,
    CWD: cwd,
    COMMAND: command,
  });
}

/** How the finished image is run. */
export interface RunOptions {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Folders of the image that stay writable. */
  readonly writable: readonly string[];
}

/**
 * Starts the image's command as Compose does: user 1000, no capabilities, no new privileges, everything read-only except
 * `writable` and a fresh /tmp. Uses this machine's network.
 */
export function startImage(root: string, { command, env, writable }: RunOptions): ChildProcess {
  const binds = writable.map((path) => `mount --bind "$ROOT${path}" "$ROOT${path}"`).join("; ");
  const script = `set -e; mount --bind "$ROOT" "$ROOT"; ${binds}; mount -o remount,ro,bind "$ROOT"
mount -t tmpfs -o mode=1777 tmpfs "$ROOT/tmp"; mount -t proc proc "$ROOT/proc"; mount --bind /dev "$ROOT/dev"
exec chroot "$ROOT" setpriv --reuid=1000 --regid=1000 --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all \\
  sh -c 'cd /app && exec "$@"' sh "$@"`;
  return spawn("unshare", ["--mount", "sh", "-c", script, "sh", ...command], {
    env: { PATH: "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", ...env, ROOT: root },
    stdio: ["ignore", "inherit", "inherit"],
  });
}

/** Runs a program and shows its output. Rejects if it fails. */
export function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ["ignore", "inherit", "inherit"] });
    child.once("error", reject);
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with code ${code}`))));
  });
}
