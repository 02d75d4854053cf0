import { PlatformError } from "../../../core/chat/errors.ts";

/** An address that is not Slack's. `host` names its server. */
export class ForeignHostError extends PlatformError {
  readonly host: string;

  constructor(host: string) {
    super("rejected", "refused to follow an address that is not Slack's");
    this.host = host;
  }
}

/** Decides which addresses belong to Slack. No data, and above all no token, goes anywhere else. */
export interface SlackHosts {
  /** Returns the parsed address. Throws a `ForeignHostError` when it is not Slack's. */
  require(address: string, base?: string): URL;
}

/** `apiUrl` is the Web API's address. A server on this machine counts as Slack for everything, including files. */
export function createHosts(apiUrl: string): SlackHosts {
  const { origin } = new URL(apiUrl);
  return {
    require(address, base) {
      const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
      if (url && !url.username && !url.password && (url.origin === origin || isSlack(url))) return url;
      throw new ForeignHostError(url?.hostname ?? "");
    },
  };
}

function isSlack({ protocol, hostname, port }: URL): boolean {
  return protocol === "https:" && port === "" && (hostname === "slack.com" || hostname.endsWith(".slack.com"));
}
