import type { Conversation, MessageRef } from "../../../src/core/chat/conversation.ts";
import type { Platform } from "../../../src/core/chat/platform.ts";

/** A platform's own side, as its people use it and see it. */
export interface PlatformHarness {
  /** Not started yet. */
  readonly platform: Platform;
  readonly conversation: Conversation;
  /** What people call its channel. */
  readonly channelName: string;
  /** Well-formed, but there is no such channel. */
  readonly nowhere: Conversation;
  /** The person who acts, and one who only looks on. */
  readonly actor: { readonly userId: string; readonly displayName: string };
  readonly onlooker: { readonly userId: string };
  /** What a person sees of a message; undefined when it is not there for them. */
  see(ref: MessageRef, userId: string): Promise<SeenMessage | undefined>;
  /** How many of the bot's messages there are in the conversation. */
  countPosts(): Promise<number>;
  /** The bot's messages that only this person sees. */
  privateTexts(userId: string): Promise<string[]>;
  /** The contents of the bot's files that only this person sees. */
  privateFiles(userId: string): Promise<Buffer[]>;
  /** The actor says something that is meant for Easel. */
  say(text: string, files?: readonly SaidFile[]): Delivery;
  /** A message's link, as the platform's people copy it. */
  linkTo(ref: MessageRef): string;
  /** The link of a message with a picture that the actor does not see and the bot does. */
  hiddenLink(): Promise<string>;
  /** The link of a message of another workspace, where links tell that. */
  readonly strangeLink: string | undefined;
  /** The actor presses a button. */
  press(ref: MessageRef, button: string): Delivery;
  /** The actor chooses from a menu, by the choice's id. */
  choose(ref: MessageRef, choice: string): Delivery;
  /** The form that a button opens for the actor. */
  openForm(ref: MessageRef, button: string): Promise<ShownForm>;
  /** Whether the platform asks before a press counts. */
  readonly asksBeforePresses: boolean;
  close(): Promise<void>;
}

export interface SeenMessage {
  /** As read, without any markup. */
  readonly text: string;
  readonly files: readonly { readonly name: string; readonly description: string; readonly content: Buffer }[];
  readonly buttons: readonly { readonly id: string; readonly label: string }[];
  readonly menus: readonly {
    readonly label: string;
    readonly choices: readonly { readonly id: string; readonly label: string }[];
    /** The id of the choice that is chosen. */
    readonly chosen?: string | undefined;
  }[];
  /** Its small lines, in order. */
  readonly small: readonly string[];
  readonly links: readonly { readonly label: string; readonly url: string }[];
  /** The lines of its progress, with the times that they show (Unix seconds). */
  readonly progress: readonly { readonly words: string; readonly times: readonly number[] }[];
  /** The questions of its buttons, by the buttons' ids. */
  readonly questions: Readonly<Record<string, string>>;
}

export interface SaidFile {
  readonly name: string;
  readonly mimeType: string;
  readonly content: Buffer;
}

/** One event on its way. `acknowledged` tells whether the platform was told that it is taken. */
export interface Delivery {
  readonly acknowledged: Promise<boolean>;
  /** The platform delivers the same event another time. */
  again(): Promise<boolean>;
}

/** A form as the actor sees it. */
export interface ShownForm {
  readonly title: string;
  /** Everything that it says besides its fields. */
  readonly words: string;
  /** Its fields in order, with the values that they contain. */
  readonly fields: readonly { readonly label: string; readonly value: string }[];
  /** Changes these fields, and submits it. Resolves with the problems that the actor is told about. */
  submit(values: Readonly<Record<string, string>>): Promise<string>;
}
