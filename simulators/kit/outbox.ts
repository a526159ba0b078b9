import { randomUUID } from 'node:crypto'
import type { Store } from './store.ts'

export interface SentMessage {
  channel: 'sms' | 'voice' | 'email' | 'whatsapp' | 'push'
  to: string
  text: string
  /** The HTML part and the calendar file of an e-mail. */
  html?: string
  calendar?: string
  /** ISO 8601. */
  at: string
}

export interface Outbox {
  add(message: Omit<SentMessage, 'at'>): void
  /** Newest first. */
  list(to?: string): SentMessage[]
}

const KEPT = 1000
/** Trimming reads as many messages as stay, so it runs once for many new ones. */
const CLEARED_EVERY = 100

/** The messages that would have reached a phone or mailbox. */
export function createOutbox(store: Store, now: () => Date): Outbox {
  const sent = store.collection<SentMessage>('sent')
  let added = 0
  return {
    add(message) {
      sent.put(randomUUID(), { ...message, at: now().toISOString() }, message.to)
      if (added++ % CLEARED_EVERY === 0) sent.keep(KEPT)
    },
    list: (to) => (to === undefined ? sent.list(KEPT) : sent.having(to).slice(0, KEPT)),
  }
}
