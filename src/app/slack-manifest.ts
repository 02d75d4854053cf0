import { commands } from "../../commands/index.ts";
import { linkHostOf, slackManifest } from "../platforms/slack/commands/app-manifest.ts";
import { textsFor } from "../text/texts.ts";

/**
 * `npm run slack:manifest` prints the manifest for creating the Slack app, for Socket Mode. With an address, such as `npm run
 * slack:manifest -- https://easel.example.com`, the manifest is for delivery over HTTP. With `--links` before the address, it is
 * for Socket Mode, and the address is the one of result links. With `--steps` as the first argument, it offers workflow steps.
 */
const all = process.argv.slice(2);
const steps = all[0] === "--steps";
const given = all.slice(steps ? 1 : 0);
const isForLinks = given[0] === "--links";
const address = given[isForLinks ? 1 : 0];
if ((address === undefined && isForLinks) || (address !== undefined && !isUsable(address))) {
  process.stderr.write(
    `“${address ?? ""}” is not an address like https://easel.example.com; leave it out for Socket Mode.\n`,
  );
  process.exitCode = 1;
} else {
  const specs = commands.map((command) => command.spec);
  const publicUrl = isForLinks ? undefined : address?.replace(/\/+$/, "");
  const linkHost = address === undefined ? undefined : linkHostOf(address);
  const manifest = slackManifest({ commands: specs, texts: textsFor("en"), publicUrl, linkHost, steps });
  process.stdout.write(`${JSON.stringify(manifest, undefined, 2)}\n`);
}

function isUsable(url: string): boolean {
  return /^https:\/\/[^/\s]+(?:\/[^?#\s]*)?$/.test(url) && URL.canParse(url);
}
