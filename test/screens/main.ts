// Draws what members see of the views, from the real payloads, as Discord and Slack would: `npm run screens -- <folder>`.
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { LOCALES } from "../../src/lib/locale.ts";
import { answerMessages } from "../../src/platforms/discord/post/render.ts";
import { render } from "../../src/platforms/slack/post/render.ts";
import { launchBrowser } from "../support/console/browser.ts";
import { discordScreen } from "./discord-screen.ts";
import { FONTS_URL, LOOKS, pictureUrl, type Look } from "./html.ts";
import { slackScreen } from "./slack-screen.ts";
import { pictured, picturesOf, slackSurfacesIn, viewsIn } from "./views.ts";

const FONTS = dirname(createRequire(import.meta.url).resolve("@fontsource-variable/noto-sans-sc/package.json"));

const [folder = "screens"] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const browser = await launchBrowser();
try {
  for (const locale of LOCALES) {
    for (const look of LOOKS) {
      for (const [name, view] of Object.entries(await viewsIn(locale))) {
        const [content] = answerMessages(view, picturesOf(view, pictureUrl));
        await draw(`discord-${name}`, discordScreen(content?.components, look), look, locale);
        await draw(`slack-${name}`, slackScreen(render(pictured(view)).blocks, look), look, locale);
      }
      for (const [name, blocks] of Object.entries(await slackSurfacesIn(locale))) {
        await draw(`slack-${name}`, slackScreen(blocks, look), look, locale);
      }
    }
  }
} finally {
  await browser.close();
}

async function draw(name: string, html: string, look: Look, locale: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: look.width, height: 300 } });
  await page.route(`${FONTS_URL}**`, (route) =>
    route.fulfill({
      path: join(FONTS, new URL(route.request().url()).pathname),
      headers: { "access-control-allow-origin": "*" },
    }),
  );
  await page.setContent(html, { waitUntil: "networkidle" });
  const file = join(folder, `${name}-${look.name}-${locale}.png`);
  await writeFile(file, await page.screenshot({ fullPage: true }));
  await page.close();
}
