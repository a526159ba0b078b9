import type { SigningKey } from '@cuida/core/care/call/certificate-signature.ts'
import { CallFailed } from '../client/call-failed.ts'

export interface Ticket {
  ticket: string
  seal: string
  sealKey: SigningKey
}

/** Buys a ticket, good once and for a minute; undefined when there is no call to join. Rejects when nobody answers. */
export type BuyTicket = (fingerprint: string, signal: AbortSignal) => Promise<Ticket | undefined>

/** undefined when what a ticket is for is over meanwhile; anything else that goes wrong is worth another try. */
export async function unlessOver(ticket: Promise<Ticket>): Promise<Ticket | undefined> {
  try {
    return await ticket
  } catch (error) {
    if (error instanceof CallFailed && (error.status === 409 || error.status === 404)) return undefined
    throw error
  }
}
