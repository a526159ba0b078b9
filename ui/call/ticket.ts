import type { SigningKey } from '@cuida/core/care/call/certificate-signature.ts'
import { CallFailed } from '../client/call-failed.ts'

export interface Ticket {
  ticket: string
  signature: string
  signingKey: SigningKey
  earlierSigningKeys: readonly SigningKey[]
}

/**
 * Requests a single-use ticket that is valid for one minute; undefined when there is no call to join. Rejects when
 * the server is unreachable.
 */
export type BuyTicket = (fingerprint: string, signal: AbortSignal) => Promise<Ticket | undefined>

/** Returns undefined when the call is over meanwhile; other failures are thrown, to be retried. */
export async function ticketUnlessOver(ticket: Promise<Ticket>): Promise<Ticket | undefined> {
  try {
    return await ticket
  } catch (error) {
    if (error instanceof CallFailed && (error.status === 409 || error.status === 404)) return undefined
    throw error
  }
}
