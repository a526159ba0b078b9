import { createHmac } from 'node:crypto'
import type { CallRole } from '@cuida/core/care/call/call-signal.ts'
import type { IceServer } from '@cuida/core/care/call/ice.ts'
import type { Env } from '../../../env.ts'

// TURN credentials cannot be revoked: the longest consultation and a margin.
const LIFE_SECONDS = 2 * 60 * 60

/**
 * The TURN servers, with credentials for one call (coturn's `use-auth-secret`; product 12.24). The user name contains
 * the call id and nothing about the person. Without a TURN service peers connect directly.
 */
export function iceServers(
  { TURN_SECRET, TURN_URLS }: Pick<Env, 'TURN_SECRET' | 'TURN_URLS'>,
  name: string,
  now: Date,
): IceServer[] {
  if (!TURN_SECRET || !TURN_URLS) return []
  const username = `${Math.floor(now.getTime() / 1_000) + LIFE_SECONDS}:${name}`
  const credential = turnCredential(TURN_SECRET, username)
  return [{ urls: TURN_URLS.split(',').map((url) => url.trim()), username, credential }]
}

export const turnCredential = (secret: string, username: string): string =>
  createHmac('sha1', secret).update(username).digest('base64')

/** Whether the pages of this role may only connect through TURN. */
export const isRelayed = ({ TURN_RELAY }: Pick<Env, 'TURN_RELAY'>, role: CallRole): boolean =>
  TURN_RELAY === 'everyone' || (TURN_RELAY === 'patients' && role !== 'clinician')
