import { describe, expect, it } from "vitest";
import { consolePageTexts } from "../../../src/text/render/console/console-page.ts";
import { ApiError, createApiClient, type ApiClient } from "../../../src/web/state/api-client.ts";

/** The page's client in Chinese, of a server that answers every request like this. */
function clientOf(answer: () => Promise<Response>): ApiClient {
  return createApiClient({ fetch: answer, onLogin: () => {}, locale: () => "zh-CN" });
}

const refusing = (status: number, error: { code: string; message: string }): ApiClient =>
  clientOf(async () => Response.json({ error }, { status }));

const said = async (client: ApiClient): Promise<unknown> =>
  client.dismiss("one", "member").catch((error: unknown) => error);

describe("an error of the page's client", () => {
  const { failures } = consolePageTexts("zh-CN");

  it("is in the reader's language if the page knows its code", async () => {
    const error = await said(refusing(404, { code: "message_gone", message: "This message is no longer there." }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: "message_gone", message: failures.message_gone, again: false });
  });

  it.each(["channels_full", "constructor"])("shows the server's message for the code %s", async (code) => {
    expect(await said(refusing(409, { code, message: "频道太多。" }))).toMatchObject({ code, message: "频道太多。" });
  });

  it.each([null, "busy", { error: "busy" }, { error: { code: 7, message: "busy" } }])(
    "has its own message for a refusal that is not Easel's, such as %j",
    async (body) => {
      const error = await said(clientOf(async () => Response.json(body, { status: 502 })));
      expect(error).toMatchObject({ code: "unknown", again: true });
    },
  );

  it("does not show the browser's message for a server that can't be reached", async () => {
    const client = clientOf(() => Promise.reject(new TypeError("Failed to fetch")));
    expect(await said(client)).toMatchObject({ message: failures.unreachable, again: true });
  });
});
