import { pino } from "pino";
import { commands } from "../../commands/index.ts";
import type { Locale } from "../../src/lib/locale.ts";
import type { Message, Section } from "../../src/core/chat/message.ts";
import { publishHome } from "../../src/platforms/slack/post/home.ts";
import { previewBlocks } from "../../src/platforms/slack/post/section-view.ts";
import type { Pictured } from "../../src/platforms/slack/post/render.ts";
import { ADA, aMembership, aPress, aText, GENERAL, MAX } from "../support/commands.ts";
import { aBatch, aJob, aRequest } from "../support/database/jobs.ts";
import { setUpDispatch } from "../support/dispatching.ts";
import { listOf, membersOf } from "./html.ts";

/** The address of a result's page. */
const LINK = "https://easel.example.com/results/0";

const PROMPTS = [
  "a lighthouse at dusk, waves below, oil on canvas",
  "雪地里的红狐狸，清晨的光线",
  `a very long prompt ${"about a harbour full of small boats ".repeat(8)}`,
  "the same fox, but at night",
  "a quiet library",
  "a paper boat in the rain",
];

/** A member or an admin with some requests. One is in progress, one has failed, and two are starred. */
async function someone(isAdmin: boolean, locale: Locale) {
  const actor = { ...(isAdmin ? ADA : MAX), locale };
  const { accountId, organisationId } = aMembership({ conversation: GENERAL, actor });
  const batches = PROMPTS.map((prompt) => aBatch({ accountId, organisationId, request: aRequest({ prompt }) }));
  const linked = { batchId: batches[1]?.id ?? "", ordinal: 1, expiresAt: 0 };
  const here = setUpDispatch({ link: { url: LINK, expiresAt: 0 }, linked });
  for (const [index, batch] of batches.entries()) {
    const state = index === 0 ? "running" : index === 3 ? "failed" : "succeeded";
    const job = aJob({ state });
    const content = { hash: `p${index}`, bytes: 1, mimeType: "image/png", width: undefined, height: undefined };
    const made = { jobId: job.id, state: "fetched", content, failure: undefined, post: "result" } as const;
    here.world.know(batch, [job], {
      posts: { [state === "running" ? "notice" : "result"]: `m-${index}` },
      ...(state === "succeeded" ? { artifacts: [{ ...made, succeededAt: new Date(0) }] } : {}),
    });
  }
  for (const { id } of batches.slice(1, 3)) await here.send(aPress(`star:${id}`, { actor }));
  return { ...here, actor, batches };
}

/** The views of a member, by name. */
export async function viewsIn(locale: Locale): Promise<Readonly<Record<string, Message>>> {
  const { actor, batches, send, responder } = await someone(false, locale);
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
  await send(aPress("jobs:list:starred:0", { actor }));
  note("starred");
  await send(aPress("help:", { actor }));
  note("help");
  await send(aPress("help:video", { actor }));
  note("topic");
  await send(aPress(`recipe:${batches[2]?.id}`, { actor }));
  views["recipe"] = responder.answers.at(-1) ?? { text: "" };
  return views;
}

/** The pictures of a view's sections. `pictureOf` gets a name that is unique in the view. */
export function picturesOf<T>(
  { sections = [] }: Pick<Message, "sections">,
  pictureOf: (name: string, description: string) => T,
): ReadonlyMap<Section, T> {
  return new Map(
    sections.flatMap((section) => {
      const { thumbnail } = section;
      return thumbnail ? [[section, pictureOf(thumbnail.posted.message.id, thumbnail.description)] as const] : [];
    }),
  );
}

/** A view with its pictures, as Slack receives it. Slack shows the pictures of a result in a separate message. */
export function pictured(view: Message): Pictured {
  return { ...view, thumbnails: picturesOf(view, (fileId, altText) => ({ fileId, altText })) };
}

/** Slack's other surfaces, as blocks by name: the App Home of a member and of an admin, and the preview of a link. */
export async function slackSurfacesIn(locale: Locale): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const { preview, actor } = await someone(false, locale);
  const found = await preview({
    conversation: GENERAL,
    actor,
    url: LINK,
    mayLookUp: () => true,
    isOpen: async () => true,
  });
  if (!found) throw new Error("the link has no preview");
  return {
    home: await homeOf(false, locale),
    "home-admin": await homeOf(true, locale),
    preview: previewBlocks(found, { fileId: "m-1", altText: "" }),
  };
}

async function homeOf(isAdmin: boolean, locale: Locale): Promise<readonly unknown[]> {
  const { send, responder, actor } = await someone(isAdmin, locale);
  let blocks: readonly unknown[] = [];
  await publishHome({ ...actor, isGuest: false, isStranger: false }, { ...GENERAL, channel: "D1" }, "screens", {
    commands: commands.map(({ spec }) => spec),
    homeLimits: { mayPublish: () => true, mayAskForPicture: () => true },
    mayRead: async () => true,
    log: pino({ level: "silent" }),
    answers: { withThumbnails: async (_where, message) => pictured(message) },
    intake: {
      async take(event, { answer }) {
        const before = responder.answers.length;
        await send(event);
        for (const message of responder.answers.slice(before)) await answer(message);
      },
    },
    web: {
      async call(_method, args, answer) {
        blocks = listOf(membersOf(args["view"])["blocks"]);
        return answer.parse({});
      },
    },
  });
  return blocks;
}
