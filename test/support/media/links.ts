import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import type { LinkRules } from "../../../src/media/link/link-address.ts";
import { LinkError } from "../../../src/media/link/link-error.ts";
import { createLinks, type Links, type LinkWorld } from "../../../src/media/link/linked-file.ts";
import type { ResolveName } from "../../../src/lib/http/address-scope.ts";
import { httpAnswer, startTcpServer, type TcpServer } from "../process/tcp-server.ts";

/** Stands in for the public internet, which tests can't reach. The machine's own address stays private. */
export const PUBLIC = "127.0.0.2";
export const PRIVATE = "127.0.0.1";

const never = new AbortController().signal;

/** Servers and link clients that are closed together. */
export interface LinkTest extends AsyncDisposable {
  /** A server that a test controls, on the PUBLIC address by default. */
  serve(play: (socket: Socket, head: string, number: number) => void, host?: string): Promise<TcpServer>;
  /** A link client for a world in which only PUBLIC is public, and these servers' ports are allowed. */
  linksTo(servers: readonly TcpServer[], world?: LinkWorld, rules?: LinkRules): Links;
  /** A link client for the real world. */
  links(rules?: LinkRules, world?: LinkWorld): Links;
}

export function startLinkTest(): LinkTest {
  const opened: (TcpServer | Links)[] = [];
  const keep = <T extends TcpServer | Links>(one: T): T => {
    opened.push(one);
    return one;
  };
  return {
    serve: async (play, host = PUBLIC) => keep(await startTcpServer(play, undefined, host)),
    linksTo(servers, world = {}, rules = {}) {
      const ports = servers.map(portOf);
      return keep(createLinks(rules, { isHidden: (address) => address !== PUBLIC, ports, ...world }));
    },
    links: (rules, world) => keep(createLinks(rules, world)),
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map((one) => one.close()));
    },
  };
}

/** Why a link is refused. */
export async function faultOf(links: Links, link: string): Promise<unknown> {
  const error = await links.open(link, { maxBytes: 10_000, signal: never }).catch((caught: unknown) => caught);
  if (!(error instanceof LinkError)) throw new Error(`no refusal: ${String(error)}`);
  return error.fault;
}

export async function readLink(links: Links, link: string): Promise<string> {
  const { body } = await links.open(link, { maxBytes: 10_000, signal: never });
  return (await buffer(body)).toString();
}

/** Resolves names to these addresses in order; the last one repeats. */
export function namesTo(...answers: readonly string[]): { resolve: ResolveName; asked: () => number } {
  let asked = 0;
  return {
    asked: () => asked,
    resolve: (_hostname, _options, callback) => {
      const address = answers[Math.min(asked++, answers.length - 1)] ?? "";
      callback(null, [{ address, family: address.includes(":") ? 6 : 4 }]);
    },
  };
}

export function redirectTo(location: string): string {
  return httpAnswer(302, "", { location });
}

export function portOf({ url }: TcpServer): string {
  return new URL(url).port;
}
