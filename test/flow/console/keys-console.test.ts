import { Writable } from "node:stream";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FormView, MessageView, Taken } from "../../../src/platforms/console/api/api.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { createConsoleClient, type ConsoleClient } from "../../support/console/console-client.ts";
import { databaseDump } from "../../support/database/database-dump.ts";
import { opened } from "../../support/console/settings.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { addFault } from "../../support/gateway/sandbox-calls.ts";

const logged: string[] = [];
let easel: TestEasel;
let ada: ConsoleClient;

beforeAll(async () => {
  const kept = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  easel = await startTestEasel({}, {}, createLog("trace", kept));
  ada = createConsoleClient(easel.url, "admin");
});

afterAll(async () => {
  await ada.close();
  await easel.stop();
});

async function theForm(): Promise<FormView> {
  const { form } = await ada.bare("/easel-admin keys add");
  if (!form) throw new Error("no form was shown");
  return form;
}

async function enter(values: Record<string, string>): Promise<{ taken: Taken; answer: MessageView | undefined }> {
  const before = new Set(ada.messages().map(({ id }) => id));
  const taken = await ada.fillIn(await theForm(), { values });
  if (taken.problems?.length) return { taken, answer: undefined };
  const answer = await ada.see("the answer", (all) =>
    all.find((one) => one.private && one.author.isEasel && !before.has(one.id)),
  );
  return { taken, answer };
}

const asked = (line: string): Promise<MessageView> => ada.answerTo(line);

describe("keys at the Console", () => {
  it("are entered in a form that hides the key while it is typed", async () => {
    const form = await theForm();
    expect(form.fields.map(({ name }) => name)).toEqual(["name", "secret", "services", "at_once", "whose"]);
    expect(form.fields[1]).toMatchObject({ type: "text", secret: true, required: true });
    expect(form.fields[4]).toMatchObject({
      choices: [
        { value: "everyone", label: "everyone" },
        { value: "workspace:console:main", label: "everyone in this workspace" },
        { label: "Ada (admin) alone" },
      ],
    });
  });

  it("are checked with the gateway first, and problems are shown at their fields", async () => {
    const { taken } = await enter({ name: "wrong", secret: "sk-nobody-knows-me-4711", at_once: "many" });
    expect(taken.problems).toMatchObject([{ field: "at_once", text: expect.stringContaining("not a number of jobs") }]);
    const refused = await enter({ name: "wrong", secret: "sk-nobody-knows-me-4711" });
    expect(refused.taken.problems).toMatchObject([
      { field: "secret", text: expect.stringContaining("does not know this key") },
    ]);
    const { answer } = await enter({ name: "pictures", secret: "sk-sandbox-images", at_once: "２" });
    expect(answer?.text).toContain("**pictures** `sk-…ages` was added: pictures, for everyone.");
    expect(answer?.text).toContain("It can't make clips.");
    const twice = await enter({ name: "Pictures", secret: "sk-sandbox-one" });
    expect(twice.taken.problems).toMatchObject([{ field: "name", text: expect.stringContaining("already taken") }]);
    const clips = await enter({ name: "clips", secret: "sk-sandbox-images", services: "both", whose: "workspace" });
    expect(clips.taken.problems).toMatchObject([
      { field: "services", text: expect.stringContaining("let it do anything") },
    ]);
    const same = await enter({ name: "same", secret: "sk-sandbox" });
    expect(same.answer?.text).toContain("the same key as sandbox");
    expect((await asked("/easel-admin keys list")).text).toMatch(
      /^\*\*Keys\*\*\n• \*\*pictures\*\* `sk-…ages` · pictures · for everyone · 0 of 2 slots for pictures in use · ok · checked .+\n• \*\*same\*\* .+\n• \*\*sandbox\*\* .+ from the configuration/,
    );
  });

  it("can be reassigned, turned off and on, checked and removed, each with before and after", async () => {
    const change = async (line: string): Promise<string> => (await asked(`/easel-admin keys ${line}`)).text;
    expect(await change("assign --key pictures --to workspace")).toBe(
      "**pictures**: everyone → everyone in this workspace",
    );
    expect(await change('assign --key pictures --to "@Ada (admin)"')).toContain("→ Ada (admin) alone");
    expect(await change("assign pictures --jobs_at_once 3")).toBe(
      "**pictures**: 2 pictures at once → 3 pictures at once",
    );
    expect(await change("assign pictures --clips_at_once 3")).toBe("It can't make clips.");
    expect(await change("assign sandbox --jobs_at_once 5 --clips_at_once 2")).toBe(
      "**sandbox**: 16 pictures at once, 16 clips at once → 5 pictures at once, 2 clips at once",
    );
    expect(await change("free sandbox")).toBe(
      "**sandbox** has no slot held by a request without an answer from the gateway.",
    );
    expect(await change("assign pictures --jobs_at_once 0")).toContain("Allowed: a whole number from 1 to 200");
    expect((await opened(ada, "/easel-admin keys assign pictures")).title).toBe("Change pictures");
    expect(await change("assign --key pictures --to nobody")).toContain("There is no group or member “nobody”");
    expect(await change("disable pictures")).toBe("**pictures**: in use → turned off");
    expect(await change("disable pictures")).toBe("**pictures** is already turned off.");
    expect(await change("enable pictures")).toBe("**pictures**: turned off → in use");
    expect(await change("check pictures")).toBe("**Keys**\n• **pictures** `sk-…ages` · pictures: ok");
    expect(await change("check pictuers")).toContain("Did you mean “pictures”?");
    expect(JSON.stringify(await opened(ada, "/easel-admin keys remove"))).toContain('"value":"pictures"');
    expect(await change("remove sandbox")).toContain("comes from the configuration");
    expect(await change("remove pictures")).toContain("**pictures** `sk-…ages` was removed.");
    expect(await change("list")).not.toContain("pictures**");
  });

  it("are hidden from members", async () => {
    expect((await easel.console.answerTo("/easel-admin keys list")).text).toContain("for admins");
    const before = easel.console.messages().length;
    await easel.console.fillIn(await theForm(), { values: { name: "mine", secret: "sk-sandbox-four" }, as: "member" });
    const answer = await easel.console.see("a refusal", (all) => all.slice(before).find((one) => one.author.isEasel));
    expect(answer.text).toContain("for admins");
  });
});

describe("the audit", () => {
  const csv = async (): Promise<string[]> => {
    const answer = await asked("/easel-admin audit --csv");
    expect(answer.files).toMatchObject([{ name: "audit.csv", mimeType: "text/csv" }]);
    const response = await fetch(easel.url + (answer.files[0]?.url ?? ""));
    return (await response.text()).trim().split("\r\n");
  };

  it("shows what admins did, newest first, filtered as requested", async () => {
    const audit = async (line: string): Promise<string> => (await asked(`/easel-admin audit ${line}`)).text;
    const shown = await audit("");
    expect(shown).toContain("**Admin actions**");
    expect(shown.indexOf(" removed key ")).toBeLessThan(shown.indexOf(" added key "));
    expect(shown).toMatch(/^• .+ \(UTC\) · \*\*Ada \(admin\)\*\* turned key [^`]+ `sk-…\w+` off$/m);
    expect(await audit("--what key.disabled")).not.toContain("added key");
    expect(await audit("max")).toBe("No entry matches.");
    expect(await audit("ADA --since 24h")).toContain("added key");
    expect(await audit("--since 2020-02-30")).toContain("`since` can't be “2020-02-30”");
    const lines = await csv();
    const [oldest = ""] = lines.at(-1)?.split(",") ?? [];
    expect(await audit(`--before ${oldest}`)).toBe("No entry matches.");
    expect((await audit(`--before ${Number(oldest) + 1}`)).split("\n")).toHaveLength(2);
  });

  it("names a deleted group", async () => {
    await asked("/easel-admin groups create Passing");
    await asked("/easel-admin quota set --unit images --amount 5 --group Passing");
    await asked("/easel-admin groups delete Passing");
    const told = (await asked("/easel-admin audit --what quota")).text;
    expect(told).toContain("set the quota of pictures a day for group Passing: none → 5 pictures");
  });

  it("can be downloaded as a file", async () => {
    const lines = await csv();
    expect(lines[0]).toBe("id,at,who,account,workspace,what,scope,before,after");
    expect(lines.at(-1)).toContain(",Ada (admin),");
    expect(lines.length).toBeGreaterThan(8);
  });
});

describe("/easel limits", () => {
  it("says whose keys are used, and shows admins which ones", async () => {
    expect((await asked("/easel limits")).text).toMatch(
      /\n• Keys for pictures: those of the organisation \(same `sk-…ox`, sandbox `sk-…ox`\)\n• Keys for clips: those of the organisation/,
    );
    const member = (await easel.console.answerTo("/easel limits")).text;
    expect(member).toContain("• Keys for pictures: those of the organisation\n");
    expect(member).not.toContain("sk-…");
  });
});

describe("the doctor", () => {
  it("reports the state of each part, and how to fix it", async () => {
    const lines = (await asked("/easel-admin doctor")).text.split("\n");
    expect(lines[0]).toBe("**How Easel is doing**");
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^[✓⚠] Database: PostgreSQL 18\.\S+ answers in \d+ ms, schema \d+\./),
        expect.stringMatching(/^✓ Pictures and clips are kept in `DATA_DIR`/),
        "✓ No public address: the Console needs none.",
        expect.stringMatching(/^✓ Gateway for pictures: the sandbox, .* its answer just now: ok\.$/),
        expect.stringMatching(/^✓ `\/easel-admin claim \S+` switches/),
        expect.stringMatching(/^✓ One worker is running\.$/),
        expect.stringMatching(/^✓ Jobs: 0 at the gateway, 0 waiting/),
      ]),
    );
    await asked("/easel-admin keys disable same");
    expect((await asked("/easel-admin doctor")).text).toContain(
      "⚠ Key **same** is turned off; `/easel-admin keys enable`",
    );
    await asked("/easel-admin keys enable same");
  });
});

describe("a member's own keys", () => {
  const allow = async (ownKeys: boolean): Promise<void> => {
    const client = postgres(easel.databaseUrl, { max: 1, fetch_types: false });
    await client`
      insert into policies (organisation_id, scope, settings)
      select id, 'organisation', ${JSON.stringify({ ownKeys })}::text::jsonb from organisations
      on conflict (organisation_id, scope) do update set settings = excluded.settings`;
    await client.end();
  };

  it("are theirs alone, if a rule allows them", async () => {
    const max = easel.console;
    expect((await max.answerTo("/easel key add")).text).toContain("Members' own keys are not allowed here");
    await allow(true);
    await expect.poll(async () => (await max.bare("/easel key add")).form?.id).toBe("key:own");
    const { form } = await max.bare("/easel key add");
    expect(form?.fields.map(({ name }) => name)).toEqual(["name", "secret", "services", "at_once"]);
    await max.fillIn(form, { values: { name: "mine", secret: "sk-sandbox-videos" } });
    const added = await max.see("the answer", (all) => all.find((one) => one.text.includes("was added")));
    expect(added.text).toContain("**mine** `sk-…deos` was added: clips, for Max (member) alone.");
    expect((await max.answerTo("/easel key list")).text).toMatch(/^\*\*Your own keys\*\*\n• \*\*mine\*\* [^\n]+$/);
    expect((await max.answerTo("/easel key remove sandbox")).text).toBe("There is no key “sandbox”. Keys: mine.");
    // A configured key for everyone is not the member's, and the admin has no keys of their own.
    expect((await asked("/easel key list")).text).toContain("You have no keys of your own");
    expect((await asked("/easel-admin keys list")).text).toContain("for Max (member) alone");
    expect((await asked("/easel-admin keys assign --key mine --to everyone")).text).toContain("a member's own key");
    expect((await max.answerTo("/easel key remove mine")).text).toContain("was removed");
    await allow(false);
  });
});

describe("a key that is typed where others can read it", () => {
  it.each([
    "/easel-admin keys add sk-typed-in-the-open",
    "/easel-admin keys check sk-typed-in-the-open",
    "/easel-admin keys add --secret=hunter2",
    "/imagine a fox --model sk-typed-in-the-open-and-long-enough",
    "@easel keys add sk-typed-in-the-open-and-long-enough",
  ])("is not kept, and its owner is asked to revoke it: %s", async (line) => {
    expect((await asked(line)).text).toContain("revoke it at the gateway");
  });

  it("is stored nowhere: secrets are only stored sealed", async () => {
    const dump = await databaseDump(easel.databaseUrl);
    const seen = [dump, logged.join(""), JSON.stringify(ada.messages())];
    const secrets = [
      "sk-nobody-knows-me",
      "sk-sandbox-images",
      "sk-sandbox-one",
      "sk-typed-in",
      "hunter2",
      "sk-sandbox",
    ];
    for (const text of seen) for (const secret of secrets) expect(text.includes(secret), secret).toBe(false);
    // The haystacks are not empty.
    expect(dump).toContain("key.added");
    expect(dump).toContain("[key removed]");
    expect(logged.join("")).toContain("event");
  });
});

describe("a key that the gateway refuses at work", () => {
  it("is set aside, and the admin channel is notified once", async () => {
    const client = postgres(easel.databaseUrl, { max: 1, fetch_types: false });
    await client`update workspaces set admin_channel = 'console:main:general'`;
    await client.end();
    await fetch(`${easel.sandboxUrl}/sandbox/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        match: { method: "POST", path: "/api/v1/images/generations/jobs" },
        action: { type: "status", status: 401, code: "invalid_api_key" },
        times: 1,
      }),
    });
    await easel.console.say("/imagine a fox");
    const told = await ada.see("a note to admins", (all) =>
      all.find((one) => !one.private && one.text.includes("refuses the key")),
    );
    expect(told.text).toMatch(/\*\*The service for pictures refuses the key (?:sandbox|same)\*\* `sk-…ox` \(401\)/);
    expect((await asked("/easel-admin keys list")).text).toContain("refused for pictures");
    await easel.console.see("the picture all the same", (all) => all.find((one) => one.files.length > 0));
    expect(ada.messages().filter((one) => one.text.includes("refuses the key"))).toHaveLength(1);
  });

  it("is reported by the doctor with the time of the refusal, and works again after a check", async () => {
    const names = ["sandbox", "same"];
    const refusal = { type: "status", status: 401, code: "invalid_api_key" } as const;
    // Two keys, each checked with two services.
    await addFault(easel.sandboxUrl, { match: { method: "GET" }, action: refusal, times: 4 });
    for (const name of names)
      expect((await asked(`/easel-admin keys check ${name}`)).text).toContain("does not know it");
    const { text } = await asked("/easel-admin doctor");
    expect(text).toMatch(/⚠ Gateway for pictures: .* None of its \d keys can be used now/);
    expect(text).not.toContain("no key");
    for (const name of names)
      expect(text).toMatch(new RegExp(`⚠ The gateway refused the key \\*\\*${name}\\*\\* on \\d`));
    for (const name of names) expect((await asked(`/easel-admin keys check ${name}`)).text).toContain("ok");
    expect((await asked("/easel-admin doctor")).text).toMatch(/✓ Gateway for pictures: .* its answer just now: ok\./);
  });
});
