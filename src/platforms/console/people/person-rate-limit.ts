import type { Clock } from "../../../lib/clock.ts";
import type { Refusal } from "../routes/request-refusal.ts";
import type { PersonId } from "../api/people.ts";

/** The length of the window in which a person's actions are counted. */
const WINDOW_MS = 60_000;

/** Limits per person and window. */
export interface PaceLimits {
  readonly actions: number;
  /** Characters (UTF-16 units) that the person writes, and that Easel answers to them. */
  readonly characters: number;
  /** Look-ups by the person's pages while they type or choose. */
  readonly looks: number;
}

/**
 * More actions than anyone makes by hand, and enough for a script; characters for 25 of the longest messages, at most a few
 * megabytes in the database. A page looks something up with every key press, and several people may share a name.
 */
const PER_MINUTE: PaceLimits = { actions: 1_000, characters: 1_000_000, looks: 3_000 };

/**
 * Limits how much each person does in this process, over all their sessions. An action is a message, a press, a menu choice, a
 * form, a pin, or a new, renamed or removed channel: each may leave a permanent row. A cost estimate, which reads the person's
 * quotas, is an action too. Repeating an action under the same key counts again, because it takes effect again. Only the repeat
 * of an action that was not accepted is free, up to its length.
 */
export interface PersonRateLimit {
  /** Counts an action. Undefined if it exceeds a limit; it is then not counted. */
  act(person: PersonId, key: string, characters: number): CountedAction | undefined;
  /**
   * Counts an answer to the person, which is not an action. If it is repeated under the same key, only additional characters
   * count. False if it exceeds the limit; it is then not counted.
   */
  answer(person: PersonId, key: string, characters: number): boolean;
  /**
   * Counts a look-up by the person's page, which only reads. Look-ups have a limit of their own. False if it exceeds the limit;
   * it is then not counted.
   */
  look(person: PersonId): boolean;
}

export interface CountedAction {
  /** Call if Easel did not accept the action: one repeat under its key is free. */
  notTaken(): void;
}

interface Window {
  readonly since: number;
  actions: number;
  characters: number;
  looks: number;
  /** The characters counted for each answer. */
  readonly answers: Map<string, number>;
  /** The characters counted for each action that was not accepted and may be repeated, by key. */
  readonly repeatable: Map<string, readonly number[]>;
}

/** @param given limits that override the defaults. */
export function createPersonRateLimit(clock: Pick<Clock, "elapsed">, given: Partial<PaceLimits> = {}): PersonRateLimit {
  const limits: PaceLimits = { ...PER_MINUTE, ...given };
  const windows = new Map<PersonId, Window>();

  const windowOf = (person: PersonId): Window => {
    const now = clock.elapsed();
    const last = windows.get(person);
    if (last && now - last.since < WINDOW_MS) return last;
    const window: Window = {
      since: now,
      actions: 0,
      characters: 0,
      looks: 0,
      answers: new Map(),
      repeatable: new Map(),
    };
    windows.set(person, window);
    return window;
  };

  const add = (window: Window, actions: number, characters: number): boolean => {
    if (window.actions + actions > limits.actions) return false;
    if (window.characters + characters > limits.characters) return false;
    window.actions += actions;
    window.characters += characters;
    return true;
  };

  return {
    act(person, key, characters) {
      const window = windowOf(person);
      const [before, ...others] = window.repeatable.get(key) ?? [];
      const counted = Math.max(before ?? 0, characters);
      if (!add(window, before === undefined ? 1 : 0, counted - (before ?? 0))) return undefined;
      window.repeatable.set(key, others);
      return {
        notTaken: () => window.repeatable.set(key, [counted, ...(window.repeatable.get(key) ?? [])]),
      };
    },
    answer(person, key, characters) {
      const window = windowOf(person);
      const before = window.answers.get(key) ?? 0;
      const counted = Math.max(before, characters);
      if (!add(window, 0, counted - before)) return false;
      window.answers.set(key, counted);
      return true;
    },
    look(person) {
      const window = windowOf(person);
      if (window.looks >= limits.looks) return false;
      window.looks += 1;
      return true;
    },
  };
}

/** The refusal of an action that exceeds the limits per minute. */
export function tooMuch(message: string): Refusal {
  return { status: 409, code: "too_many_messages", message };
}
