/** Results that a conversation refuses: why, who has them, and posting them again. In English. */
export const deliveryEn = {
  delivery: {
    /** The prompt follows these three. */
    notDelivered: (name: string) => `Made, not delivered. ${name} had asked for`,
    sentDirectly: (name: string) => `Sent to ${name} directly, because it can't be posted here. ${name} had asked for`,
    /** Nothing was made, and the explanation can't be posted. */
    notTold: (name: string) => `The result could not be posted here. ${name} had asked for`,
    norDirectly: (name: string) => `It could not be sent to ${name} directly either.`,
    thenAgain: "Once that is fixed, the button below delivers it at no cost.",
    /** The first line of a direct message. */
    directly: (why: string) => `This can't be posted where you asked for it, so here it is. Reason: ${why}`,
    why: {
      forbidden: "Easel is not allowed to post there, for example because the thread is locked.",
      gone: "The channel or thread was deleted or archived, or Easel can't see it.",
      /** On platforms whose members can turn direct messages off. */
      refused:
        "Direct messages from Easel are turned off. The person who asked can allow them in the server's privacy settings.",
      closed: "Direct messages from Easel are not accepted there.",
      rejected: "The message was not accepted there.",
    },
    again: "Post it again",
    posted: "It is posted now.",
    direct: "It still can't be posted where it was asked for, so it went directly to the person who asked.",
    refusedAgain: (why: string) => `It was made, but is still not delivered. ${why}`,
    underWay: "It is being posted again. If that is refused too, `/jobs` shows it.",
    nothing: "There is nothing to post again: it was delivered, or it was deleted.",
    notYours: "Only the person who asked, or an admin, can post this again.",
  },
};
