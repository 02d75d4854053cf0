import { afterAll, beforeAll, expect, it } from "vitest";
import { en } from "../../../src/text/en/index.ts";
import { createConsoleClient, type ConsoleClient } from "../../support/console/console-client.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";

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

const admin = async (line: string): Promise<string> => (await ada.answerTo(`/easel-admin groups ${line}`)).text;

it("groups can be created, filled with people and roles, shown and deleted", async () => {
  const say = en.people;
  expect(await admin("list")).toBe(say.noGroups);
  expect(await admin("create Makers")).toBe(say.groupCreated("Makers"));
  expect(await admin("create makers")).toBe(say.groupTaken("makers", "makers"));
  expect(await admin("add makers --person Max")).toBe(say.memberAdded("Max (member)", "Makers", 0, 1));
  expect(await admin("add makers --person @member")).toBe(say.memberAlready("Max (member)", "Makers"));
  expect(await admin("add makers --role admins")).toBe(say.memberAdded("@admins", "Makers", 1, 2));
  expect(await admin("list")).toBe(`${say.groups}\n• **Makers** · Max (member), @admins`);
  expect(await admin("remove makers --person max")).toBe(say.memberRemoved("Max (member)", "Makers", 2, 1));
  expect(await admin('remove makers --person "Max (member)"')).toBe(say.memberAbsent("Max (member)", "Makers"));
  expect(await admin("delete makers")).toBe(say.groupDeleted("Makers", 1));
  expect(await admin("list")).toBe(say.noGroups);
});

it("errors say how to fix them", async () => {
  const say = en.people;
  await admin("create painters");
  expect(await admin("delete painter")).toBe(say.noSuchGroup("painter", "painters", "painter"));
  expect(await admin("add painters --person max --role makers")).toBe(say.memberUnclear("add", "painters"));
  expect(await admin("add painters --person *nobody*")).toBe(say.noSuchPerson("\\*nobody\\*"));
  expect(await admin("add painters --role cooks")).toBe(say.noSuchRole("cooks"));
  expect(await admin(`create ${"x".repeat(51)}`)).toContain("51 characters");
  expect(await admin("list")).toContain("• **painters** · nobody yet");
});

it("are for admins only", async () => {
  for (const line of ["list", "create mine", "delete painters"]) {
    expect((await easel.console.answerTo(`/easel-admin groups ${line}`)).text).toBe(en.adminsOnly);
  }
});
