import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { PlatformError } from "../../../../src/core/chat/errors.ts";
import { SlackRefusal, type SlackWeb } from "../../../../src/platforms/slack/connect/web-api.ts";
import { SLACK_NAMES, SLACK_NAMES_A_MINUTE } from "../../../../src/platforms/slack/people/display-names.ts";
import {
  createPeople,
  SLACK_PERSON_MS,
  SLACK_PERSON_RATE_LIMITED_MS,
} from "../../../../src/platforms/slack/people/people.ts";
import { plainText } from "../../../../src/platforms/slack/receive/plain-text.ts";
import { createManualClock } from "../../../support/manual-clock.ts";

const US = { teamId: "T1", teamName: "Works", botId: "B1", botUserId: "UBOT", botName: "easel", host: "" };
const RATE_LIMITED = new PlatformError("rate_limited", "not yet");
const AWAY = new PlatformError("unavailable", "HTTP 503");

/** A Slack that knows these people, or is in trouble. */
function setUp(users: Readonly<Record<string, { readonly name: string; readonly is_admin?: boolean }>> = {}) {
  const clock = createManualClock();
  const asked: string[] = [];
  let trouble: PlatformError | undefined;
  const call: SlackWeb["call"] = async (method, args, schema) => {
    const id = String(args["user"]);
    asked.push(id);
    if (trouble) throw trouble;
    const user = users[id];
    if (!user) throw new SlackRefusal("gone", "user_not_found", method);
    return schema.parse({ user: { id, team_id: "T1", ...user } });
  };
  const people = createPeople({
    web: { call, callOrDrop: call },
    identity: async () => US,
    groups: { of: async () => [] },
    clock,
    log: pino({ level: "silent" }),
  });
  const read = (text: string): Promise<string> => plainText(text, { botUserId: "UBOT", namesOf: people.namesOf });
  return { people, clock, asked, read, fail: (error: PlatformError | undefined) => void (trouble = error) };
}

const made = (from: number, count: number): string[] => Array.from({ length: count }, (_, n) => `UMADE${from + n}`);
const mentioned = (ids: readonly string[]): string => ids.map((id) => `<@${id}>`).join(" ");
const named = (ids: readonly string[]): string => ids.map((id) => `@${id}`).join(" ");

describe("mentions in a message", () => {
  it("are looked up for a few people only, however many it names, and once for each", async () => {
    const { asked, read } = setUp({ UMADE0: { name: "Ada" } });
    const ids = made(0, 300);
    expect(await read(`${mentioned(ids)} <@UMADE0>`)).toBe(`@Ada ${named(ids.slice(1))} @Ada`);
    expect(asked).toEqual(ids.slice(0, SLACK_NAMES));
    await read(mentioned(ids.slice(0, SLACK_NAMES)));
    expect(asked).toHaveLength(SLACK_NAMES);
  });

  it("leave most look-ups for the people who act, however many messages there are", async () => {
    const { people, clock, asked, read } = setUp({ UADA: { name: "Ada", is_admin: true } });
    for (let from = 0; from < 300; from += SLACK_NAMES) await read(mentioned(made(from, SLACK_NAMES)));
    expect(asked).toHaveLength(SLACK_NAMES_A_MINUTE);
    expect(await people.find("UADA")).toMatchObject({ isAdmin: true });
    clock.advance(60_000);
    expect(await read("<@UMADE299> <@UADA>")).toBe("@UMADE299 @Ada");
    expect(asked.slice(SLACK_NAMES_A_MINUTE)).toEqual(["UADA", "UMADE299"]);
  });

  it("are looked up concurrently", async () => {
    const { asked, read } = setUp();
    const reading = read(mentioned(made(0, 5)));
    expect(asked).toHaveLength(5);
    await reading;
  });

  it("of people show their last known name while Slack is away, and are looked up again once it is back", async () => {
    const users = { UADA: { name: "Ada" }, UMAX: { name: "Max" } };
    const { clock, fail, read } = setUp(users);
    expect(await read("<@UADA>")).toBe("@Ada");
    clock.advance(SLACK_PERSON_MS);
    fail(AWAY);
    expect(await read("<@UADA> <@UMAX>")).toBe("@Ada @UMAX");
    fail(undefined);
    users.UADA.name = "Ada L.";
    expect(await read("<@UADA> <@UMAX>")).toBe("@Ada L. @Max");
  });

  it("of unknown ids are looked up again after a while, because a person may have that id by then", async () => {
    const users: Record<string, { name: string }> = {};
    const { clock, read } = setUp(users);
    expect(await read("<@UNEW>")).toBe("@UNEW");
    users["UNEW"] = { name: "Nia" };
    clock.advance(10 * 60_000);
    expect(await read("<@UNEW>")).toBe("@Nia");
  });

  it("never add options, picture numbers or keys to a request, whatever people call themselves", async () => {
    const key = `sk-${"a1".repeat(12)}`;
    const { read } = setUp({
      UMAL: { name: "Mal --count 10 #2" },
      UEVE: { name: "Eve\u2014size 4K -- \uff03" },
      UKEY: { name: key },
      UNONE: { name: "--" },
      ULUC: { name: "Jean-Luc \u201cO\u2019Neil\u201d" },
    });
    expect(await read("draw <@UMAL>")).toBe("draw @Mal count 10 2");
    expect(await read("<@UEVE> as <@UKEY> and <@UNONE>")).toBe("@Eve-size 4K as @UKEY and @UNONE");
    expect(await read("draw <@ULUC>")).toBe("draw @Jean-Luc 'O\u2019Neil'");
    expect(await read("draw <@UX|--video> in <#C1|2-cats> and <#C2|--video> for <!subteam^S1|@--private>")).toBe(
      "draw @video in 2-cats and #video for @ private",
    );
  });

  it("of ids that can't be a person's are not looked up", async () => {
    const { asked, read } = setUp();
    expect(await read(`<@${"U".repeat(5_000)}> <@u1> <@UBOT>`)).toBe(`@${"U".repeat(5_000)} @u1`);
    expect(asked).toEqual([]);
  });
});

describe("an admin who was looked up in Slack", () => {
  it("stays an admin for a while when Slack's rate limit is used up", async () => {
    const { people, clock, fail } = setUp({ UADA: { name: "Ada", is_admin: true } });
    await people.find("UADA");
    fail(RATE_LIMITED);
    clock.advance(SLACK_PERSON_MS + SLACK_PERSON_RATE_LIMITED_MS - 1);
    const ada = await people.find("UADA");
    expect(ada.isAdmin).toBe(true);
    expect(ada).not.toHaveProperty("rightsUnknown");
    clock.advance(1);
    expect(await people.find("UADA")).toMatchObject({ isAdmin: false, rightsUnknown: true });
  });

  it("is not treated as an admin while Slack is away", async () => {
    const { people, clock, fail } = setUp({ UADA: { name: "Ada", is_admin: true } });
    await people.find("UADA");
    fail(AWAY);
    clock.advance(SLACK_PERSON_MS);
    expect(await people.find("UADA")).toMatchObject({ displayName: "Ada", isAdmin: false, rightsUnknown: true });
  });

  it("is no longer an admin as soon as Slack says so", async () => {
    const users = { UADA: { name: "Ada", is_admin: true } };
    const { people, clock } = setUp(users);
    await people.find("UADA");
    users.UADA.is_admin = false;
    clock.advance(SLACK_PERSON_MS);
    expect(await people.find("UADA")).toMatchObject({ isAdmin: false });
  });
});
