/** Where the browser notes that a help chat was opened here (support/chat-mark.ts). */
export const CHAT = 'chat'
