import { expect, it } from "vitest";
import type { Artifact, BatchView } from "../../../../src/core/delivery/delivery-store.ts";
import type { Batch, Job } from "../../../../src/core/job/job-store.ts";
import { en } from "../../../../src/text/en/index.ts";
import { resultButtons } from "../../../../src/worker/delivery/result/result-buttons.ts";
import { aBatch, aJob, aRequest, EPOCH } from "../../../support/database/jobs.ts";

const PICTURE = { kind: "image", hash: "h", mimeType: "image/png", name: "a.png", bytes: 1 } as const;
const BATCH = "8e0b8a50-1234-4abc-8def-0123456789ab";

interface Given {
  readonly batch?: Partial<Batch>;
  readonly jobs: readonly Partial<Job>[];
  /** How many of the first jobs the result shows. */
  readonly carried: number;
  /** By ordinal. */
  readonly artifacts?: Readonly<Record<number, Partial<Artifact>>>;
  readonly canAnimate?: boolean;
}

/** The buttons of a result, in order: the action with its picture, if it names one, and the label. */
function buttonsOf({ batch = {}, jobs, carried, artifacts = {}, canAnimate = true }: Given) {
  const members = jobs.map((job, index) => aJob({ ordinal: index + 1, ...job }));
  const view: BatchView = {
    batch: aBatch({ id: BATCH, ...batch }),
    jobs: members,
    artifacts: members.flatMap(({ id, ordinal }): Artifact[] => {
      const artifact = { jobId: id, content: undefined, failure: undefined, post: undefined, succeededAt: EPOCH };
      return artifacts[ordinal] ? [{ state: "due", ...artifact, ...artifacts[ordinal] }] : [];
    }),
    posts: [],
  };
  const buttons = resultButtons(view, members.slice(0, carried), en, canAnimate);
  expect(buttons.filter(({ style }) => style === "danger").map(({ label }) => label)).toContain(say.delete);
  for (const { id, confirm } of buttons) expect(confirm !== undefined).toBe(id.startsWith("delete:"));
  return buttons.map(({ id, label, style }) => [id.replace(`:${BATCH}`, ""), label, style]);
}

const { result: say } = en;
const made = { state: "succeeded" } as const;
const change = ["change", say.changeRequest, "secondary"];
const again = [["again", say.again, "secondary"], change];
const last = [
  ["recipe", say.recipe, "secondary"],
  ["delete", say.delete, "danger"],
];
const shown = [["star", say.star, "secondary"], ...last];
const retry = [["again", say.tryAgain, "secondary"], change];
const fetch = ["fetch", say.fetch, "primary"];

it.each<[string, Given, readonly (readonly string[])[]]>([
  [
    "of a picture work on it",
    { jobs: [made], carried: 1 },
    [...again, ["edit:1", say.edit, "secondary"], ["animate:1", say.animate, "secondary"], ...shown],
  ],
  [
    "of several pictures open each of them, or ask which one",
    { jobs: [made, made], carried: 2 },
    [
      ["picture:1", en.forms.pictureNumber(1), "secondary"],
      ["picture:2", en.forms.pictureNumber(2), "secondary"],
      ...again,
      ["edit", say.edit, "secondary"],
      ["animate", say.animate, "secondary"],
      ...shown,
    ],
  ],
  [
    "offer no clip if the gateway can't load the picture",
    { jobs: [made], carried: 1, canAnimate: false },
    [...again, ["edit:1", say.edit, "secondary"], ...shown],
  ],
  ["of a clip don't change it", { batch: { service: "video" }, jobs: [made], carried: 1 }, [...again, ...shown]],
  [
    "of an edit can undo it",
    { batch: { request: aRequest({ references: [PICTURE] }) }, jobs: [made], carried: 1, canAnimate: false },
    [...again, ["edit:1", say.edit, "secondary"], ["undo", say.undo, "secondary"], ...shown],
  ],
  ["of a failure repeat or change it", { jobs: [{ state: "failed" }], carried: 0 }, [...retry, ...last]],
  [
    "fetch a missing picture that the gateway may still have",
    { jobs: [made, made], carried: 1, artifacts: { 2: {} }, canAnimate: false },
    [fetch, ...again, ["edit:1", say.edit, "secondary"], ...shown],
  ],
  [
    "fetch no picture that is shown, has expired or does not exist",
    {
      jobs: [made, made, { state: "failed" }],
      carried: 1,
      artifacts: { 1: {}, 2: { state: "unretrievable", failure: { reason: "expired" } } },
      canAnimate: false,
    },
    [...again, ["edit:1", say.edit, "secondary"], ...shown],
  ],
  [
    "of a clip whose submission is uncertain only warn that it may be made twice",
    { batch: { service: "video" }, jobs: [{ state: "unknown" }], carried: 0 },
    [["twice", say.againUnknown, "danger"], ...last],
  ],
  [
    "of a picture whose submission is uncertain warn that it may be made twice",
    { jobs: [{ state: "unknown" }], carried: 0 },
    [["twice", say.againUnknown, "danger"], change, ...last],
  ],
  [
    "still warn once the gateway is no longer waited for",
    { jobs: [{ state: "failed", failure: { reason: "unknown_outcome" } }], carried: 0 },
    [["twice", say.againUnknown, "danger"], change, ...last],
  ],
  [
    "of a result that shows another picture repeat or change the request",
    { jobs: [made, { state: "unknown" }], carried: 1, canAnimate: false },
    [...again, ["edit:1", say.edit, "secondary"], ...shown],
  ],
])("%s", (_what, given, buttons) => {
  expect(buttonsOf(given)).toEqual(buttons);
});

// https://docs.discord.com/developers/components/reference: 5 rows of 5; https://docs.slack.dev/reference/block-kit/blocks/actions-block: 25
it("of as many pictures as a request can have fit a message of Discord and of Slack", () => {
  const buttons = buttonsOf({
    batch: { request: aRequest({ references: [PICTURE] }) },
    jobs: Array.from({ length: 10 }, () => made),
    carried: 9,
    artifacts: { 10: {} },
  });
  expect(buttons).toContainEqual(fetch);
  expect(buttons).toContainEqual(["undo", say.undo, "secondary"]);
  expect(buttons.length).toBeLessThanOrEqual(25);
});
