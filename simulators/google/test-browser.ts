import { createHash } from 'node:crypto'
import type { Client } from './clients.ts'

/**
 * The person's steps on the simulator's page without a browser: follows `address`, chooses an account, and returns
 * the redirect.
 */
export async function chooseGoogleAccount(reachable: string, address: string, subject: string): Promise<URL> {
  const authorizeUrl = new URL(address)
  const body = new URLSearchParams([...authorizeUrl.searchParams, ['person', subject]])
  const answer = await fetch(`${reachable}${authorizeUrl.pathname}`, { method: 'POST', body, redirect: 'manual' })
  const back = answer.headers.get('location')
  if (!back) throw new Error(`the simulator answered ${answer.status}: ${await answer.text()}`)
  return new URL(back)
}

/** Gets an access token of the person as a registered client does. */
export async function fetchAccessToken(reachable: string, client: Client, subject: string): Promise<string> {
  const verifier = 'v'.repeat(43)
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: client.redirectUri,
    scope: 'openid email profile',
    state: 's',
    nonce: 'n',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const back = await chooseGoogleAccount(reachable, `http://any/simulators/google/authorize?${query}`, subject)
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    client_id: client.id,
    client_secret: client.secret,
    redirect_uri: client.redirectUri,
    code_verifier: verifier,
  })
  const answer = await fetch(`${reachable}/simulators/google/token`, { method: 'POST', body })
  return ((await answer.json()) as { access_token: string }).access_token
}
