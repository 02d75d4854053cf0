import { DatabaseUnavailableError } from "../../../src/lib/errors.ts";
import { describe, expect, it } from "vitest";
import { commands } from "../../../commands/index.ts";
import { CONSOLE_MESSAGE_CHARACTERS } from "../../../src/lib/limits.ts";
import { IMAGE_MODELS } from "../../../src/core/request/image/image-models.ts";
import { en } from "../../../src/text/en/index.ts";
import { zhCN } from "../../../src/text/zh-cn/index.ts";
import { aCommand, aText, GENERAL, MAX } from "../../support/commands.ts";
import { setUpDispatch as setUp } from "../../support/dispatching.ts";

describe("/imagine", () => {
  it("acknowledges a request only after it is committed", async () => {
    const order: string[] = [];
    const { send, responder } = setUp(
      {},
      {
        async accept() {
          order.push(`accepted, ${responder.acknowledged()} acknowledged`);
        },
      },
    );
    await send(aText("/imagine a fox"));
    expect(order).toEqual(["accepted, 0 acknowledged"]);
    expect(responder.acknowledged()).toBe(1);
    expect(responder.answers).toEqual([]);
  });

  it("stores everything that the answer needs", async () => {
    const { world, send } = setUp();
    const event = aText("/imagine it's a fox's den --size 2k --aspect-ratio 16:9 --count 4 --model image-2.5");
    await send(event);
    expect(world.requests).toMatchObject([
      {
        eventKey: event.key,
        organisationId: "organisation-1",
        accountId: "account of member",
        conversation: GENERAL,
        requesterId: "member",
        requesterName: "Max",
        locale: "en",
        requestMessage: "m-1",
        request: {
          kind: "image",
          model: "provider-a/image-2.5-flare",
          prompt: "it's a fox's den",
          count: 4,
          size: "2K",
          aspectRatio: "16:9",
        },
      },
    ]);
  });

  it("accepts a platform's own command, which has no message to reply to", async () => {
    const { world, send } = setUp();
    await send(aCommand("imagine", { prompt: "a fox", count: 2 }));
    expect(world.requests[0]).toMatchObject({ requestMessage: undefined, request: { prompt: "a fox", count: 2 } });
  });

  it("accepts a prompt as long as the chat allows", async () => {
    const { world, send } = setUp();
    const prompt = "x".repeat(CONSOLE_MESSAGE_CHARACTERS - "/imagine ".length);
    await send(aText(`/imagine ${prompt}`));
    expect(world.requests[0]?.request.prompt).toBe(prompt);
  });

  it.each([
    ["an empty prompt", "/imagine", "`prompt`", "a red fox"],
    ["an invalid size", "/imagine a fox --size 9x9x9", "`size`", "1K, 2K, 4K"],
    ["too many pictures", "/imagine a fox --count 40", "`count`", "1 to 10"],
    ["an unknown model", "/imagine a fox --model image-9", "`model`", "`provider-a/image-2`"],
    ["an unknown option", "/imagine a fox --siez 1K", "`--siez`", "Did you mean `--size`?"],
    ["an unclosed quote", '/imagine --prompt "a fox', "quotation mark", "never closed"],
  ])("refuses %s, naming the option and what is allowed; nothing is stored", async (_name, text, named, allowed) => {
    const { world, send, responder, said } = setUp();
    await send(aText(text));
    expect(said()).toContain(named);
    expect(said()).toContain(allowed);
    expect(said()).toContain(en.problem.nothingSpent);
    expect(world.requests).toEqual([]);
    expect(responder.acknowledged()).toBe(0);
  });

  it("reports all problems in one answer", async () => {
    const { send, responder, said } = setUp({ forms: false });
    await send(aCommand("imagine", { prompt: " ", size: "huge", count: 40, format: "gif" }));
    expect(responder.answers).toHaveLength(1);
    for (const option of ["prompt", "size", "count", "format"]) expect(said()).toContain(`\`${option}\``);
  });

  it.each([
    ["without a key", { hasKey: false }, "`IMAGE_API_KEY`"],
    ["in an unclaimed workspace", { claimed: false }, "`console:main`"],
  ])("says that it is off %s", async (_name, options, fix) => {
    const { world, send, said } = setUp(options);
    await send(aText("/imagine a fox"));
    expect(said()).toContain(fix);
    expect(world.requests).toEqual([]);
  });

  it("uses the person's language", async () => {
    const { send, said } = setUp();
    await send(aText("/imagine --size huge", { actor: { ...MAX, locale: "zh-CN" } }));
    expect(said()).toContain(zhCN.problem.nothingSpent);
  });

  it("rejects without acknowledging if it can't be committed", async () => {
    const { send, responder } = setUp(
      {},
      {
        async accept() {
          throw new DatabaseUnavailableError("the database is away");
        },
      },
    );
    await expect(send(aText("/imagine a fox"))).rejects.toThrow("the database is away");
    expect(responder.acknowledged()).toBe(0);
    expect(responder.answers).toEqual([]);
  });

  it("tells the requester if Easel's own code fails, because a retry can't help", async () => {
    const { send, responder, said } = setUp(
      {},
      {
        async accept() {
          throw new TypeError("undefined is not a function");
        },
      },
    );
    await send(aText("/imagine a fox"));
    expect(responder.acknowledged()).toBe(0);
    expect(said()).toContain("Nothing was sent or spent");
    expect(said()).not.toContain("undefined is not a function");
  });

  it("declares each option once, with suggestions that its own rules accept", async () => {
    const spec = commands.find((command) => command.spec.name === "imagine")?.spec;
    const options = spec?.options ?? [];
    expect(new Set(options.map((option) => option.name)).size).toBe(options.length);
    let tried = 0;
    for (const option of options) {
      for (const suggestion of option.type === "text" ? (option.suggestions ?? []) : []) {
        const { world, send } = setUp();
        // The most capable model accepts every value.
        const model = option.name === "model" ? suggestion : "image-2.5";
        await send(aCommand("imagine", { prompt: "a fox", model, [option.name]: suggestion }));
        expect(world.requests, `${option.name} ${suggestion}`).toHaveLength(1);
        tried++;
      }
    }
    expect(tried).toBeGreaterThan(IMAGE_MODELS.length + 10);
  });
});
