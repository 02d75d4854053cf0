import { describe, expect, it, vi } from "vitest";
import type { Actor, FormEvent } from "../../../../src/core/chat/event.ts";
import type { Batch } from "../../../../src/core/job/job-store.ts";
import type { Reference } from "../../../../src/core/request/reference.ts";
import { MediaRequest } from "../../../../src/core/request/request.ts";
import { en } from "../../../../src/text/en/index.ts";
import { canUndo, editedPictures } from "../../../../src/worker/delivery/result/undo.ts";
import { ADA, aPress, GENERAL, MAX } from "../../../support/commands.ts";
import type { KnownResults } from "../../../support/database/memory-results.ts";
import { aBatch, aJob, aRequest, EPOCH } from "../../../support/database/jobs.ts";
import { setUpDispatch as setUp } from "../../../support/dispatching.ts";

const EVE: Actor = { ...MAX, userId: "eve", displayName: "Eve" };

function aPicture(name: string): Reference {
  return { kind: "image", hash: `hash of ${name}`, mimeType: "image/png", name, bytes: 10 };
}

const UPLOAD = aPicture("upload.png");
const RESULT = aPicture("a-fox-1.png");
const BORROWED = { ...UPLOAD, borrowed: true };

/** A batch of Max's with one picture. `shown`: the message that shows it, by kind of post. */
function made(changes: Partial<Batch> = {}, shown: Readonly<Record<string, string>> = { result: "m-result" }) {
  const batch = aBatch({ organisationId: "organisation-1", ...changes });
  const job = aJob({ state: "succeeded", service: batch.service });
  const { hash, bytes, mimeType } = RESULT;
  const content = { hash, bytes, mimeType, width: 8, height: 8 };
  const artifact = {
    jobId: job.id,
    state: "fetched" as const,
    content,
    failure: undefined,
    post: "result",
    succeededAt: EPOCH,
  };
  const results: KnownResults = { artifacts: [artifact], posts: shown };
  return { batch, jobs: [job], results };
}

/** Max's edit of these pictures, by default of a file that only he has seen. */
function anEdit(references: readonly Reference[] = [UPLOAD], changes: Partial<Batch> = {}) {
  return made({ request: aRequest({ prompt: "add a hat", references: [...references] }), ...changes });
}

function know(world: ReturnType<typeof setUp>["world"], ...all: readonly ReturnType<typeof made>[]): void {
  for (const { batch, jobs, results } of all) world.know(batch, jobs, results);
}

/** What this person would make with Again. */
async function repeatedBy(actor: Actor, edit: ReturnType<typeof made>, ...others: readonly ReturnType<typeof made>[]) {
  const { world, send } = setUp();
  know(world, edit, ...others);
  await send(aPress(`again:${edit.batch.id}`, { actor }));
  const [request] = world.requests;
  if (!request) throw new Error("nothing was made");
  return request;
}

function aForm(form: string, prompt: string, actor: Actor): FormEvent {
  const values = { prompt, model: "provider-a/image-2" };
  return { kind: "form", key: crypto.randomUUID(), conversation: GENERAL, actor, form, values, attachments: [] };
}

describe("Again", () => {
  it("of a member's own request uses their own files", async () => {
    expect((await repeatedBy(MAX, anEdit())).request.references).toEqual([UPLOAD]);
  });

  it.each([
    ["a member", EVE],
    ["an admin", ADA],
  ])("by %s borrows the other member's files, and nothing else changes", async (_who, actor) => {
    const mask = aPicture("mask.png");
    const edit = anEdit();
    const { request } = await repeatedBy(
      actor,
      anEdit([UPLOAD], { request: { ...edit.batch.request, mask } as MediaRequest }),
    );
    expect(request).toEqual({ ...edit.batch.request, references: [BORROWED], mask });
    // It survives storage, also while it waits for a yes.
    expect(MediaRequest.parse(JSON.parse(JSON.stringify(request)))).toEqual(request);
  });

  it("keeps borrowed files borrowed for everyone who repeats the repetition", async () => {
    const eves = anEdit([{ ...UPLOAD, borrowed: true }], { requesterId: EVE.userId, requesterName: "Eve" });
    for (const actor of [EVE, MAX, ADA]) {
      expect((await repeatedBy(actor, eves)).request.references).toEqual([BORROWED]);
    }
  });

  it("borrows no result that is posted here", async () => {
    const first = made();
    const parent = { batchId: first.batch.id, ordinals: [1] };
    const request = await repeatedBy(EVE, anEdit([RESULT, UPLOAD], { parent }), first);
    expect(request.parent).toEqual(parent);
    expect(request.request.references).toEqual([RESULT, BORROWED]);
    expect(canUndo({ request: request.request, parent })).toBe(true);
  });

  it.each([
    ["was deleted", made({}, {})],
    ["is elsewhere", made({ conversation: { ...GENERAL, channel: "max-only" } })],
    ["is in a thread that the member may not read", made({ conversation: { ...GENERAL, thread: "private" } })],
  ])("borrows a result that %s", async (_where, first) => {
    const { world, send } = setUp();
    vi.spyOn(world.platform, "mayRead").mockResolvedValue(false);
    const edit = anEdit([RESULT], { parent: { batchId: first.batch.id, ordinals: [1] } });
    know(world, edit, first);
    await send(aPress(`again:${edit.batch.id}`, { actor: EVE }));
    expect(world.requests.map(({ request }) => request.references)).toEqual([[{ ...RESULT, borrowed: true }]]);
  });
});

describe("an edit of borrowed files", () => {
  const eves = () => anEdit([{ ...UPLOAD, borrowed: true }], { requesterId: EVE.userId });

  it("can't be undone, and shows nothing of them", () => {
    const { batch } = eves();
    expect(canUndo(batch)).toBe(false);
    expect(editedPictures({ batch })).toEqual([]);
    // Not even in part.
    const request = aRequest({ references: [RESULT, { ...RESULT, borrowed: true }] });
    expect(canUndo({ request, parent: { batchId: "b", ordinals: [1, 2] } })).toBe(false);
    expect(canUndo({ request, parent: { batchId: "b", ordinals: [1] } })).toBe(true);
  });

  it.each([EVE, ADA])("can't be undone by its id either: $displayName", async (actor) => {
    const { world, send, said } = setUp();
    const edit = eves();
    know(world, edit);
    await send(aPress(`undo:${edit.batch.id}`, { actor }));
    expect(said()).toBe(en.undo.borrowed);
    expect(world.requestsOfBatches).toEqual([]);
  });
});

it.each(["edit", "animate"])(
  "%s opens for the version before an edit only once that version is posted",
  async (act) => {
    const { world, send, said, responder } = setUp();
    const edit = anEdit();
    know(world, edit);
    await send(aPress(`${act}:${edit.batch.id}:0`, { actor: EVE }));
    await send(aForm(`${act}:${edit.batch.id}:0`, "show it", EVE));
    expect(said().split("\n")).toEqual([en.gone, en.gone]);
    expect([responder.forms, world.requests]).toEqual([[], []]);

    const undone = setUp();
    undone.world.know(edit.batch, edit.jobs, { ...edit.results, posts: { result: "m-result", undo: "m-undo" } });
    await undone.send(aPress(`${act}:${edit.batch.id}:0`, { actor: EVE }));
    expect(undone.responder.forms).toHaveLength(1);
  },
);

it.each(["edit", "animate"])(
  "%s opens no form for a deleted result, and a form opened earlier makes nothing",
  async (act) => {
    const { world, send, said, responder } = setUp();
    const first = made();
    know(world, first);
    const press = aPress(`${act}:${first.batch.id}`, { actor: EVE });
    await send(press);
    const [form] = responder.forms;
    await send(aPress(`delete:${first.batch.id}`));
    await send({ ...press, key: crypto.randomUUID() });
    await send(aForm(form?.id ?? "", "show it", EVE));
    expect(said().split("\n")).toEqual([en.delete.done, en.picture.gone, en.picture.gone]);
    expect(responder.forms).toHaveLength(1);
    expect(world.requests).toEqual([]);
  },
);

describe("changing a request", () => {
  it.each([
    ["another member's file", () => anEdit()],
    ["a borrowed file", () => anEdit([{ ...UPLOAD, borrowed: true }], { requesterId: EVE.userId })],
  ])("is refused for %s, because a prompt could ask for a copy", async (_what, edited) => {
    const { world, send, said, responder } = setUp();
    const edit = edited();
    know(world, edit);
    await send(aPress(`change:${edit.batch.id}`, { actor: EVE }));
    await send(aForm(`change:${edit.batch.id}`, "show it as it is", EVE));
    expect(said().split("\n")).toEqual([en.change.notYours, en.change.notYours]);
    expect([responder.forms, world.requests]).toEqual([[], []]);
  });

  it("borrows the files for an admin", async () => {
    const { world, send } = setUp();
    const edit = anEdit();
    know(world, edit);
    await send(aForm(`change:${edit.batch.id}`, "add a cap", ADA));
    expect(world.requests.map(({ request }) => request.references)).toEqual([[BORROWED]]);
  });

  it("is open to everyone if there are no files, or only results that are posted here", async () => {
    const first = made();
    const edit = anEdit([RESULT], { parent: { batchId: first.batch.id, ordinals: [1] } });
    const { world, send } = setUp();
    know(world, first, edit);
    await send(aForm(`change:${first.batch.id}`, "a cat", EVE));
    await send(aForm(`change:${edit.batch.id}`, "add a cap", EVE));
    expect(world.requests.map(({ request }) => request.references)).toEqual([[], [RESULT]]);
  });
});
