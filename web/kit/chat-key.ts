/** Storage key that marks an opened help chat (web/support/help/chat-mark.ts). */
export const CHAT_OPENED_KEY = 'chat'
