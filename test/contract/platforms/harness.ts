import type { Conversation, MessageRef } from "../../../src/core/chat/conversation.ts";
import type { Platform } from "../../../src/core/chat/platform.ts";

/** The platform's side: what its users do and see. */
export interface PlatformHarness {
  /** Not started yet. */
  readonly platform: Platform;
  readonly conversation: Conversation;
  /** The channel's name as users see it. */
  readonly channelName: string;
  /** A well-formed conversation that doesn't exist. */
  readonly nowhere: Conversation;
  /** The person who acts, and one who only watches. */
  readonly actor: { readonly userId: string; readonly displayName: string };
  readonly onlooker: { readonly userId: string };
  /** What a person sees of a message. Undefined if they can't see it. */
  see(ref: MessageRef, userId: string): Promise<SeenMessage | undefined>;
  /** How many of the bot's messages there are in the conversation. */
  countPosts(): Promise<number>;
  /** The bot's messages that only this person sees. */
  privateTexts(userId: string): Promise<string[]>;
  /** The contents of the bot's files that only this person sees. */
  privateFiles(userId: string): Promise<Buffer[]>;
  /** The actor writes a message to Easel. */
  say(text: string, files?: readonly SaidFile[]): Delivery;
  /** A message's link as users copy it. */
  linkTo(ref: MessageRef): string;
  /** The link of a message with a picture that the bot sees but the actor doesn't. */
  hiddenLink(): Promise<string>;
  /** The link of a message in another workspace, if links contain the workspace. */
  readonly strangeLink: string | undefined;
  /** The actor presses a button. */
  press(ref: MessageRef, button: string): Delivery;
  /** The actor picks a menu's choice by its id. */
  choose(ref: MessageRef, choice: string): Delivery;
  /** The form that a button opens for the actor. */
  openForm(ref: MessageRef, button: string): Promise<ShownForm>;
  /** Whether the platform can ask for confirmation of a press. */
  readonly asksBeforePresses: boolean;
  close(): Promise<void>;
}

export interface SeenMessage {
  /** The visible text, without markup. */
  readonly text: string;
  readonly files: readonly { readonly name: string; readonly description: string; readonly content: Buffer }[];
  readonly buttons: readonly { readonly id: string; readonly label: string }[];
  readonly menus: readonly {
    readonly label: string;
    readonly choices: readonly { readonly id: string; readonly label: string }[];
    /** The id of the selected choice. */
    readonly chosen?: string | undefined;
  }[];
  /** The lines in small type, in order. */
  readonly small: readonly string[];
  readonly links: readonly { readonly label: string; readonly url: string }[];
  /** The progress lines, with the times that they show (Unix seconds). */
  readonly progress: readonly { readonly words: string; readonly times: readonly number[] }[];
  /** The buttons' confirmation questions, by the buttons' ids. */
  readonly questions: Readonly<Record<string, string>>;
}

export interface SaidFile {
  readonly name: string;
  readonly mimeType: string;
  readonly content: Buffer;
}

/** The delivery of an event. `acknowledged`: whether the platform got an acknowledgement. */
export interface Delivery {
  readonly acknowledged: Promise<boolean>;
  /** Redelivers the same event. */
  again(): Promise<boolean>;
}

/** A form as the actor sees it. */
export interface ShownForm {
  readonly title: string;
  /** All text outside its fields. */
  readonly words: string;
  /** Its fields in order, with their values. */
  readonly fields: readonly { readonly label: string; readonly value: string }[];
  /** Changes these fields, and submits the form. Resolves with the problems that the actor is shown. */
  submit(values: Readonly<Record<string, string>>): Promise<string>;
}
