import { viewTexts } from "../../../src/core/chat/message.ts";
import postgres from "postgres";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import { MAX_QUOTAS } from "../../../src/lib/limits.ts";
import { en } from "../../../src/text/en/index.ts";
import { createConsoleClient, type ConsoleClient } from "../../support/console/console-client.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";

let easel: TestEasel;
let ada: ConsoleClient;

beforeAll(async () => {
  easel = await startTestEasel();
  ada = createConsoleClient(easel.url, "admin");
});
afterAll(async () => {
  await ada.close();
  await easel.stop();
});

const admin = async (line: string): Promise<string> => (await ada.answerTo(`/easel-admin ${line}`)).text;
const member = async (line: string): Promise<string> => viewTexts(await easel.console.answerTo(line));
/** Midnight in the workspace's time zone, as it is shown. */
const MIDNIGHT = /\d{1,2} \w+ 20\d\d at 00:00 \(UTC\)/;

async function made(prompt: string): Promise<MessageView> {
  await easel.console.say(prompt);
  const words = prompt.replace(/^\/\w+ /, "").replace(/ --.*/, "");
  return easel.console.see("the result", (all) =>
    all.find(({ files }) => files.some(({ description }) => description === words)),
  );
}

describe("quotas at the Console", () => {
  it("can be set, shown and used up; a refusal names the quota, what is left and when it resets", async () => {
    expect(await admin("quota show")).toBe(en.quotaAdmin.none);
    expect(await member("/usage")).toContain(en.usage.noQuotas);
    const set = await admin("quota set --unit pictures --span day --amount 5 --scope channel");
    expect(set).toContain("Before: none. Now: 5 pictures a day for this channel.");
    expect(set).toContain("Used: nothing. Left: 5 pictures");

    const eighty = await made("/imagine four cats --count 4");
    expect(eighty.text).toContain("4 pictures used of 5 pictures a day for this channel");
    const usage = await member("/usage");
    expect(usage).toContain("Today: 4 pictures");
    expect(usage).toContain("1 picture left of 5 pictures a day for this channel; it resets on");
    expect(usage).toMatch(MIDNIGHT);

    const refused = await member("/imagine three more cats --count 3");
    expect(refused).toContain(
      "That needs 3 pictures, but the quota of 5 pictures a day for this channel has only 1 picture left.",
    );
    expect(refused).toMatch(MIDNIGHT);
    expect(refused).toContain(en.quota.overAdvice);
    expect((await made("/imagine the last cat")).text).toContain(
      "uses up the quota of 5 pictures a day for this channel",
    );
    expect(await member("/imagine one too many")).toContain(
      "the quota of 5 pictures a day for this channel is used up",
    );
  });

  it("can be lowered below what is used, with a note, then extended for now and cleared", async () => {
    const lowered = await admin("quota set --unit images --amount 3 --scope channel");
    expect(lowered).toContain("Before: 5 pictures a day for this channel. Now: 3 pictures a day for this channel.");
    expect(lowered).toContain("Already used: 5 pictures, which is more than that");
    const granted = await admin("quota grant --unit images --amount 3 --scope channel");
    expect(granted).toContain("Now: 3 pictures a day for this channel (plus 3 pictures for now).");
    expect(granted).toContain("Left: 1 picture");
    expect(await admin("quota show")).toContain(
      "• ▰▰▰▰▰▰▰▰▱▱ 5 of 6 used · 1 picture left of 3 pictures a day for this channel",
    );
    await made("/imagine a granted cat");
    expect(await admin("quota clear --unit images --scope channel")).toContain("Removed: 3 pictures a day");
    expect(await admin("quota clear --unit images --scope channel")).toContain(
      "no quota of pictures a day for this channel",
    );
    await made("/imagine a free cat");
  });

  it("can be set for a workspace, the organisation, a group or a person, but not for a missing key", async () => {
    await admin("groups create Makers");
    for (const [options, told] of [
      ["", "for this workspace"],
      ["--scope organisation", "for the organisation"],
      ["--group makers", "for group Makers"],
      ["--person Max", "for Max (member)"],
      ["--key images", "for key"],
    ] as const) {
      const answer = await admin(`quota set --unit seconds --span month --amount 600 ${options}`);
      if (options === "--key images") expect(answer).toContain("no key");
      else expect(answer).toContain(`600 s of clips a month ${told}`);
    }
    const all = await admin("quota show");
    for (const told of ["the organisation", "this workspace", "group Makers", "Max (member)"])
      expect(all).toContain(told);
    // The member sees only the quotas that limit them, with “for you” instead of their name.
    const usage = await member("/usage");
    expect(usage).toContain("600 s of clips left of 600 s of clips a month for you");
    expect(usage).not.toContain("Makers");
  });

  it.each([
    ["quota set --unit images --amount -1", "`amount` can't be “-1”. Allowed: a whole number from 0 to 10,000,000"],
    ["quota set --unit images --amount 1e12", "Allowed: a whole number from 0 to 10,000,000"],
    ["quota set --unit images --amount 2.5", "Allowed: a whole number from 0 to 10,000,000"],
    ["quota set --unit images --amount lots", "Allowed: a whole number from 0 to 10,000,000"],
    ["quota set --unit images", "`amount` is missing"],
    ["quota set --amount 5", "`unit` is missing"],
    ["quota set --unit pixels --amount 5", "`unit` can't be “pixels”. Allowed: pictures, seconds"],
    ["quota set --unit images --span year --amount 5", "`span` can't be “year”. Allowed: day, week, month"],
    ["quota set --unit images --scope galaxy --amount 5", "`scope` can't be “galaxy”"],
    ["quota set --unit images --amount 5 --group a --person b", en.quotaAdmin.oneScope],
    ["quota set --unit images --amount 5 --person nobody", en.quotaAdmin.noSuchPerson("nobody")],
    ["quota set --unit images --amount 5 --group nobody", "There is no group “nobody”"],
    ["quota grant --unit images --amount 0", "Allowed: a whole number from 1 to 10,000,000"],
    ["quota grant --unit images --amount 5 --scope channel", "There is no quota of pictures a day for this channel"],
    ["quota refund", en.quotaAdmin.nothingToRefund],
    ["quota refund 1a2b3c4d", en.quotaAdmin.noSuchRefund("1a2b3c4d")],
    ["usage --by colour", "`by` can't be “colour”. Allowed: member, channel, model"],
  ])("%s is refused with the fix", async (line, said) => {
    expect(await admin(line)).toContain(said);
  });

  it("are limited in number, and can still be changed at the limit", async () => {
    const sql = postgres(easel.databaseUrl, { max: 1, onnotice: () => {} });
    await sql`
      insert into quotas (organisation_id, scope, unit, span, amount, set_in, time_zone)
      select organisation_id, 'channel:console:main:' || n, 'images', 'day', 5, 'console:main', 'UTC'
      from workspaces, generate_series(1, ${MAX_QUOTAS}) n where platform = 'console'`;
    expect(await admin("quota set --unit images --amount 5 --scope channel")).toBe(en.quotaAdmin.full(MAX_QUOTAS));
    await sql`update quotas set scope = 'channel:console:main:general' where scope = 'channel:console:main:1'`;
    expect(await admin("quota set --unit images --amount 6 --scope channel")).toContain("Now: 6 pictures a day");
    await sql`delete from quotas`;
    await sql`delete from quota_windows`;
    await sql.end();
  });

  it("are for admins only", async () => {
    for (const line of ["quota show", "quota set --unit images --amount 5", "usage"]) {
      expect(await member(`/easel-admin ${line}`)).toBe(en.adminsOnly);
    }
  });
});

const download = (file: MessageView["files"][number] | undefined): Promise<Response> =>
  fetch(new URL(file?.url ?? "", easel.url));

it("admins read the organisation's usage, and can download it as a chart and a table", async () => {
  const answer = await ada.answerTo("/easel-admin usage --span day");
  expect(answer.text).toContain("• **Max (member)** · 7 pictures");
  expect(answer.text).toContain("Total: 7 pictures");
  const [chart, file] = answer.files;
  expect(chart).toMatchObject({
    name: "usage-day.png",
    description: "Usage today. Pictures by member: Max (member) (7 pictures).",
  });
  expect(file).toMatchObject({ name: "usage-day.csv", mimeType: "text/csv" });
  const table = await (await download(file)).text();
  const [header, ...rows] = table.replace("\uFEFF", "").trim().split("\r\n");
  expect(header).toBe("day,member,account,channel,model,jobs,images,seconds");
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatch(
    /^\d{4}-\d\d-\d\d,Max \(member\),[0-9a-f-]{36},console:main:general,provider-a\/image-2,7,7,0$/,
  );
  expect((await ada.answerTo("/easel-admin usage --by model --span day")).text).toContain("**provider-a/image-2**");
});

it("a member's usage has its own chart and table, which not even admins see", async () => {
  await admin("quota set --unit images --amount 9 --person Max");
  const answer = await easel.console.answerTo("/usage", { locale: "zh-CN" });
  const [chart, table] = answer.files;
  expect([chart, table].map((file) => file?.name)).toEqual(["usage-month.png", "usage-month.csv"]);
  expect(chart?.description).toMatch(
    /^你本月的用量。配额：.+（已用 7，共 9）。每天的图片：.+（7 张图片）。各模型的图片：/,
  );
  const drawn = await sharp(await (await download(chart)).arrayBuffer()).metadata();
  expect(drawn).toMatchObject({ format: "png", width: chart?.width, height: chart?.height });
  expect((await (await download(table)).text()).trim().split("\r\n")).toHaveLength(2);
  expect(answer.private).toBe(true);
  // The admin's page would have received it before this answer.
  await ada.answerTo("/usage");
  expect(ada.messages().map(({ id }) => id)).not.toContain(answer.id);
});
