import type { Clock } from "../../../lib/clock.ts";
import type { Refusal } from "../routes/refusal.ts";
import type { PersonId } from "../api/people.ts";

/** What a person does is counted in windows of this length. */
const WINDOW_MS = 60_000;

/** The most of one person in a window. */
export interface PaceLimits {
  readonly actions: number;
  /** Characters (UTF-16 units) of what they write and of Easel's answers to them. */
  readonly characters: number;
}

/**
 * More actions than anyone makes by hand, and enough for a script; 25 of the longest messages, and a few megabytes of
 * the database at most.
 */
const PER_MINUTE: PaceLimits = { actions: 1_000, characters: 1_000_000 };

/**
 * How much people do: a message, a press, a choice from a menu, a form or a new channel is an action, and each may leave
 * a row that stays. Counted by person, whatever their sessions, in this process. What is repeated under the same key
 * counts once, and only a longer repeat adds characters.
 */
export interface PersonPace {
  /** Counts an action. False if it is too much, and then it doesn't count. */
  act(person: PersonId, key: string, characters: number): boolean;
  /** Counts an answer to the person, which is no action of theirs. False if it is too long, and then it doesn't count. */
  answer(person: PersonId, key: string, characters: number): boolean;
}

interface Window {
  readonly since: number;
  actions: number;
  characters: number;
  /** The characters counted for each key. */
  readonly counted: Map<string, number>;
}

export function createPersonPace(clock: Pick<Clock, "elapsed">, limits: PaceLimits = PER_MINUTE): PersonPace {
  const windows = new Map<PersonId, Window>();

  const windowOf = (person: PersonId): Window => {
    const now = clock.elapsed();
    const last = windows.get(person);
    if (last && now - last.since < WINDOW_MS) return last;
    const window: Window = { since: now, actions: 0, characters: 0, counted: new Map() };
    windows.set(person, window);
    return window;
  };

  const take = (person: PersonId, key: string, characters: number, isAction: boolean): boolean => {
    const window = windowOf(person);
    const before = window.counted.get(key);
    const actions = window.actions + (isAction && before === undefined ? 1 : 0);
    const longer = Math.max(0, characters - (before ?? 0));
    if (actions > limits.actions || window.characters + longer > limits.characters) return false;
    window.actions = actions;
    window.characters += longer;
    window.counted.set(key, (before ?? 0) + longer);
    return true;
  };

  return {
    act: (person, key, characters) => take(person, key, characters, true),
    answer: (person, key, characters) => take(person, key, characters, false),
  };
}

/** The refusal of what is too much for a minute. */
export function tooMuch(message: string): Refusal {
  return { status: 409, code: "too_many_messages", message };
}
