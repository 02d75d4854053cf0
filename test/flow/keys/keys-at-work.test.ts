import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createConsoleClient, type ConsoleClient } from "../../support/console/console-client.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { advanceGateway } from "../../support/gateway/sandbox-calls.ts";

let easel: TestEasel;
let ada: ConsoleClient;
let database: postgres.Sql;

beforeAll(async () => {
  easel = await startTestEasel();
  ada = createConsoleClient(easel.url, "admin");
  database = postgres(easel.databaseUrl, { max: 1, fetch_types: false, onnotice: () => {} });
});

afterAll(async () => {
  await database.end();
  await ada.close();
  await easel.stop();
});

const admin = async (line: string): Promise<string> => (await ada.answerTo(`/easel-admin keys ${line}`)).text;

async function add(name: string, secret: string): Promise<void> {
  const { form } = await ada.bare("/easel-admin keys add");
  const taken = await ada.fillIn(form, { values: { name, secret } });
  expect(taken.problems ?? []).toEqual([]);
}

const stateOf = async (prompt: string): Promise<string | undefined> => {
  const [row] = await database<{ state: string }[]>`
    select state from jobs join batches on batches.id = jobs.batch_id where request->>'prompt' = ${prompt}`;
  return row?.state;
};

const resultOf = (prompt: string) =>
  ada.see(`the result for ${prompt}`, (all) =>
    all.find((one) => one.files.some((file) => file.description === prompt)),
  );

describe("a key that is removed while a job runs with it", () => {
  it("still fetches the result, and is wiped afterwards", async () => {
    await admin("disable sandbox");
    await add("team", "sk-sandbox-images");
    // The sandbox's clock does not move, so this job runs until the test advances it.
    const prompt = "a slow fox [slow:30]";
    await easel.console.say(`/imagine ${prompt}`);
    await expect.poll(() => stateOf(prompt), { timeout: 20_000 }).toBe("running");
    expect(await admin("remove team")).toContain("Results in progress are still fetched");
    const secret = () => database`select sealed_secret = '' as wiped from credentials where name = 'team'`;
    expect(await secret()).toMatchObject([{ wiped: false }]);
    await advanceGateway(easel.sandboxUrl, 60);
    const result = await resultOf(prompt);
    const recipe = await ada
      .press(result, "Recipe")
      .then(() =>
        ada.see("the recipe", (all) => all.find((one) => one.private && one.text.includes("Prompt: a slow fox"))),
      );
    expect(recipe.text).toContain("Key: team `sk-…ages`");
  });
});

describe("the last key of a service", () => {
  it("leaves requests waiting when disabled, says so, and they continue with the next key", async () => {
    await add("next", "sk-sandbox-one");
    // A slow job holds the only slot, so the accepted request waits.
    await easel.console.say("/imagine first [slow:30]");
    await expect.poll(() => stateOf("first [slow:30]"), { timeout: 20_000 }).toBe("running");
    await admin("list");
    await database`update credentials set concurrency = 1 where name = 'next'`;
    await easel.console.say("/imagine second");
    await expect.poll(() => stateOf("second")).toBe("waiting");
    expect(await admin("disable next")).toBe(
      "**next**: in use → turned off\nNo key is left for pictures: 1 request waits until there is one.",
    );
    expect(await admin("list")).toContain("turned off");
    expect(await stateOf("second")).toBe("waiting");
    await add("another", "sk-sandbox-four");
    await resultOf("second");
  });
});

describe("a request without a usable key", () => {
  const keys = "where origin = 'people' and removed_at is null";
  const saysOf = (prompt: string, label: string) =>
    easel.console.see(`“${label}” of ${prompt}`, (all) =>
      all.find(({ text, progress }) => text.includes(prompt) && JSON.stringify(progress ?? {}).includes(label)),
    );

  it("explains in its notice that its key is paused, used up or missing, and then continues", async () => {
    await admin("remove next");
    await admin("remove another");
    await add("only", "sk-sandbox-four");
    await ada.answerTo("/easel-admin pause key --key only");
    const prompt = "a patient fox";
    await easel.console.say(`/imagine ${prompt}`);
    await saysOf(prompt, "an admin paused its key");
    await database.unsafe(`update credentials set resting_until = now() + interval '1 hour' ${keys}`);
    await ada.answerTo("/easel-admin resume key --key only");
    await saysOf(prompt, "its key is used up for now");
    await database.unsafe(`update credentials set resting_until = null, invalid_at = now() ${keys}`);
    await saysOf(prompt, "the gateway refused its key");
    await database.unsafe(`update credentials set disabled_at = now() ${keys}`);
    await saysOf(prompt, "an admin turned its key off");
    await database.unsafe(`update credentials set disabled_at = null, removed_at = now() ${keys}`);
    await database`update credentials set disabled_at = null, removed_at = now() where name = 'sandbox'`;
    await saysOf(prompt, "there is no key for it");
    expect(await stateOf(prompt)).toBe("waiting");
    await database`update credentials set invalid_at = null, removed_at = null where name = 'only'`;
    await resultOf(prompt);
  });

  it("doesn't mention it while another key can serve it", async () => {
    await add("busy", "sk-sandbox-images");
    await ada.answerTo("/easel-admin pause key --key only");
    await database`update credentials set concurrency = 1 where name = 'busy'`;
    await easel.console.say("/imagine third [slow:30]");
    await expect.poll(() => stateOf("third [slow:30]"), { timeout: 20_000 }).toBe("running");
    await easel.console.say("/imagine fourth");
    const notice = await saysOf("fourth", "the only picture slot is in use");
    expect(JSON.stringify(notice.progress)).not.toContain("key");
  });
});
