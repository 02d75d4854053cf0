import { expect, it } from "vitest";
import { placesToName, withoutHiddenPlaces } from "../../../../src/command/quota/usage-places.ts";
import { ADA, GENERAL } from "../../../support/commands.ts";

const HERE = "console:main:general";
const STUDIO = "console:main:studio";
const SECRET = "console:main:secret";

it("names places that the admin can read, and asks about a limited number of them", async () => {
  const asked: string[] = [];
  const platform = {
    mayRead: async ({ channel }: { readonly channel: string }) => {
      asked.push(channel);
      return channel !== "secret";
    },
  };
  const shareOf = (name: string) => ({ name, images: 1, seconds: 0 });
  const many = Array.from({ length: 60 }, (_, index) => shareOf(`console:main:c-${index}`));
  const shares = [HERE, STUDIO, SECRET, "console:other:general"].map(shareOf);
  const named = await placesToName([...shares, ...many], { conversation: GENERAL, actor: ADA }, { platform });
  expect([...named].slice(0, 3)).toEqual([HERE, STUDIO, "console:main:c-0"]);
  expect(named.size).toBe(48);
  // The admin's own place and another workspace need no question.
  expect(asked).toHaveLength(48);
});

it("adds up hidden places by day, member and model", () => {
  const row = { day: "2026-11-21", member: "Max", accountId: "a-1", channel: SECRET, model: "m-1" };
  const days = [
    { ...row, jobs: 1, images: 2, seconds: 3 },
    { ...row, channel: HERE, jobs: 1, images: 1, seconds: 0 },
    { ...row, channel: STUDIO, jobs: 10, images: 20, seconds: 30 },
    { ...row, day: "2026-11-20", jobs: 1, images: 1, seconds: 1 },
    { ...row, accountId: "a-2", jobs: 1, images: 1, seconds: 1 },
    { ...row, model: "m-2", jobs: 1, images: 1, seconds: 1 },
  ];
  const hidden = { ...row, channel: "private" };
  expect(withoutHiddenPlaces(days, new Set([HERE]))).toEqual([
    { ...hidden, jobs: 11, images: 22, seconds: 33 },
    { ...row, channel: HERE, jobs: 1, images: 1, seconds: 0 },
    { ...hidden, day: "2026-11-20", jobs: 1, images: 1, seconds: 1 },
    { ...hidden, accountId: "a-2", jobs: 1, images: 1, seconds: 1 },
    { ...hidden, model: "m-2", jobs: 1, images: 1, seconds: 1 },
  ]);
});
