import type { GatewaySentence } from "../../core/job/gateway-faults.ts";

/**
 * What people read about a fault: whole sentences in plain text. They apply to pictures and clips, to refused requests, and to
 * accepted jobs that failed later.
 */
export interface GatewayAdvice {
  /** What the gateway said. */
  readonly what: string;
  /** What the member who asked can do. */
  readonly member: string;
  /** What an admin can do, if that differs. */
  readonly admin?: string;
}

/** The same sentences in every language, so that a missing one is a type error. */
export type GatewayTexts = {
  readonly [K in GatewaySentence]: { readonly [Part in keyof (typeof gatewayEn)[K]]: string };
};

const LATER = "Try again in a few minutes.";

/** Sentences about the gateway's faults, in English. Its keys define the catalogue's type. */
export const gatewayEn = {
  keyMissing: {
    what: "The gateway says that no key was sent.",
    member: "An admin can check the key.",
    admin: "Add the key for this service again.",
  },
  keyInvalid: {
    what: "The gateway did not accept the key.",
    member: "An admin can check it.",
    admin: "The key is mistyped, expired or revoked. Add a valid one.",
  },
  identityUnresolved: {
    what: "The gateway could not look up the key just now.",
    member: LATER,
    admin: "If this keeps happening, ask the gateway's operator.",
  },
  modelName: {
    what: "The gateway does not accept this model name.",
    member: "Choose another model.",
    admin: "Check the default model. Image models are called provider-a/<model> or provider-b/<model>.",
  },
  ourMistake: {
    what: "The gateway could not parse Easel's request.",
    member: "This is not your mistake. An admin can report it.",
    admin: "Report this as a bug in Easel, with the code and the request id.",
  },
  keyReused: {
    what: "The gateway knows the idempotency key of this request from a different one.",
    member: "This is not your mistake. Try again: the next request has another key.",
    admin: "Try again. If it happens often, report it as a bug in Easel, with the request id.",
  },
  requestInvalid: {
    what: "The gateway found the request incomplete or malformed.",
    member: "Check the prompt and the files, then send it again.",
  },
  valueInvalid: {
    what: "The gateway does not accept the value of one of the options.",
    member: "Change it and send it again.",
  },
  requestTooLarge: {
    what: "The request is too large for the gateway.",
    member: "Send fewer or smaller files.",
  },
  wrongAddress: {
    what: "The gateway does not offer this at the address that Easel uses.",
    member: "An admin can check the address.",
    admin: "Check the base URL of the service.",
  },
  notFound: {
    what: "The gateway did not find something that this request needs.",
    member: "Send it again. If that does not help, an admin can look into it.",
    admin: "Check the model, the key's group and the base URL of the service.",
  },
  imageRequired: {
    what: "The gateway says that a picture is missing.",
    member: "Attach at least one and send it again.",
  },
  tooManyImages: {
    what: "That is too many pictures for the gateway.",
    member: "Send fewer.",
  },
  tooManyMasks: {
    what: "The gateway accepts only one mask.",
    member: "Send a single mask.",
  },
  imageType: {
    what: "The gateway does not accept pictures of this file type.",
    member: "Send them as PNG, JPEG or WebP.",
  },
  maskType: {
    what: "The gateway does not accept this mask.",
    member: "It must be a PNG whose transparent areas mark what should change.",
  },
  imageTooLarge: {
    what: "One of the pictures is too large for the gateway.",
    member: "Make it smaller and send it again.",
  },
  maskTooLarge: {
    what: "The mask is too large for the gateway.",
    member: "It can be at most 4 MiB.",
  },
  maskDimensions: {
    what: "The mask and the first picture differ in size.",
    member: "Send a mask with exactly the same width and height.",
  },
  imageUnreadable: {
    what: "One of the pictures is empty, or the gateway could not read it.",
    member: "Send another copy of it.",
  },
  imageAddress: {
    what: "The gateway can't use one of the links.",
    member: "It must be a public https link to the file itself, without a login.",
  },
  imageDownload: {
    what: "The gateway could not download one of the files.",
    member: "Try again, or attach another copy of it.",
    admin: "Check that the gateway can reach the address in `PUBLIC_URL`.",
  },
  notFinished: {
    what: "The gateway reported that the job is not finished.",
    member: "Try again.",
    admin: "Send the code and the request id to the gateway's operator.",
  },
  cancelled: {
    what: "The gateway says that the job was cancelled.",
    member: "Try again if you still want it.",
  },
  expired: {
    what: "The gateway says that this has expired.",
    member: "Try again if you still want it.",
    admin: "The gateway keeps pictures and results for 72 hours.",
  },
  mediaUnavailable: {
    what: "The gateway reported that the result is not available.",
    member: LATER,
    admin: "Send the code and the request id to the gateway's operator.",
  },
  submissionFailed: {
    what: "The gateway reported that the submission failed.",
    member: LATER,
    admin: "Send the code and the request id to the gateway's operator.",
  },
  generationFailed: {
    what: "The generation failed at the gateway.",
    member: "Try again; if it fails again, change the prompt a little.",
    admin: "Send the code and the request id to the gateway's operator.",
  },
  gatewayTrouble: {
    what: "The gateway reported an internal failure.",
    member: LATER,
    admin: "If this keeps happening, ask the gateway's operator, with the request id.",
  },
  upstreamTransport: {
    what: "The gateway's request to the provider behind it failed.",
    member: LATER,
    admin: "If this keeps happening, ask the gateway's operator, with the request id.",
  },
  upstreamTrouble: {
    what: "The provider behind the gateway reported a problem.",
    member: "If this keeps happening, an admin can look into it.",
    admin: "It can be a failure, the balance, the availability or the capacity: the message says which.",
  },
  balance: {
    what: "The balance of the gateway account is too low.",
    member: "An admin can top it up.",
    admin: "Top it up, then try again.",
  },
  keyCap: {
    what: "The key's spending cap is used up.",
    member: "An admin can raise it.",
    admin: "Raise the cap or use another key. The account itself may have funds.",
  },
  unsuitable: {
    what: "The gateway refused to make this: a safety policy blocked it, or it is unsuitable for generation.",
    member: "Change the prompt or the options.",
    admin: "The message says which of the two it is.",
  },
  refused: {
    what: "The gateway refused the request.",
    member: "Change it and send it again, or ask an admin to look into it.",
    admin: "The message, the code and the request id have the details.",
  },
  moderation: {
    what: "Content moderation refused this request.",
    member: "Change the prompt, or any files that you attached, and try again.",
  },
  busy: {
    what: "A quota or a limit of the key at the gateway is used up for the moment.",
    member: LATER,
    admin: "If this is frequent, lower how many jobs the key may have at once.",
  },
  parameters: {
    what: "The options or the files do not meet the model's requirements.",
    member: "Change them or choose another model.",
  },
  promptInvalid: {
    what: "The gateway found the prompt, or something in it, invalid or too long.",
    member: "Shorten or change it.",
  },
  serviceRefused: {
    what: "The gateway does not accept this on the route that Easel uses.",
    member: "An admin can look into it.",
    admin: "Check the default model and the base URL: the image routes need an image model.",
  },
  modelDisabled: {
    what: "This model is disabled at the gateway.",
    member: "Choose another one.",
    admin: "Remove it from the channel's models, or have it enabled at the gateway.",
  },
  modelNotFound: {
    what: "This model is not available with this key.",
    member: "Choose another one.",
    admin: "Use a key of another group, or remove the model from the channel's models.",
  },
  modelBusy: {
    what: "This model is temporarily unavailable at the gateway.",
    member: "Try again in a few minutes, or choose another model.",
  },
  notEnabled: {
    what: "The key is not allowed to make this at the gateway.",
    member: "An admin can look into it.",
    admin: "The service is not enabled for the key's group. Use a key of another group.",
  },
  notSupported: {
    what: "The gateway does not offer pictures here.",
    member: "An admin can look into it.",
    admin: "Pictures are not supported on the platform, or not enabled for the key's group. Use another key.",
  },
  noAccount: {
    what: "The gateway has no compatible account available at the moment.",
    member: "Try again in a few minutes, or choose another model.",
    admin: "If this keeps happening, ask the gateway's operator, with the request id.",
  },
  forbidden: {
    what: "The gateway does not allow this.",
    member: "An admin can look into it.",
    admin: "Check the key: its balance, its group and its permissions.",
  },
} as const satisfies Record<string, GatewayAdvice>;
