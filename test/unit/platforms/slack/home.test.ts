import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { publishHome } from "../../../../src/platforms/slack/post/home.ts";
import { slackTextsFor } from "../../../../src/text/render/slack.ts";
import { GENERAL, MAX } from "../../../support/commands.ts";

/** Opens a home that was made too often, and returns what was published. */
async function openTooOften(shown: "home" | "nothing"): Promise<readonly unknown[]> {
  const published: unknown[] = [];
  const person = { ...MAX, isGuest: false, isStranger: false };
  const place = { ...GENERAL, channel: "D1" };
  await publishHome(
    person,
    place,
    "event",
    {
      commands: [{ name: "jobs", options: [] }],
      homeLimits: { mayPublish: () => false, mayAskForPicture: () => false },
      mayRead: async () => false,
      log: pino({ level: "silent" }),
      answers: { withThumbnails: async (_where, message) => message },
      intake: { take: () => Promise.reject(new Error("no command may run")) },
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

describe("a home that was made too often in the last minute", () => {
  it("says so to somebody who sees nothing yet, and asks for nothing else", async () => {
    const published = await openTooOften("nothing");
    expect(published).toHaveLength(1);
    expect(JSON.stringify(published)).toContain(slackTextsFor("en").homeLater);
  });

  it("stays as it is for others", async () => {
    expect(await openTooOften("home")).toEqual([]);
  });
});
