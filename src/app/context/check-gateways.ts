import type { Clock } from "../../lib/clock.ts";
import type { Config, ImageGateway } from "../../config/config.ts";
import { ConfigError } from "../../lib/errors.ts";
import { createGatewayHttp, type GatewayHttp } from "../../gateway/http/http.ts";
import { checkImageKey, checkVideoKey, type KeyCheck } from "../../gateway/key-check.ts";
import type { Logger } from "../../lib/log/log.ts";
import { withTimeLimit } from "../../lib/time-limit.ts";
import { partOf, type Part } from "../service-status.ts";
import { createWatch, type PartState, type Watch } from "../http/watch.ts";

/** How long the start waits for a gateway's first answer: enough for a distant gateway, without holding up the start. */
export const GATEWAY_CHECK_MS = 10_000;

type Address = "image" | "alternate" | "video";
type Service = "IMAGE" | "VIDEO";

interface Asked {
  readonly address: Address;
  readonly service: Service;
  readonly url: string;
  readonly check: (http: GatewayHttp, signal: AbortSignal) => Promise<KeyCheck>;
}

/** The state of the gateways' addresses at the start. The embedded sandbox is not asked. */
export interface CheckedGateways {
  readonly states: ReadonlyMap<Address, PartState>;
  /** The image service answered at its alternate address, but not at its main one. */
  readonly startsAtAlternate: boolean;
}

/** Tracks the state of each gateway address while Easel runs. */
export interface GatewayWatch {
  parts(): Part[];
  /** Call after each request to an origin, with the failure or undefined. */
  readonly heard: (origin: string, failure: string | undefined) => void;
  /** Polls unavailable addresses until they answer. Ends when the signal is aborted. */
  run(http: GatewayHttp, signal: AbortSignal): Promise<void>;
}

interface Context {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

/**
 * Checks the gateways' keys with a free call. Throws a `ConfigError` for what only a person can fix: a refused key, or an address
 * where something else answers. An unavailable gateway does not prevent the start.
 */
export async function checkGateways(config: Config, context: Context, signal: AbortSignal): Promise<CheckedGateways> {
  const asked = addressesOf(config);
  if (asked.length === 0) return { states: new Map(), startsAtAlternate: false };
  const http = createGatewayHttp(context);
  try {
    const found = await Promise.all(
      asked.map(
        async (one) => [one.address, checkGateway(one, await ask(one, http, context, signal), context.log)] as const,
      ),
    );
    const states = new Map(found);
    const startsAtAlternate = states.get("image")?.kind === "away" && states.get("alternate")?.kind === "up";
    return { states, startsAtAlternate };
  } finally {
    await http.close();
  }
}

/** Continues from the states that the start found. */
export function watchGateways(config: Config, { states }: CheckedGateways, context: Context): GatewayWatch {
  const watches = new Map<Address, { readonly asked: Asked; readonly origin: string; readonly watch: Watch }>();
  for (const asked of addressesOf(config)) {
    const first = states.get(asked.address) ?? { kind: "up" };
    // Parsed once: thousands of polls a second report their origin.
    const { origin } = new URL(asked.url);
    watches.set(asked.address, { asked, origin, watch: createWatch(asked.url, first, context) });
  }
  const look = async (asked: Asked, http: GatewayHttp, signal: AbortSignal): Promise<PartState> => {
    try {
      return checkGateway(asked, await ask(asked, http, context, signal), context.log);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return { kind: "refused", reason: error.message };
    }
  };
  const stateOf = (address: Address): PartState | undefined => watches.get(address)?.watch.state();
  return {
    parts: () => [
      ...serviceParts("images", stateOf("image"), stateOf("alternate")),
      ...serviceParts("clips", stateOf("video")),
    ],
    heard(origin, failure) {
      for (const one of watches.values()) if (one.origin === origin) one.watch.heard(failure);
    },
    async run(http, signal) {
      await Promise.all(
        [...watches.values()].map(({ asked, watch }) => watch.run((during) => look(asked, http, during), signal)),
      );
    },
  };
}

/** Rejects only when the signal is aborted. */
async function ask(one: Asked, http: GatewayHttp, { clock }: Context, signal: AbortSignal): Promise<KeyCheck> {
  const late = new Error(`no answer within ${GATEWAY_CHECK_MS / 1000} seconds`);
  try {
    const check = (during: AbortSignal): Promise<KeyCheck> => one.check(http, during);
    return await withTimeLimit(GATEWAY_CHECK_MS, check, { clock, signal, late: () => late });
  } catch (error) {
    if (error !== late) throw error;
    return { kind: "unreachable", reason: late.message, isElsewhere: false };
  }
}

function addressesOf({ image, video }: Config): Asked[] {
  return [
    ...(image ? [imageAddress("image", image.baseUrl, image)] : []),
    ...(image?.alternateUrl === undefined ? [] : [imageAddress("alternate", image.alternateUrl, image)]),
    ...(video
      ? [
          {
            address: "video" as const,
            service: "VIDEO" as const,
            url: video.baseUrl,
            check: (http: GatewayHttp, signal: AbortSignal) => checkVideoKey(http, video.baseUrl, video.apiKey, signal),
          },
        ]
      : []),
  ];
}

function imageAddress(address: Address, url: string, { apiKey }: ImageGateway): Asked {
  return { address, service: "IMAGE", url, check: (http, signal) => checkImageKey(http, url, apiKey, signal) };
}

const VARIABLES = { image: "IMAGE_BASE_URL", alternate: "IMAGE_ALT_BASE_URL", video: "VIDEO_BASE_URL" } as const;

/** Throws a `ConfigError` for what only a person can fix. */
function checkGateway({ address, service, url }: Asked, check: KeyCheck, log: Logger): PartState {
  const key = `${service}_API_KEY`;
  switch (check.kind) {
    case "unreachable": {
      if (!check.isElsewhere) return { kind: "away", reason: check.reason };
      const variable = VARIABLES[address];
      throw new ConfigError(
        variable,
        `${variable} ${url} does not answer like the service (${check.reason}); correct the address, or remove it${address === "alternate" ? "" : ` and ${key}`}.`,
      );
    }
    case "invalid":
      throw new ConfigError(key, `${key} is not accepted by ${url}; set a valid key.`);
    case "forbidden":
      log.warn(
        { service, fault: check.fault },
        "the gateway refuses reads with this key for now; trying again while Easel runs",
      );
      return { kind: "up" };
    case "ok":
      if (check.list !== undefined) {
        log.warn({ service }, "the gateway's model list has an unknown format; offering the documented models");
      }
      return { kind: "up" };
  }
}

/** A service with two addresses is up when one of them is. */
function serviceParts(name: "images" | "clips", main: PartState | undefined, alternate?: PartState): Part[] {
  if (!main) return [];
  const part = partOf(name, main);
  if (main.kind !== "away" || alternate?.kind !== "up") return [part];
  return [{ name, isUp: true, summary: `up at IMAGE_ALT_BASE_URL; IMAGE_BASE_URL is ${part.summary}` }];
}
