import { PlatformError } from "../../../core/chat/errors.ts";

/** An address that Easel doesn't follow. `host` names its server, and `isSlack` says whether that is Slack's. */
export class ForeignHostError extends PlatformError {
  readonly host: string;
  readonly isSlack: boolean;

  constructor(needed: string, { host, isSlack }: { readonly host: string; readonly isSlack: boolean }) {
    super("rejected", `refused to follow an address that is not ${needed}`);
    this.host = host;
    this.isSlack = isSlack;
  }
}

/** Decides which addresses belong to Slack. No data, and above all no token, goes anywhere else. */
export interface SlackHosts {
  /** Returns the parsed address. Throws a `ForeignHostError` when it is not Slack's. */
  require(address: string, base?: string): URL;
  /**
   * Returns the parsed address of a file, for a request with the bot's token. Throws a `ForeignHostError` for every other
   * address: the Web API also takes calls by GET, so the address of a made-up file could act as Easel.
   */
  requireFile(address: string, base?: string): URL;
}

/** The paths of files in https://docs.slack.dev/reference/objects/file-object: as they are, and made smaller. */
const FILE_PATH = /^\/files-(?:pri|tmb)\//;
const API_PATH = /^\/api(?![a-z0-9])/;
/** How many layers of encoding a path can have. Servers decode it once, or twice behind a proxy. */
const ENCODINGS = 4;

/**
 * `apiUrl` is the Web API's address. A server on this machine counts as Slack for everything. Its files can be at every
 * path outside the API's.
 */
export function createHosts(apiUrl: string): SlackHosts {
  const { origin, pathname } = new URL(apiUrl);
  const parse = (address: string, base: string | undefined, needed: string): URL => {
    const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
    if (url && !url.username && !url.password && (url.origin === origin || belongsToSlack(url))) return url;
    throw new ForeignHostError(needed, { host: url?.hostname ?? "", isSlack: false });
  };
  const isFile = (url: URL): boolean => {
    const path = plainPath(url.pathname);
    if (path === undefined) return false;
    if (!belongsToSlack(url)) return !`${path}/`.startsWith(pathname.toLowerCase());
    return url.hostname === "files.slack.com" ? !API_PATH.test(path) : FILE_PATH.test(path);
  };
  return {
    require: (address, base) => parse(address, base, "Slack's"),
    requireFile(address, base) {
      const needed = "a file of Slack's";
      const url = parse(address, base, needed);
      if (isFile(url)) return url;
      throw new ForeignHostError(needed, { host: url.hostname, isSlack: true });
    },
  };
}

function belongsToSlack({ protocol, hostname, port }: URL): boolean {
  return protocol === "https:" && port === "" && (hostname === "slack.com" || hostname.endsWith(".slack.com"));
}

/**
 * A path as the most lenient server could read it: its ASCII decoded, in lower case, without empty segments. Undefined
 * when servers could disagree about where it leads.
 */
function plainPath(pathname: string): string | undefined {
  let path = pathname;
  for (let times = 0; /%[0-7][0-9a-f]/i.test(path); times++) {
    if (times === ENCODINGS) return undefined;
    path = path.replaceAll(/%([0-7][0-9a-f])/gi, (_whole, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    );
  }
  const plain = path.toLowerCase().replaceAll(/[\\/]+/g, "/");
  return /\/\.{1,2}(?:\/|$)|\p{Cc}/u.test(plain) ? undefined : plain;
}
