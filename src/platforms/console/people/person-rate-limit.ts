import type { Clock } from "../../../lib/clock.ts";
import type { Refusal } from "../routes/request-refusal.ts";
import type { PersonId } from "../api/people.ts";

/** What a person does is counted in windows of this length. */
const WINDOW_MS = 60_000;

/** The most of one person in a window. */
export interface PaceLimits {
  readonly actions: number;
  /** Characters (UTF-16 units) of what they write and of Easel's answers to them. */
  readonly characters: number;
  /** What their pages look up while they type or choose. */
  readonly looks: number;
}

/**
 * More actions than anyone makes by hand, and enough for a script; 25 of the longest messages, and a few megabytes of
 * the database at most. A page looks something up with every key that is pressed, for several people who share a name.
 */
const PER_MINUTE: PaceLimits = { actions: 1_000, characters: 1_000_000, looks: 3_000 };

/**
 * How much people do: a message, a press, a choice from a menu, a form, or a new, renamed or removed channel is an action, and each may leave
 * a row that stays. So is the question what something costs, which reads the person's quotas. Counted by person, whatever their sessions, in this process. An action under the same key counts
 * again, because it has effects again. Only if one was not accepted, its repeat is free, up to its length.
 */
export interface PersonRateLimit {
  /** Counts an action. Undefined if it is too much, and then it doesn't count. */
  act(person: PersonId, key: string, characters: number): CountedAction | undefined;
  /**
   * Counts an answer to the person, which is no action of theirs. Repeated under the same key, it counts only the characters that it adds.
   * False if it is too long, and then it doesn't count.
   */
  answer(person: PersonId, key: string, characters: number): boolean;
  /**
   * Counts a look-up for the person's page, which reads the person's rules and leaves nothing. It takes nothing from what they may
   * do. False if it is too much, and then it doesn't count.
   */
  look(person: PersonId): boolean;
}

export interface CountedAction {
  /** Easel did not accept it: one repeat under its key is free. */
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

/** @param given limits that differ from the usual ones. */
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

/** The refusal of what is too much for a minute. */
export function tooMuch(message: string): Refusal {
  return { status: 409, code: "too_many_messages", message };
}
