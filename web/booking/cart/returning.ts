import type { Vault } from './answers-keeper.ts'
import { type Booking, type Frame, parseAnswers, withCart } from './booking.ts'
import type { CartServer } from './store-options.ts'

/**
 * A booking that belongs to an account, left by a session that is not the one of now: it ended by itself, and whoever
 * sits here may be somebody else.
 */
export const waitsForItsPatient = (frame: Frame, sessionId: string | undefined): boolean =>
  frame.isOwned && (sessionId === undefined || frame.session !== sessionId)

/**
 * The booking, once the server has said that its cart is this person's; undefined when it is not, or is no more. Rejects
 * when the server cannot be reached.
 */
export async function claimed(frame: Frame, server: CartServer, vault: Vault): Promise<Booking | undefined> {
  const { sessionKey } = frame
  if (!sessionKey) return undefined
  try {
    const cart = await server.find(sessionKey)
    const newer = frame.unsaved ? parseAnswers(await vault.kept().catch(() => null)) : undefined
    return { ...withCart({ ...frame, symptoms: [], summary: '' }, cart), ...newer, isOwned: true }
  } catch (error) {
    if (server.refusalOf(error) === undefined) throw error
    return undefined
  }
}
