import { expect, it } from "vitest";
import { readWhatIsRight } from "../../../../src/app/self-check/configuration.ts";

const read = (environment: Record<string, string>) => {
  const { config, problems, left } = readWhatIsRight(environment, "/easel");
  return { config, variables: problems.map(({ variable }) => variable), left: [...left] };
};

it("skips no check if everything is right", () => {
  expect(read({ PORT: "9000" })).toMatchObject({ config: { port: 9000 }, variables: [], left: [] });
});

it.each<[string, Record<string, string>, string[], string[]]>([
  [
    "an address of the database",
    { DATABASE_URL: "mysql://x", SECRET_KEY: "k".repeat(40) },
    ["DATABASE_URL"],
    ["database"],
  ],
  [
    "the database of several processes, which then have no embedded one either",
    {
      ROLE: "worker",
      DATABASE_URL: "x",
      SECRET_KEY: "k".repeat(40),
      IMAGE_BASE_URL: "https://g.example",
      IMAGE_API_KEY: "sk",
    },
    ["DATABASE_URL"],
    ["database"],
  ],
  ["half a gateway", { VIDEO_API_KEY: "sk" }, ["VIDEO_BASE_URL"], ["gateways"]],
  ["half a store", { S3_BUCKET: "media" }, ["S3_ENDPOINT"], ["store"]],
  ["a short secret", { SECRET_KEY: "short" }, ["SECRET_KEY"], ["address"]],
  ["a public address", { PUBLIC_URL: "easel" }, ["PUBLIC_URL"], ["address"]],
  ["a port", { PORT: "eighty" }, ["PORT"], ["process"]],
  ["a missing password", { HOST: "0.0.0.0" }, ["CONSOLE_PASSWORD"], ["console"]],
  ["half of a platform", { SLACK_APP_TOKEN: "xapp-1" }, ["SLACK_BOT_TOKEN"], ["slack"]],
  ["a role that needs more", { ROLE: "chat" }, ["ROLE"], ["database", "gateways"]],
  [
    "a role that doesn't exist",
    {
      ROLE: "chef",
      DATABASE_URL: "postgres://127.0.0.1/easel",
      SECRET_KEY: "k".repeat(40),
      VIDEO_BASE_URL: "https://g.example",
      VIDEO_API_KEY: "sk",
    },
    ["ROLE"],
    [],
  ],
  ["something without a check", { MEDIA_DAYS: "-1" }, ["MEDIA_DAYS"], []],
  [
    "several at once",
    { PORT: "eighty", PUBLIC_URL: "easel", MEDIA_DAYS: "-1" },
    ["PUBLIC_URL", "PORT", "MEDIA_DAYS"],
    ["address", "process"],
  ],
])("names what is wrong, and skips only the checks that need it: %s", (_what, environment, variables, left) => {
  const found = read(environment);
  expect(found.variables).toEqual(variables);
  expect(found.left).toEqual(left);
  expect(found.config).toBeDefined();
});
