import { commands } from "../../commands/index.ts";
import { slackManifest } from "../platforms/slack/commands/manifest.ts";
import { textsFor } from "../text/texts.ts";

/**
 * `npm run slack:manifest` prints the manifest for creating the Slack app, for Socket Mode. With an address, such as
 * `npm run slack:manifest -- https://easel.example.com`, the manifest is for delivery over HTTP.
 */
const [, , address] = process.argv;
if (address !== undefined && !/^https:\/\/[^/\s]+(?:\/[^?#\s]*)?$/.test(address)) {
  process.stderr.write(
    `“${address}” is not an address like https://easel.example.com; leave it out for Socket Mode.\n`,
  );
  process.exitCode = 1;
} else {
  const specs = commands.map((command) => command.spec);
  const publicUrl = address?.replace(/\/+$/, "");
  const manifest = slackManifest({ commands: specs, texts: textsFor("en"), publicUrl });
  process.stdout.write(`${JSON.stringify(manifest, undefined, 2)}\n`);
}
