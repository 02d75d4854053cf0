import type { Config } from "../../config/config.ts";
import { PLATFORMS } from "../../platforms/registry.ts";
import type { StartContext } from "../../platforms/entry.ts";
import type { Check } from "./configuration.ts";
import { bad, checked, well, type Line } from "./line.ts";

/** Checks each platform's token. Opens no event connections, so a running Easel keeps its own. */
export async function platformLines(
  { platforms }: Config,
  context: StartContext,
  signal: AbortSignal,
  left: ReadonlySet<Check>,
): Promise<Line[]> {
  const lines = PLATFORMS.map(async ({ name, readyLine }): Promise<readonly Line[]> => {
    if (!readyLine || left.has(name)) return [];
    const configured = platforms.find((one) => one.name === name);
    if (!configured) return [well(`${readyLine.title}: ${readyLine.off}.`)];
    return checked(readyLine.title, async () => {
      const { account, away } = await configured.check(context, signal);
      return [
        away === undefined
          ? well(`${readyLine.title}: accepts the token${account === undefined ? "" : ` of ${account}`}.`)
          : bad(`${readyLine.title}: ${away}. Check the network; Easel keeps trying.`),
      ];
    });
  });
  return (await Promise.all(lines)).flat();
}
