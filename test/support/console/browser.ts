import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

const CANDIDATES = [process.env["CHROMIUM_PATH"], "/usr/bin/chromium"];

/** The browser's path; undefined if there is none. */
const chromiumPath = CANDIDATES.find((path) => path !== undefined && path !== "" && existsSync(path));

/** Why browser tests can't run here; undefined if they can. */
export const browserMissing: string | undefined =
  chromiumPath === undefined
    ? "no Chromium here: install Debian's chromium package, or name a browser in CHROMIUM_PATH"
    : undefined;

// A line that can't be missed beside the dots of the tests that ran.
if (browserMissing !== undefined) process.stderr.write(`Browser tests are skipped: ${browserMissing}\n`);

/** Starts the browser; close it in `afterAll`. */
export function launchBrowser(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error(browserMissing);
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
