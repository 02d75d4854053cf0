import { PlatformError } from "../../../core/chat/errors.ts";

/** An address that is not Slack's, and by `host` whose it is. */
export class ForeignHostError extends PlatformError {
  readonly host: string;

  constructor(host: string) {
    super("rejected", "an address that is not Slack's was not followed");
    this.host = host;
  }
}

/** Which addresses are Slack's own: nothing of ours goes anywhere else, and no token does. */
export interface SlackHosts {
  /** The address, checked; throws a `ForeignHostError` when it is not Slack's. */
  require(address: string, base?: string): URL;
}

/** `apiUrl`: where the Web API is. A server on this machine is Slack as a whole, files included. */
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
