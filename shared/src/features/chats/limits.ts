/** People in one chat. */
export const MAX_CHAT_MEMBERS = 100;
