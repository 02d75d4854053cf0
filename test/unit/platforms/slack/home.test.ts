import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { publishHome, type HomeTaking } from "../../../../src/platforms/slack/post/home.ts";
import { slackTextsFor } from "../../../../src/text/render/slack.ts";
import { GENERAL, MAX } from "../../../support/commands.ts";

const Published = z.object({ view: z.object({ blocks: z.array(z.object({ type: z.string() })) }) });

/** Opens a home, and returns the published view. */
async function open(
  shown: "home" | "nothing",
  mayPublish: boolean,
  take: HomeTaking["intake"]["take"],
): Promise<readonly unknown[]> {
  const published: unknown[] = [];
  const person = { ...MAX, isGuest: false, isStranger: false };
  const place = { ...GENERAL, channel: "D1" };
  await publishHome(
    person,
    place,
    "event",
    {
      commands: [{ name: "jobs", options: [] }],
      homeLimits: { mayPublish: () => mayPublish, mayAskForPicture: () => false },
      mayRead: async () => false,
      log: pino({ level: "silent" }),
      answers: { withThumbnails: async (_where, message) => message },
      intake: { take },
      web: {
        async call(_method, args, answer) {
          published.push(args);
          return answer.parse({});
        },
      },
    },
    { shown },
  );
  return published;
}

/** Opens a home that was drawn too often. */
function openTooOften(shown: "home" | "nothing"): Promise<readonly unknown[]> {
  return open(shown, false, () => Promise.reject(new Error("no command may run")));
}

it("a home has a line between its parts, and none at its end", async () => {
  const published = await open("home", true, async (event, responder) => {
    const text = event.kind === "command" ? String(event.options["scope"] ?? "latest") : "";
    await responder.answer({ text });
  });
  const [{ view }] = z.tuple([Published]).parse(published);
  expect(view.blocks.map(({ type }) => type)).toEqual(["rich_text", "divider", "rich_text", "divider", "rich_text"]);
});

describe("a home that was drawn too often in the last minute", () => {
  it("says so to a person who sees nothing yet, and runs no command", async () => {
    const published = await openTooOften("nothing");
    expect(published).toHaveLength(1);
    expect(JSON.stringify(published)).toContain(slackTextsFor("en").homeLater);
  });

  it("stays unchanged for others", async () => {
    expect(await openTooOften("home")).toEqual([]);
  });
});
