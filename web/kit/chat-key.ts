/** Storage key that marks an opened help chat (support/chat-mark.ts). */
export const CHAT = 'chat'
