/** The id of the message input, for code that moves the focus there. */
export const MESSAGE_INPUT = "message-input";
