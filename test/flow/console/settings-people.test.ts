import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_SLOTS } from "../../../src/lib/limits.ts";
import { textsFor } from "../../../src/text/texts.ts";
import { createConsoleClient, type ConsoleClient } from "../../support/console/console-client.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { filledIn, opened } from "../../support/console/settings.ts";

let easel: TestEasel;
let ada: ConsoleClient;

beforeAll(async () => {
  easel = await startTestEasel({}, { sandboxSpeed: 0, sandboxMedia: "tiny" });
  ada = createConsoleClient(easel.url, "admin");
});
afterAll(async () => {
  await ada.close();
  await easel.stop();
});

describe("commands for groups without options", () => {
  it("open the form for a new one", async () => {
    const form = await opened(ada, "/easel-admin groups create");
    expect(form.about?.text).toContain("Creates an empty group.");
    expect(await filledIn(ada, "/easel-admin groups create", { group: "designers" })).toContain("was created");
    expect((await ada.answerTo("/easel-admin groups list")).text).toContain("• **designers** · nobody yet");
  });

  it("add a person named in the form", async () => {
    const told = await filledIn(ada, "/easel-admin groups add", { group: "designers", person: "max" });
    expect(told).toContain("Max (member) is now in “designers”");
    const form = await opened(ada, "/easel-admin groups add designers");
    expect(form.fields).toMatchObject([
      { type: "choice", name: "group", value: "designers" },
      { type: "text", name: "person" },
      { type: "text", name: "role" },
    ]);
    const both = await filledIn(ada, "/easel-admin groups add designers", {
      person: "max",
      role: "admins",
    });
    expect(both).toBe("person: Choose one of them: a person here, or “Role or user group”.");
  });

  it("remove one of the members, who are listed", async () => {
    const form = await opened(ada, "/easel-admin groups remove");
    expect(form.about?.text).toContain("Removes someone from “designers”");
    const [member] = form.fields;
    if (member?.type !== "choice") throw new Error("the members are not offered");
    expect(member.choices.map(({ label }) => label)).toEqual(["Max (member)"]);
    const values = { member: member.choices[0]?.value ?? "" };
    const told = await filledIn(ada, "/easel-admin groups remove", values);
    expect(told).toContain("Max (member) is no longer in “designers”");
    expect((await ada.answerTo("/easel-admin groups remove designers")).buttons).toEqual([]);
  });

  it("delete the one that is chosen", async () => {
    const told = await filledIn(ada, "/easel-admin groups delete", { group: "designers" });
    expect(told).toContain("“designers” was deleted");
    expect((await ada.answerTo("/easel-admin groups delete")).text).toContain("There are no groups yet");
  });
});

describe("commands that block people, without options", () => {
  it("open a form that takes a person and no role", async () => {
    const form = await opened(ada, "/easel-admin people block");
    expect(form.fields.map(({ name }) => name)).toEqual(["person"]);
    expect(form.about?.text).toContain("New requests are refused in the whole organisation.");
    expect(await filledIn(ada, "/easel-admin people block", { person: "max" })).toContain(
      "Max (member) is now blocked",
    );
  });

  it("offer the blocked people for unblocking", async () => {
    const form = await opened(ada, "/easel-admin people unblock");
    const [person] = form.fields;
    if (person?.type !== "choice") throw new Error("nobody is offered");
    const values = { person: person.choices[0]?.value ?? "" };
    expect(await filledIn(ada, "/easel-admin people unblock", values)).toContain("no longer blocked");
    expect((await ada.answerTo("/easel-admin people unblock")).text).toBe("Nobody is blocked.");
  });
});

describe("commands for keys without options", () => {
  it("open a form that offers the suitable ones", async () => {
    const form = await opened(ada, "/easel-admin keys disable");
    expect(form.about?.text).toContain("Running jobs continue.");
    const [key] = form.fields;
    if (key?.type !== "choice") throw new Error("no keys are offered");
    const name = key.choices[0]?.value ?? "";
    expect(await filledIn(ada, "/easel-admin keys disable", { key: name })).toContain("in use → turned off");
    expect(await filledIn(ada, "/easel-admin keys enable", { key: name })).toContain("turned off → in use");
  });

  it.each([
    ["enable", "None of them is turned off, so there is nothing to enable."],
    ["free", "None of them has a slot held by a request without an answer from the gateway."],
    ["remove", "All of them come from the configuration, which only Easel's operator can change."],
  ])("say that there is no key to %s, and don't offer the command", async (act, words) => {
    const { text, buttons } = await ada.answerTo(`/easel-admin keys ${act}`);
    expect(text).toContain("**Keys**");
    expect(text).toContain(words);
    expect(text).not.toContain("--key");
    if (act !== "free") expect(text).toContain("`/easel-admin keys add`");
    expect(buttons).toEqual([]);
  });

  it("show and change who may use a key, and how many jobs it runs at once", async () => {
    const form = await opened(ada, "/easel-admin keys assign");
    expect(form.about?.text).toContain("Changes apply to new jobs.");
    expect(form.fields[0]).toMatchObject({ name: "to", value: "everyone" });
    const field = form.fields[1]?.name ?? "";
    const told = await filledIn(ada, "/easel-admin keys assign", { [field]: "3" });
    expect(told).toMatch(/→ .*3/);
    expect(told).not.toContain("everyone");
    expect(await filledIn(ada, "/easel-admin keys assign", { [field]: "many" })).toContain(field);
  });

  it("don't assign a key to people who already have it under another name", async () => {
    for (const [name, whose] of Object.entries({ one: "everyone", two: "workspace" })) {
      const { form } = await ada.bare("/easel-admin keys add");
      const taken = await ada.fillIn(form, { values: { name, secret: "sk-sandbox-images", whose } });
      expect(taken.problems ?? []).toEqual([]);
      await ada.see(`the answer about ${name}`, (all) => all.find(({ text }) => text.startsWith(`**${name}** `)));
    }
    for (const locale of ["en", "zh-CN"] as const) {
      const { text } = await ada.answerTo("/easel-admin keys assign two --to everyone", { locale });
      expect(text).toBe(textsFor(locale).keys.problem.secretHere("one"));
    }
  });

  it("don't give keys more slots than an organisation may have", async () => {
    const sql = postgres(easel.databaseUrl, { max: 1, onnotice: () => {} });
    await sql`
      insert into slots (key_fingerprint, service, n, job_id)
      select fingerprint, 'image', n, gen_random_uuid() from credentials, generate_series(1001, 1000 + ${MAX_SLOTS}::int) n
      where name = 'one'`;
    await sql.end();
    for (const locale of ["en", "zh-CN"] as const) {
      const { text } = await ada.answerTo("/easel-admin keys assign two --pictures_at_once 9", { locale });
      expect(text).toBe(textsFor(locale).keys.problem.tooManySlots("image", MAX_SLOTS));
    }
    const { form } = await ada.bare("/easel-admin keys add");
    const taken = await ada.fillIn(form, { values: { name: "three", secret: "sk-sandbox-one", whose: "everyone" } });
    const problem = textsFor("en").keys.problem.tooManySlots("image", MAX_SLOTS);
    expect(taken.problems).toMatchObject([{ field: "at_once", text: problem }]);
  });

  it("show a member only their own keys", async () => {
    expect((await easel.console.answerTo("/easel key remove")).text).toContain("You have no keys of your own");
    expect((await easel.console.answerTo("/easel-admin keys disable")).text).toContain("for admins");
  });
});
