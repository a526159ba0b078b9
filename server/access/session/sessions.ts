import { hashOf, mapKeys, type PerKey, randomKey, type Secrets } from '../../kit/crypto/secrets.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { Services } from '../../services.ts'
import type { Origin } from './origin-store.ts'
import {
  ageOfToken,
  endSessions,
  findJustOpened,
  findOpenSessions,
  findSessionOfToken,
  findSuccessor,
  type HeldSession,
  insertSession,
  type Owner,
  replaceToken,
} from './session-store.ts'

/** A session with the refresh token of this response; only a hash of the token is stored. */
export interface OpenedSession {
  id: string
  owner: Owner
  refreshToken: string
}

/** The client of a session, as far as the request tells: its device and how its refresh token travels. */
export interface Client {
  device: string | null
  carrier: TokenCarrier
}
export type TokenCarrier = 'cookie' | 'body'

const SOMEBODY: Client = { device: null, carrier: 'body' }

/**
 * The mark of a cookie token, so that a leaked cookie is not accepted as a bearer token. Keys are base64url and
 * contain no dot.
 */
const COOKIE_MARK = 'c.'
export const isOfCookie = (refreshToken: string): boolean => refreshToken.startsWith(COOKIE_MARK)
const tokenFor = (carrier: TokenCarrier, key: string): string => (carrier === 'cookie' ? COOKIE_MARK + key : key)

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
  /** Key of the refresh token; random, unless a repeated request must find the session by it. */
  key?: string | undefined
}

/**
 * Opens a session when the account has fewer than `most`, otherwise returns undefined. With `makeRoom` the least
 * recently used sessions end. The caller holds the account's lock, so that concurrent sign-ins are counted in
 * sequence.
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

/** Refresh token keys computed from the action, so that a repeated request finds the session of the first one. */
export const refreshKeysFor = (secrets: Secrets, action: string): PerKey<string> =>
  mapKeys(secrets.derive('refresh', `once ${action}`), (key) => key.toString('base64url'))

/**
 * The session that one of the keys opened a moment ago, from the same kind of device and network, if its token is
 * unused.
 */
export async function findRepeatedSession(
  tx: Tx,
  owner: Owner,
  { keys, client, origin }: { keys: PerKey<string>; client: Client; origin: Origin },
): Promise<OpenedSession | undefined> {
  for (const key of keys) {
    const refreshToken = tokenFor(client.carrier, key)
    const id = await findJustOpened(tx, hashOf(refreshToken), origin)
    if (id !== undefined) return { id, owner, refreshToken }
  }
  return undefined
}

/**
 * Exchanges a refresh token for its successor. The successor is computed from the token, so that a repeated GET
 * receives the same one (product 3.2), also when another process replaced the token under another key. An older token
 * was copied: the session ends for both holders.
 */
export async function rotate(
  { db, secrets, config, log }: Pick<Services, 'db' | 'secrets' | 'config' | 'log'>,
  { refreshToken, carrier }: { refreshToken: string; carrier: TokenCarrier },
  accept: (session: HeldSession) => boolean,
): Promise<OpenedSession | undefined> {
  const hash = hashOf(refreshToken)
  return db.begin(async (tx) => {
    const session = await findSessionOfToken(tx, hash, config.patientSessionLengthInMins)
    if (!session?.open || !accept(session)) return undefined
    const age = await ageOfToken(tx, hash)
    if (age === 'old') {
      await endSessions(tx, [session.id], 'reuse')
      log.warn('a replaced refresh token was used again: its session has ended')
      return undefined
    }
    const successors = mapKeys(secrets.derive('refresh', refreshToken), (key) =>
      tokenFor(carrier, key.toString('base64url')),
    )
    if (age === 'newest') await replaceToken(tx, hash, hashOf(successors[0]))
    const stored = await findSuccessor(tx, hash)
    const successor = successors.find((token) => stored?.equals(hashOf(token)))
    return successor === undefined ? undefined : { id: session.id, owner: session.owner, refreshToken: successor }
  })
}
