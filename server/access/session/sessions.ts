import type { Tx } from '../../kit/db.ts'
import type { Secrets } from '../../kit/secrets.ts'
import { hashOf, randomKey } from '../../kit/secrets.ts'
import type { Services } from '../../services.ts'
import {
  ageOfToken,
  endSessions,
  findOpenSessions,
  findSessionOfToken,
  type HeldSession,
  insertSession,
  type Owner,
  replaceToken,
} from './session-store.ts'

/** A session and the refresh token that this answer hands out; the token itself is stored nowhere. */
export interface OpenedSession {
  id: string
  owner: Owner
  refreshToken: string
}

export async function openSession(tx: Tx, owner: Owner, device: string | null = null): Promise<OpenedSession> {
  const refreshToken = randomKey(256)
  return { id: await insertSession(tx, owner, hashOf(refreshToken), device), owner, refreshToken }
}

interface Places {
  most: number
  idleMinutes: number
  makeRoom: boolean
  device: string | null
}

/**
 * Opens a session when the account has fewer than `most`; undefined otherwise. With `makeRoom` the least recently used
 * ones end for it. The caller holds the account's lock, so that sign-ins are counted one after the other.
 */
export async function openPatientSession(
  tx: Tx,
  accountId: string,
  { most, idleMinutes, makeRoom, device }: Places,
): Promise<OpenedSession | undefined> {
  const open = await findOpenSessions(tx, accountId, idleMinutes)
  if (open.length >= most) {
    if (!makeRoom) return undefined
    await endSessions(tx, open.slice(0, open.length - most + 1), 'forced')
  }
  return openSession(tx, { accountId }, device)
}

/**
 * Exchanges a refresh token for its successor. The successor is computed from it, so that a browser that repeats the
 * GET gets the same one (quality F5). A token that is older than that was copied: the session ends for both holders.
 */
export async function rotate(
  { db, secrets, config, log }: Pick<Services, 'db' | 'secrets' | 'config' | 'log'>,
  refreshToken: string,
  accept: (session: HeldSession) => boolean,
): Promise<OpenedSession | undefined> {
  const hash = hashOf(refreshToken)
  return db.begin(async (tx) => {
    const session = await findSessionOfToken(tx, hash, config.patientSessionLengthInMins)
    if (!session?.open || !accept(session)) return undefined
    const age = await ageOfToken(tx, hash)
    if (age === 'old') {
      await endSessions(tx, [session.id], 'reuse')
      log.warn('a replaced refresh token came back')
      return undefined
    }
    const successor = successorOf(secrets, refreshToken)
    if (age === 'newest') await replaceToken(tx, hash, hashOf(successor))
    return { id: session.id, owner: session.owner, refreshToken: successor }
  })
}

const successorOf = (secrets: Secrets, refreshToken: string): string =>
  secrets.hmac('refresh', refreshToken).toString('base64url')
