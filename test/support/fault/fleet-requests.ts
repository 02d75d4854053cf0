import { expect } from "vitest";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import type { ConsoleClient } from "../console/console-client.ts";

/** How often each prompt got a result. */
function answers(messages: readonly MessageView[]): Map<string, number> {
  const prompts = messages.flatMap((message) => (message.author.isEasel ? message.files.slice(0, 1) : []));
  const counts = Map.groupBy(prompts, (file) => file.description ?? "");
  return new Map([...counts].map(([prompt, files]) => [prompt, files.length]));
}

/** A person asks for pictures that take some seconds each. Resolves with the prompts. */
export async function askFor(person: ConsoleClient, name: string, count: number, seconds: number): Promise<string[]> {
  const prompts = Array.from({ length: count }, (_, index) => `${name} ${index + 1} [slow:${seconds}]`);
  await Promise.all(prompts.map((prompt) => person.say(`/imagine ${prompt}`)));
  return prompts;
}

function onceEach(prompts: readonly string[]): Map<string, number> {
  return new Map(prompts.toSorted().map((prompt) => [prompt, 1]));
}

function sorted(counts: Map<string, number>): Map<string, number> {
  return new Map([...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Waits until each prompt has exactly one result, and no notice is left. */
export async function allAnswered(person: ConsoleClient, prompts: readonly string[], ms: number): Promise<void> {
  await expect.poll(() => answers(person.messages()).size, { timeout: ms, interval: 50 }).toBe(prompts.length);
  // A notice is removed after its result, and then no second result can follow.
  await person.see("no notice left", (messages) => (messages.some((one) => one.progress) ? undefined : true));
  expect(sorted(answers(person.messages()))).toEqual(onceEach(prompts));
}
