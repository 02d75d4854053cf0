// Draws the views from the real payloads, as Discord and Slack would: `npm run screens -- <folder>`.
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { LOCALES } from "../../src/lib/locale.ts";
import { modalFor } from "../../src/platforms/discord/post/form-view.ts";
import { answerMessages } from "../../src/platforms/discord/post/render.ts";
import { formView } from "../../src/platforms/slack/post/form-view.ts";
import { render } from "../../src/platforms/slack/post/render.ts";
import { slackTextsFor } from "../../src/text/render/slack.ts";
import { GENERAL } from "../support/commands.ts";
import { launchBrowser } from "../support/console/browser.ts";
import { discordForm, discordScreen } from "./discord-screen.ts";
import { FONTS_URL, LOOKS, pictureUrl, type Look } from "./html.ts";
import { slackScreen } from "./slack-screen.ts";
import { adminViewsIn, formsIn } from "./admin.ts";
import { attachedTo, deliveriesIn } from "./deliveries.ts";
import { pictured, picturesOf, slackSurfacesIn, viewsIn } from "./views.ts";

const FONTS = dirname(createRequire(import.meta.url).resolve("@fontsource-variable/noto-sans-sc/package.json"));

const [folder = "screens"] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const browser = await launchBrowser();
try {
  for (const locale of LOCALES) {
    for (const look of LOOKS) {
      const views = { ...(await viewsIn(locale)), ...(await adminViewsIn(locale)), ...(await deliveriesIn(locale)) };
      for (const [name, view] of Object.entries(views)) {
        const [content] = answerMessages(view, picturesOf(view, pictureUrl));
        const pictures = attachedTo(view).map(pictureUrl);
        await draw(`discord-${name}`, discordScreen({ components: [], ...content, pictures }, look), look, locale);
        await draw(`slack-${name}`, slackScreen(render(pictured(view)).blocks, look), look, locale);
      }
      for (const [name, form] of Object.entries(await formsIn(locale))) {
        await draw(`discord-${name}`, discordForm(modalFor(form), look), look, locale);
        const { blocks } = formView(form, GENERAL, slackTextsFor(locale));
        await draw(`slack-${name}`, slackScreen(blocks, look), look, locale);
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
