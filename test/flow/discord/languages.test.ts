import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { en } from "../../../src/text/en/index.ts";
import { zhCN } from "../../../src/text/zh-cn/index.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
import { sentText } from "../../support/fake-discord/reading.ts";
import type { FakeMessage, FakeUser } from "../../support/fake-discord/world.ts";

let here: DiscordEasel;
let li: FakeUser;
let wang: FakeUser;

beforeAll(async () => {
  here = await startDiscordEasel({
    prepare({ world }, guild) {
      li = world.addUser("Li", { locale: "zh-CN" });
      wang = world.addUser("Wang", { locale: "zh-CN" });
      for (const user of [li, wang]) world.addMember(guild, user);
    },
  });
});
afterAll(() => here.stop());

async function database<T>(act: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(here.easel.databaseUrl, { max: 1, fetch_types: false });
  try {
    return await act(sql);
  } finally {
    await sql.end();
  }
}

const mention = (words: string): string => `<@${here.discord.world.bot.id}> ${words}`;

/** Easel's direct messages to a person. */
function inDm(user: FakeUser, words: string): Promise<FakeMessage> {
  const dm = here.discord.world.dmWith(user);
  return here.discord.until(words, () => postsIn(dm).find((message) => sentText(message).includes(words)));
}

describe("a member whose language is not the server's", () => {
  it("is answered in the server's language until theirs is known, and in channels even then", async () => {
    const member = here.discord.as(li, here.channel);
    member.write(mention("a first fox"));
    await inDm(li, en.talk.question("a first fox"));

    member.command("imagine", { prompt: "a known fox" });
    await here.result("a known fox");
    await expect
      .poll(() => database((sql) => sql`select locale from discord_locales where user_id = ${li.id}`))
      .toEqual([{ locale: "zh-CN" }]);
    member.write(mention("a second fox"));
    await inDm(li, zhCN.talk.question("a second fox"));
    here.discord.as(li, here.discord.world.dmWith(li)).write("help");
    await inDm(li, zhCN.help.title);

    member.write(mention("a public fox --count 1"));
    const result = await here.result("a public fox");
    expect(result.content).toContain("here is your picture");
    const direct = here.discord.world.dmWith(li);
    here.discord.as(li, direct).write("a direct fox --count 1");
    expect((await here.result("a direct fox", direct)).content).toContain("你的图片");
  });

  it("keeps their language across a restart", async () => {
    await database((sql) => sql`insert into discord_locales (user_id, locale) values (${wang.id}, 'zh-CN')`);
    here.discord.as(wang, here.channel).write(mention("a remembered fox"));
    const question = await inDm(wang, zhCN.talk.question("a remembered fox"));
    expect(question.content).toContain(zhCN.talk.makeIt);
  });
});
