import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { textsFor } from "../../../src/text/texts.ts";
import { addFault, videoCreatesAt } from "../gateway/sandbox-calls.ts";
import { allSettled } from "../database/settled.ts";
import { answer, answerWith, becomesIn, result, type Seen, type Stage } from "./stage.ts";

/** After a wave of failures, an admin retries and refunds many requests together. It is the same on each platform. */
export function describeRecovery(stage: () => Stage): void {
  const texts = textsFor("en");
  const say = texts.recovery;
  const MATCH = { method: "POST", path: "/v1/videos" };

  /** Makes the gateway answer the next creates of clips with this error. */
  const wave = async (status: number, error: object, times: number): Promise<void> =>
    addFault(stage().easel.sandboxUrl, {
      match: MATCH,
      action: { type: "status", status, body: JSON.stringify({ error }) },
      times,
    });
  /** The view of failed requests, once it contains these words. */
  const failures = async (words: string): Promise<Seen> => {
    const { admin } = stage();
    const home = await admin.told(() => admin.does("easel-admin overview"));
    return becomesIn(stage())(admin, home, words, () => admin.chooses(home, texts.overview.subjects.failures));
  };
  /** The form's answer: the number of requests, and the button that confirms it. */
  const numbers = (kind: "retry" | "refund", view: Seen, code: string, key = "any"): Promise<Seen> => {
    const { admin } = stage();
    const fields = { hours: "1", with_key: key, code: code === "any" ? code : `=${code}` };
    const more: Record<string, string> = kind === "retry" ? { uncertain: "no" } : {};
    const button = { message: view, button: say.buttons[kind] };
    return admin.isAskedBy(button, { ...fields, ...more });
  };

  describe("after a wave of failures", () => {
    it("an admin retries failed requests once, in the members' names and where they asked", async () => {
      const { admin, member } = stage();
      const prompts = ["a heron in a storm", "a heron in the hail"];
      await wave(429, { code: "", message: "slow down", type: "rate_limit_error" }, 2);
      for (const prompt of prompts) await member.does("video", { prompt });
      for (const prompt of prompts) {
        await stage().until("the failure", () =>
          stage()
            .posts("studio")
            .find(({ text }) => text.includes(prompt) && text.includes("could not be made")),
        );
      }
      const view = await failures("rate_limit_error");
      expect(view.text).toContain("2 requests of 1 member: 10 s of clips");
      expect(view.buttons).toEqual([say.buttons.refund, say.buttons.retry, texts.overview.refresh]);
      const asked = await numbers("retry", view, "rate_limit_error");
      expect(asked.text).toContain("Will be submitted again: 2 requests of 1 member: 10 s of clips.");
      expect(asked.text).toContain(say.asks.before);
      expect(asked.buttons).toEqual([say.asks.confirm.retry(2)]);
      const confirm = (): Promise<void> => admin.presses(asked, say.asks.confirm.retry(2));
      await Promise.all([confirm(), confirm()]);
      for (const prompt of prompts) {
        const made = await result(stage(), prompt);
        expect(made.text).toContain("here is your clip.");
      }
      await allSettled(stage().easel);
      // The refused create and the successful one.
      for (const prompt of prompts) {
        expect(await videoCreatesAt(stage().easel.sandboxUrl, prompt)).toHaveLength(2);
        expect(
          stage()
            .posts("studio")
            .filter(({ shows }) => shows.includes(prompt)),
        ).toHaveLength(1);
      }
      const acts = await answer(admin, "easel-admin audit", { what: "requests.retried" });
      expect(acts.split("\n").slice(1)).toEqual([
        expect.stringContaining(
          `${admin.name} retried failed requests (the organisation, rate_limit_error, last hour): 2 requests of 1 member: 10 s of clips`,
        ),
      ]);
      const later = await failures(say.latest);
      expect(later.text).toContain("retry: 2 of 2 requests done");
      const again = await numbers("retry", later, "rate_limit_error");
      expect(again.text).toContain(say.asks.nothing.retry);
      expect(again.text).toContain(say.asks.left.again(2));
      expect(again.buttons).toEqual([]);
    });

    it("an admin retries the requests that failed because of a revoked key, selected by the key, once it works again", async () => {
      const { admin, member, easel } = stage();
      const prompt = "a heron without a key";
      const error = { code: "invalid_api_key", message: "revoked", type: "authentication_error" };
      await addFault(easel.sandboxUrl, {
        match: { method: "POST", path: "/api/v1/images/generations/jobs" },
        action: { type: "status", status: 401, body: JSON.stringify({ error }) },
      });
      await member.does("imagine", { prompt });
      await stage().until("the failure", () =>
        stage()
          .posts("studio")
          .find(({ text }) => text.includes(prompt) && text.includes("did not accept the key")),
      );
      await answer(admin, "easel-admin keys check", { key: "sandbox" });
      await answerWith("Keys for pictures: those of the organisation", member, "easel limits");
      const view = await failures("invalid_api_key · key sandbox · 1 request of 1 member: 1 picture");
      await using closing = new AsyncDisposableStack();
      const sql = closing.adopt(postgres(easel.databaseUrl, { max: 1, onnotice: () => {} }), (client) => client.end());
      const [{ key } = {}] = await sql`
        select credential_id::text as key from jobs where failure->>'code' = 'invalid_api_key'`;
      const asked = await numbers("retry", view, "any", String(key));
      expect(asked.text).toContain("last hour, key sandbox");
      expect(asked.text).toContain("Will be submitted again: 1 request of 1 member: 1 picture.");
      await admin.presses(asked, say.asks.confirm.retry(1));
      await result(stage(), prompt);
    });

    it("requests with an unknown outcome are mentioned but not retried, and an admin refunds them once", async () => {
      const { admin, member, easel } = stage();
      await using closing = new AsyncDisposableStack();
      const sql = closing.adopt(postgres(easel.databaseUrl, { max: 1, onnotice: () => {} }), (client) => client.end());
      const prompt = "a heron in the fog";
      await addFault(easel.sandboxUrl, { match: MATCH, action: { type: "drop-after" }, times: 1 });
      await member.does("video", { prompt });
      await expect.poll(() => sql`select from jobs where state = 'unknown'`, { timeout: 20_000 }).toHaveLength(1);
      const open = await failures(say.open(1));
      expect((await numbers("refund", open, "any")).text).toContain(say.open(1));
      // The outcome is given up after two hours.
      await sql`update jobs set submitted_at = now() - interval '3 hours' where state = 'unknown'`;
      await expect.poll(() => sql`select from jobs where settlement = 'assumed'`, { timeout: 20_000 }).toHaveLength(1);
      const view = await failures("unknown_outcome");
      expect((await numbers("retry", view, "unknown_outcome")).text).toContain(say.asks.left.uncertain(1));
      const asked = await numbers("refund", view, "any");
      expect(asked.text).toContain("Will be refunded: 1 request of 1 member: 5 s of clips.");
      expect(asked.text).toContain(say.asks.left.free(3));
      const confirm = (): Promise<void> => admin.presses(asked, say.asks.confirm.refund(1));
      await Promise.all([confirm(), confirm()]);
      await failures("refunded: 1 request of 1 member: 5 s of clips");
      expect(await sql`select from ledger where entry = 'refunded'`).toHaveLength(1);
      expect(await sql`select from audit where action = 'requests.refunded'`).toHaveLength(1);
      const before = await numbers("refund", view, "any");
      expect(before.text).toContain(say.asks.left.refunded(1));
      expect(before.buttons).toEqual([]);
    });
  });
}
