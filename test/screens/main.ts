// Draws what members see of the views, from the real payloads, as Discord and Slack would: `npm run screens -- <folder>`.
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { LOCALES, type Locale } from "../../src/lib/locale.ts";
import type { Message } from "../../src/core/chat/message.ts";
import { newMessage } from "../../src/platforms/discord/post/render.ts";
import { render } from "../../src/platforms/slack/post/render.ts";
import { aPress, aText, MAX } from "../support/commands.ts";
import { launchBrowser } from "../support/console/browser.ts";
import { aBatch, aJob, aRequest } from "../support/database/jobs.ts";
import { setUpDispatch } from "../support/dispatching.ts";
import { discordScreen } from "./discord-screen.ts";
import { FONTS_URL, LOOKS } from "./html.ts";
import { slackScreen } from "./slack-screen.ts";

const PROMPTS = [
  "a lighthouse at dusk, waves below, oil on canvas",
  "雪地里的红狐狸，清晨的光线",
  `a very long prompt ${"about a harbour full of small boats ".repeat(8)}`,
  "the same fox, but at night",
  "a quiet library",
  "a paper boat in the rain",
];

/** The views of a member, by name. */
async function viewsIn(locale: Locale): Promise<Readonly<Record<string, Message>>> {
  const actor = { ...MAX, locale };
  const { send, responder, world } = setUpDispatch();
  for (const [index, prompt] of PROMPTS.entries()) {
    const batch = aBatch({ accountId: "account of member", request: aRequest({ prompt }) });
    const state = index === 0 ? "running" : index === 3 ? "failed" : "succeeded";
    world.know(batch, [aJob({ state })], { posts: { [state === "running" ? "notice" : "result"]: `m-${index}` } });
  }
  const views: Record<string, Message> = {};
  const note = (name: string): void => {
    const shown = responder.closings.at(-1) ?? responder.answers.at(-1);
    if (shown) views[name] = shown;
  };
  await send(aText("/models", { actor }));
  note("models");
  const clip = views["models"]?.menus?.[0]?.choices[5]?.id ?? "";
  await send(aPress(clip, { actor }));
  note("model");
  await send(aPress("jobs:list:own:0", { actor }));
  note("jobs");
  await send(aPress("help:", { actor }));
  note("help");
  await send(aPress("help:video", { actor }));
  note("topic");
  return views;
}

const FONTS = dirname(createRequire(import.meta.url).resolve("@fontsource-variable/noto-sans-sc/package.json"));

const [folder = "screens"] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const browser = await launchBrowser();
try {
  for (const locale of LOCALES) {
    for (const [name, view] of Object.entries(await viewsIn(locale))) {
      for (const look of LOOKS) {
        const pages = {
          discord: discordScreen(newMessage(view).components, look),
          slack: slackScreen(render(view).blocks, look),
        };
        for (const [platform, html] of Object.entries(pages)) {
          const page = await browser.newPage({ viewport: { width: look.width, height: 300 } });
          await page.route(`${FONTS_URL}**`, (route) =>
            route.fulfill({
              path: join(FONTS, new URL(route.request().url()).pathname),
              headers: { "access-control-allow-origin": "*" },
            }),
          );
          await page.setContent(html, { waitUntil: "networkidle" });
          const file = join(folder, `${platform}-${name}-${look.name}-${locale}.png`);
          await writeFile(file, await page.screenshot({ fullPage: true }));
          await page.close();
        }
      }
    }
  }
} finally {
  await browser.close();
}
