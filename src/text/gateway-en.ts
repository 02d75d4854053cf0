import type { GatewayAdvice } from "./gateway.ts";

/** What people read of the gateway's faults, in English. Its keys are the catalogue's type. */
export const gatewayEn = {
  keyMissing: {
    member: "The gateway wants a key and got none. An admin can look into it.",
    admin: "The gateway wants a key and got none. Add the key for this service again.",
  },
  keyInvalid: {
    member: "The gateway no longer accepts our key. An admin can look into it.",
    admin: "The gateway does not accept this key: it is mistyped, expired or withdrawn. Enter a valid one.",
  },
  identityUnresolved: {
    member: "The gateway could not look up our key just now. This usually passes by itself.",
    admin: "The gateway could not resolve the key's identity and concurrency. If it stays so, ask its operator.",
  },
  modelName: {
    member: "The gateway does not know this model. Choose another one.",
    admin: "The gateway takes model names as provider-a/<model> or provider-b/<model> only. Check the default model.",
  },
  ourMistake: {
    member: "The gateway did not understand what we sent. You did nothing wrong; an admin can report it.",
    admin:
      "The gateway rejects the form of our request. Report this as an Easel bug, with the code and the request id.",
  },
  requestInvalid: {
    member:
      "The gateway found the request incomplete or malformed. Check the prompt and the pictures, then send it again.",
    admin:
      "The gateway found the request incomplete or malformed. The code and the message in the log say what it misses.",
  },
  valueInvalid: {
    member: "One of the options has a value that this model does not take. Change it and send it again.",
    admin: "An option has a value that this model does not take; the gateway's message names it.",
  },
  requestTooLarge: {
    member: "All in all that is too much for the gateway. Send fewer or smaller pictures.",
    admin: "The request is larger than the gateway takes (512 MiB).",
  },
  wrongAddress: {
    member: "The gateway has no such service. An admin can look into it.",
    admin: "The gateway does not know this route. Check the base URL of the service.",
  },
  notFound: {
    member: "The gateway does not have this, or no longer. Ask for it again if you still want it.",
    admin: "The gateway does not know this job or picture, or it belongs to another key.",
  },
  imageRequired: {
    member: "An edit needs at least one picture. Attach one and send it again.",
    admin: "The edit came without a picture.",
  },
  tooManyImages: {
    member: "That is too many pictures: an edit takes 16 at most.",
    admin: "The edit had more than 16 pictures.",
  },
  tooManyMasks: {
    member: "An edit takes one mask only.",
    admin: "The edit had more than one mask.",
  },
  imageType: {
    member: "Pictures must be PNG, JPEG or WebP. Convert it and send it again.",
    admin: "A picture was not PNG, JPEG or WebP.",
  },
  maskType: {
    member: "The mask must be a PNG whose transparent parts show what is to change.",
    admin: "The mask was not a PNG with transparent areas.",
  },
  imageTooLarge: {
    member: "One of the pictures is too large for the gateway. Make it smaller and send it again.",
    admin: "A picture was above the gateway's limit (50 MiB in compatible edits, else 80 MiB).",
  },
  maskTooLarge: {
    member: "The mask is too large: 4 MiB at most.",
    admin: "The mask was above 4 MiB.",
  },
  maskDimensions: {
    member: "The mask must have exactly the width and height of the first picture.",
    admin: "The mask's dimensions differ from those of the first picture.",
  },
  imageUnreadable: {
    member: "One of the pictures is empty or can't be read. Send another copy of it.",
    admin: "A picture was empty or could not be read; a link may have led to a web page.",
  },
  imageAddress: {
    member: "The gateway can't use that link. It must be a public https link to the picture itself, without a login.",
    admin: "The gateway refused a picture's address: not public, not https, or behind a login.",
  },
  imageDownload: {
    member: "The gateway could not download a picture from its link. Attach the picture instead.",
    admin: "The gateway could not download a picture from its address.",
  },
  notFinished: {
    member: "It is not finished yet. It follows as soon as it is.",
    admin: "The result was asked for before the job was complete. It is asked for again.",
  },
  cancelled: {
    member: "It was cancelled.",
    admin: "The job was cancelled.",
  },
  expired: {
    member: "The gateway keeps results for 72 hours, and this one is past that. Ask for it again if you still want it.",
    admin: "The result or picture is past the gateway's retention of 72 hours.",
  },
  mediaUnavailable: {
    member: "It is made, but the gateway can't hand it out just now. We keep trying.",
    admin: "The result's media is unavailable for now. The job did not fail; fetching goes on.",
  },
  submissionUnknown: {
    member: "The gateway can't say whether it took the request. We are finding out.",
    admin:
      "The submission's outcome is unknown. Pictures are submitted again under the same key, which makes nothing twice.",
  },
  generationFailed: {
    member: "The gateway tried and failed to make it. Try again; if it fails again, change the prompt a little.",
    admin:
      "The generation failed or was interrupted at the gateway. The code and the request id tell its operator more.",
  },
  gatewayTrouble: {
    member: "The gateway has trouble at the moment. Try again in a few minutes.",
    admin: "The gateway reports a failure of its own. If it stays so, ask its operator, with the request id.",
  },
  upstreamTrouble: {
    member: "The provider behind the gateway has trouble at the moment. Try again in a few minutes.",
    admin: "The provider behind the gateway failed; its message says whether it is capacity, availability or balance.",
  },
  balance: {
    member: "The gateway account has run out of funds. An admin can top it up.",
    admin: "The balance of the gateway account is too low. Top it up, then try again.",
  },
  keyCap: {
    member: "The key's spending cap is used up. An admin can raise it.",
    admin:
      "The spending cap of this key is used up, although the account may have funds. Raise the cap or use another key.",
  },
  unsuitable: {
    member:
      "The gateway would not make this: a safety rule, or something that this model can't do. Change the prompt or the options.",
    admin:
      "The request was refused by a safety policy, or is unsuitable for this model or route; the message says which.",
  },
  moderation: {
    member: "The prompt or a picture was refused by content moderation. Change it and try again.",
    admin: "Content moderation refused the prompt or a reference.",
  },
  busy: {
    member: "The gateway is busy at the moment. This usually passes within minutes.",
    admin:
      "The key's rate or concurrency at the gateway is used up for the moment. Lower the key's jobs at once if this is frequent.",
  },
  parameters: {
    member: "The options or the pictures do not meet this model's requirements. Change them or choose another model.",
    admin: "Parameters or picture input do not meet the model's requirements; the message says which.",
  },
  promptInvalid: {
    member: "The prompt is invalid or too long for this model. Shorten or change it.",
    admin: "The prompt or embedded content is invalid or too long.",
  },
  serviceRefused: {
    member: "The gateway would not take this on this route. An admin can look into it.",
    admin:
      "The gateway refuses the request on this route: the route needs an image model. Check the default model and the base URL.",
  },
  modelDisabled: {
    member: "This model is switched off. Choose another one.",
    admin: "This model is disabled at the gateway. Take it off the channel's models, or have it enabled.",
  },
  modelNotFound: {
    member: "This model is not available with our key. Choose another one.",
    admin:
      "This model is not supported in the key's group. Use a key of another group, or take the model off the channel's models.",
  },
  modelBusy: {
    member: "This model is not available at the moment. This usually passes by itself; another model may be quicker.",
    admin: "The model is temporarily unavailable at the gateway.",
  },
  notEnabled: {
    member: "Our key may not make pictures. An admin can look into it.",
    admin: "Pictures are not enabled for this key's group or platform. Use a key of a group with image support.",
  },
  noAccount: {
    member:
      "The gateway has no capacity for this model at the moment. This usually passes by itself; another model may be quicker.",
    admin: "No compatible account is available at the gateway (api_error).",
  },
  forbidden: {
    member: "The gateway does not allow us to do this. An admin can look into it.",
    admin: "The gateway forbids this for the key. Check its balance, its group and its permissions.",
  },
} as const satisfies Record<string, GatewayAdvice>;
