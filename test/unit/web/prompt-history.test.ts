import { expect, it } from "vitest";
import type { PromptsView, PromptView } from "../../../src/platforms/console/api/prompts.ts";
import { createPromptHistory } from "../../../src/web/state/prompts/prompt-history.ts";

const prompt = (line: string, requestedAt: number): PromptView => ({
  line,
  files: [],
  channel: "general",
  requestedAt,
});

/** A server whose answers the test gives, by words. */
function server() {
  const asked: string[] = [];
  const answers = new Map<string, PromiseWithResolvers<PromptsView>>();
  const history = createPromptHistory((words) => {
    asked.push(words);
    const answer = Promise.withResolvers<PromptsView>();
    answers.set(words, answer);
    return answer.promise;
  });
  const answer = async (words: string, given: PromptsView | Error): Promise<void> => {
    if (given instanceof Error) answers.get(words)?.reject(given);
    else answers.get(words)?.resolve(given);
    await new Promise(setImmediate);
  };
  const state = () => ({ ...history.store.get(), prompts: history.store.get().prompts.map(({ line }) => line) });
  return { asked, history, answer, state };
}

it("loads the latest prompts once, and asks for no others if those are all", async () => {
  const { asked, history, answer, state } = server();
  void history.find("");
  expect(state()).toEqual({ prompts: [], phase: "running" });
  await answer("", { prompts: [prompt("/imagine b", 2), prompt("/imagine a", 1)], more: false });
  expect(state()).toEqual({ prompts: ["/imagine b", "/imagine a"], phase: "over" });
  await history.find("a");
  expect(asked).toEqual([""]);
  expect(state().phase).toBe("over");
});

it("adds earlier prompts with the words, each line once, newest first, and only for the last words", async () => {
  const { asked, history, answer, state } = server();
  void history.find("fox");
  await answer("", { prompts: [prompt("/imagine an owl", 9), prompt("/imagine a red fox", 8)], more: true });
  expect(asked).toEqual(["", "fox"]);
  void history.find("fox den");
  await new Promise(setImmediate);
  await answer("fox den", { prompts: [prompt("/imagine a fox den", 3), prompt("/imagine a red fox", 8)], more: false });
  const found = { prompts: ["/imagine an owl", "/imagine a red fox", "/imagine a fox den"], phase: "over" };
  expect(state()).toEqual(found);
  await answer("fox", { prompts: [prompt("/imagine a late fox", 4)], more: true });
  expect(state()).toEqual(found);
});

it("says that it failed, keeps what it has, and tries again with the next words", async () => {
  const { history, answer, state } = server();
  void history.find("");
  await answer("", new Error("away"));
  expect(state()).toEqual({ prompts: [], phase: "failed" });
  void history.find("fox");
  expect(state().phase).toBe("running");
  await answer("", { prompts: [prompt("/imagine a fox", 1)], more: true });
  await answer("fox", new Error("away"));
  expect(state().phase).toBe("failed");
  void history.find("");
  await new Promise(setImmediate);
  expect(state()).toEqual({ prompts: ["/imagine a fox"], phase: "over" });
});
