/** The id of the message input, for what leads to it. */
export const MESSAGE_INPUT = "message-input";
