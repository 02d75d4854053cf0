import { existsSync } from "node:fs";
import { chromium, type Browser, type Locator, type Route } from "playwright-core";

/** The headless shell comes first: the same engine without a user interface, for two thirds of the processor time per window. */
const CANDIDATES = [process.env["CHROMIUM_PATH"], "/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** The browser's path; undefined if there is none. */
const chromiumPath = CANDIDATES.find((path) => path !== undefined && path !== "" && existsSync(path));

/** Why browser tests can't run here; undefined if they can. */
export const browserMissing: string | undefined =
  chromiumPath === undefined
    ? "no Chromium here: install Debian's chromium-headless-shell or chromium, or name a browser in CHROMIUM_PATH"
    : undefined;

// A separate line, which stands out from the reporter's dots.
if (browserMissing !== undefined) process.stderr.write(`Browser tests are skipped: ${browserMissing}\n`);

/**
 * Chromium uses only the last list of disabled features, so this one repeats Playwright's. The last three are ours: in the full
 * browser, they start two or three processes for each window (two pages of the address bar, and a spare process), which take as
 * much processor time as the page.
 */
const UNUSED_FEATURES = [
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "SpareRendererForSitePerProcess",
];

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
      `--disable-features=${UNUSED_FEATURES.join(",")}`,
    ],
  });
}

/** Holds requests back until they are released. */
export function holdRequests(): { readonly hold: (route: Route) => Promise<void>; readonly release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { hold: (route) => promise.then(() => route.continue()), release: () => resolve() };
}

const TEN_FRAMES = `new Promise((done) => {
  let left = 10;
  const next = () => (left-- > 0 ? requestAnimationFrame(next) : done());
  next();
})`;

/** The distance in pixels from the top of the view to an element, once it has not moved for ten frames. */
export async function settledTop(element: Locator): Promise<number> {
  const top = async (): Promise<number> => (await element.boundingBox())?.y ?? Number.NaN;
  let before = Number.NaN;
  let now = await top();
  while (now !== before) {
    before = now;
    await element.page().evaluate(TEN_FRAMES);
    now = await top();
  }
  return now;
}
