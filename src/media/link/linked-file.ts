import type { Readable } from "node:stream";
import { Agent, errors, type Dispatcher } from "undici";
import { abortReason } from "../../lib/clock.ts";
import { HiddenAddressError, isPrivateAddress, lookupExcept, type ResolveName } from "../../lib/http/address-scope.ts";
import { readLink, type LinkRules, type LinkWalls } from "./link-address.ts";
import { LinkError } from "./link-error.ts";
import { MediaTooLargeError } from "../store/media-store.ts";

/** Followed redirects. Link shorteners and sharing pages redirect about twice. */
const LINK_REDIRECTS = 5;
const LINK_CONNECT_MS = 5_000;
/** The longest silence before an answer or in the middle of one. */
const LINK_SILENCE_MS = 10_000;
/**
 * Time limit for one link: half of the time for all files of an invocation, so that there is time to say which link it
 * was.
 */
const LINK_MS = 30_000;

/** Some sites reject clients that don't identify themselves. */
const USER_AGENT = "Easel (pictures and clips in chat)";

/** A link's target. Nothing that its server claims is trusted. */
export interface LinkedFile {
  /** As declared, lower case and without parameters; undefined if not declared. */
  readonly mimeType: string | undefined;
  /** As declared; undefined if not declared. */
  readonly bytes: number | undefined;
}

/**
 * Opens files that are given as links, including a platform's attachments. Any link may be hostile: only public addresses are
 * connected to, each redirect is checked like a link, and the checked address is the one that is used.
 */
export interface Links {
  /**
   * Opens a link's target; the body must be read or destroyed. Rejects with a `LinkError`, with `MediaTooLargeError` if more
   * than `maxBytes` are declared (readers must still count), or with the signal's reason.
   */
  open(link: string, options: OpenOptions): Promise<LinkedFile & { readonly body: Readable }>;
  /** Asks for the headers, without the content. Rejects like `open`. */
  look(link: string, signal: AbortSignal): Promise<LinkedFile>;
  /** Ends all calls. */
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Called for each address of a redirect chain, so that a token goes only to its own hosts. */
  readonly headersFor?: (url: URL) => Readonly<Record<string, string>>;
}

/** The outside world; tests replace it. */
export interface LinkWorld extends Partial<LinkWalls> {
  readonly resolve?: ResolveName;
  /** Milliseconds. */
  readonly timeouts?: { readonly connectMs?: number; readonly silenceMs?: number; readonly allMs?: number };
}

/** Connects on the first link. */
export function createLinks(rules: LinkRules = {}, world: LinkWorld = {}): Links {
  const walls: LinkWalls = { isHidden: isPrivateAddress, ports: [], ...world };
  const { connectMs = LINK_CONNECT_MS, silenceMs = LINK_SILENCE_MS, allMs = LINK_MS } = world.timeouts ?? {};
  const shared: Agent.Options = {
    // A new connection for each request, so that a connection that was checked for another request is never reused.
    pipelining: 0,
    allowH2: false,
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
  };
  const lookup = lookupExcept(walls.isHidden, world.resolve);
  const outside = new Agent({ ...shared, connect: { timeout: connectMs, lookup, autoSelectFamily: true } });
  const local = new Agent({ ...shared, connect: { timeout: connectMs } });

  async function send(
    method: "GET" | "HEAD",
    link: string,
    { signal, headersFor }: Omit<OpenOptions, "maxBytes">,
  ): Promise<Dispatcher.ResponseData> {
    let url = readLink(link, rules, walls);
    for (let redirects = 0; redirects <= LINK_REDIRECTS; redirects += 1) {
      const agent = url.origin === rules.localOrigin ? local : outside;
      const asked = agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        // Compressed content may grow without end when decompressed; pictures and clips are compressed already.
        headers: { "user-agent": USER_AGENT, ...headersFor?.(url), accept: "*/*", "accept-encoding": "identity" },
        signal,
      });
      const answer = await untilAborted(asked, signal);
      // A body that is dropped unread still emits its error.
      answer.body.on("error", () => {});
      if (answer.statusCode === 200) return answer;
      answer.body.destroy();
      const location = answer.headers["location"];
      const isRedirect = answer.statusCode >= 300 && answer.statusCode < 400 && typeof location === "string";
      if (!isRedirect) throw new LinkError({ why: "status", status: answer.statusCode });
      url = readLink(location, rules, walls, url);
    }
    throw new LinkError({ why: "redirects" });
  }

  async function ask(
    method: "GET" | "HEAD",
    link: string,
    options: Omit<OpenOptions, "maxBytes">,
  ): Promise<LinkedFile & { readonly body: Readable }> {
    const tooSlow = AbortSignal.timeout(allMs);
    try {
      const signal = AbortSignal.any([options.signal, tooSlow]);
      const { headers, body } = await send(method, link, { ...options, signal });
      const encoding = headers["content-encoding"];
      if (encoding !== undefined && encoding !== "identity") {
        body.destroy();
        throw new LinkError({ why: "encoding" });
      }
      const type = headers["content-type"];
      const bytes = Number(headers["content-length"] ?? Number.NaN);
      return {
        mimeType: typeof type === "string" ? type.split(";", 1)[0]?.trim().toLowerCase() : undefined,
        bytes: Number.isSafeInteger(bytes) ? bytes : undefined,
        body,
      };
    } catch (error) {
      options.signal.throwIfAborted();
      throw linkError(error, tooSlow.aborted);
    }
  }

  return {
    async open(link, options) {
      const file = await ask("GET", link, options);
      if (file.bytes !== undefined && file.bytes > options.maxBytes) {
        file.body.destroy();
        throw new MediaTooLargeError(options.maxBytes);
      }
      return file;
    },
    async look(link, signal) {
      const { body, ...file } = await ask("HEAD", link, { signal });
      body.destroy();
      return file;
    },
    async close() {
      const reason = new Error("Easel is stopping");
      await Promise.all([outside.destroy(reason), local.destroy(reason)]);
    },
  };
}

/** Rejects on abort even before undici is connected, when it does not check the signal yet. */
function untilAborted<T>(asked: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(abortReason(signal));
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    asked.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

function linkError(error: unknown, isTooSlow: boolean): LinkError {
  if (error instanceof LinkError) return error;
  if (error instanceof HiddenAddressError) return new LinkError({ why: "private" }, error);
  const isSilent =
    isTooSlow ||
    error instanceof errors.ConnectTimeoutError ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError;
  return new LinkError({ why: isSilent ? "slow" : "unreachable" }, error);
}
