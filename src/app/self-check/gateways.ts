import type { Config } from "../../config/config.ts";
import { checkGateways } from "../context/check-gateways.ts";
import { bad, checked, well, type Line } from "./line.ts";
import type { StartContext } from "../../platforms/entry.ts";

const SERVICES = { image: "pictures", video: "clips" } as const;

/** Checks each gateway and its key with a free call. */
export async function gatewayLines(config: Config, context: StartContext, signal: AbortSignal): Promise<Line[]> {
  if (!config.image && !config.video) return [well("Gateway: the built-in sandbox; nothing is spent.")];
  const lines = (["image", "video"] as const).map((service) =>
    checked(`The gateway for ${SERVICES[service]}`, () => serviceLines(service, config, context, signal)),
  );
  return (await Promise.all(lines)).flat();
}

async function serviceLines(
  service: "image" | "video",
  config: Config,
  context: StartContext,
  signal: AbortSignal,
): Promise<Line[]> {
  const gateway = config[service];
  const variables = service === "image" ? "IMAGE_BASE_URL and IMAGE_API_KEY" : "VIDEO_BASE_URL and VIDEO_API_KEY";
  if (!gateway) return [well(`Gateway for ${SERVICES[service]}: off; ${variables} turn it on.`)];
  const other = service === "image" ? "video" : "image";
  const { states } = await checkGateways({ ...config, [other]: undefined }, context, signal);
  return [...states].map(([address, state]) => {
    const which = address === "alternate" ? ", alternate address" : "";
    const name = `Gateway for ${SERVICES[service]}${which}`;
    return state.kind === "up"
      ? well(`${name}: answers, and knows the key.`)
      : bad(`${name}: ${state.reason}. Check the network and the address; Easel keeps trying.`);
  });
}
