import { hashOf, randomKey, type Secrets } from '../../kit/crypto/secrets.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { Services } from '../../services.ts'
import type { Origin } from './origin-store.ts'
import {
  ageOfToken,
  endSessions,
  findJustOpened,
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

/** Who a session is opened for, as far as the request tells: their device, and what carries their refresh token. */
export interface Client {
  device: string | null
  carrier: Carrier
}
export type Carrier = 'cookie' | 'body'

const SOMEBODY: Client = { device: null, carrier: 'body' }

/** A token that travels as a cookie says so: what leaks of a cookie is no bearer. No key holds a dot (base64url). */
const COOKIE_MARK = 'c.'
export const isOfCookie = (refreshToken: string): boolean => refreshToken.startsWith(COOKIE_MARK)
const tokenFor = (carrier: Carrier, key: string): string => (carrier === 'cookie' ? COOKIE_MARK + key : key)

export async function openSession(
  tx: Tx,
  owner: Owner,
  { device, carrier } = SOMEBODY,
  key = randomKey(256),
): Promise<OpenedSession> {
  const refreshToken = tokenFor(carrier, key)
  return { id: await insertSession(tx, owner, hashOf(refreshToken), device), owner, refreshToken }
}

interface Places {
  most: number
  idleMinutes: number
  makeRoom: boolean
  client: Client
  /** Of the refresh token: a new one, unless the session must be found again by it. */
  key?: string | undefined
}

/**
 * Opens a session when the account has fewer than `most`; undefined otherwise. With `makeRoom` the least recently used
 * ones end for it. The caller holds the account's lock, so that sign-ins are counted one after the other.
 */
export async function openPatientSession(
  tx: Tx,
  accountId: string,
  { most, idleMinutes, makeRoom, client, key }: Places,
): Promise<OpenedSession | undefined> {
  const open = await findOpenSessions(tx, accountId, idleMinutes)
  if (open.length >= most) {
    if (!makeRoom) return undefined
    await endSessions(tx, open.slice(0, open.length - most + 1), 'forced')
  }
  return openSession(tx, { accountId }, client, key)
}

/** The key of what is done once: computed, so that a repeated request finds what the first one opened. */
export const keyOnce = (secrets: Secrets, action: string): string =>
  secrets.hmac('refresh', `once ${action}`).toString('base64url')

/** What was opened with it a moment ago, from the same kind of device and place, and has not been used since. */
export async function openedOnce(
  tx: Tx,
  owner: Owner,
  { key, client, origin }: { key: string; client: Client; origin: Origin },
): Promise<OpenedSession | undefined> {
  const refreshToken = tokenFor(client.carrier, key)
  const id = await findJustOpened(tx, hashOf(refreshToken), origin)
  return id === undefined ? undefined : { id, owner, refreshToken }
}

/**
 * Exchanges a refresh token for its successor. The successor is computed from it, so that a browser that repeats the
 * GET gets the same one (product 3.2). A token that is older than that was copied: the session ends for both holders.
 */
export async function rotate(
  { db, secrets, config, log }: Pick<Services, 'db' | 'secrets' | 'config' | 'log'>,
  { refreshToken, carrier }: { refreshToken: string; carrier: Carrier },
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
    const successor = tokenFor(carrier, secrets.hmac('refresh', refreshToken).toString('base64url'))
    if (age === 'newest') await replaceToken(tx, hash, hashOf(successor))
    return { id: session.id, owner: session.owner, refreshToken: successor }
  })
}
