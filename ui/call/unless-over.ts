import { CallFailed } from '../client/call-failed.ts'
import type { Ticket } from './call.ts'

/** undefined when what a ticket is for is over meanwhile; anything else that goes wrong is worth another try. */
export async function unlessOver(ticket: Promise<Ticket>): Promise<Ticket | undefined> {
  try {
    return await ticket
  } catch (error) {
    if (error instanceof CallFailed && (error.status === 409 || error.status === 404)) return undefined
    throw error
  }
}
