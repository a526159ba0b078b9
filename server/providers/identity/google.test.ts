import { credentials } from '@cuida/simulators/credentials.ts'
import { type Client, clientsOf } from '@cuida/simulators/google/clients.ts'
import { people } from '@cuida/simulators/google/people.ts'
import { chooseGoogleAccount, fetchAccessToken } from '@cuida/simulators/google/test-browser.ts'
import { outageFaults } from '@cuida/simulators/kit/faults.ts'
import { type RunningSimulators, startSimulators } from '@cuida/simulators/test-simulators.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import { googleIdentities } from './google.ts'
import { type Identities, IdentityRefused, type RedirectState } from './port.ts'

const { clientId, clientSecret } = credentials.google
const [lucia, _second, nameless, unverified] = people.map(({ subject }) => subject) as [string, string, string, string]
const SHORT_MS = 700

let simulators: RunningSimulators
let google: Identities
beforeAll(async () => {
  simulators = await startSimulators()
  google = adapter()
})
beforeEach(() => simulators.clearFaults())
afterAll(() => simulators.close())

function adapter(change: { clientSecret?: string; timeoutMs?: number } = {}): Identities {
  const redirectUri = 'http://cuida.test/api/connect/google/callback'
  const reachedAt = `${simulators.url}/simulators/google`
  const issuer = 'http://cuida.test/simulators/google'
  const tokenInfoUrl = `${reachedAt}/tokeninfo`
  return googleIdentities({ issuer, reachedAt, tokenInfoUrl, clientId, clientSecret, redirectUri, ...change })
}

/** A person signs in at Google and returns. */
async function journey(subject: string): Promise<{ search: string; departure: RedirectState }> {
  const { address, departure } = await google.depart()
  return { search: (await chooseGoogleAccount(simulators.url, address, subject)).search, departure }
}

const [ownClient, another] = clientsOf({ publicUrl: 'http://cuida.test' })
const accessToken = (subject: string) => fetchAccessToken(simulators.url, ownClient as Client, subject)

describe('the return from Google', () => {
  test('the return identifies the person [A7.31]', async () => {
    const { search, departure } = await journey(lucia)
    expect(await google.arrive(search, departure)).toEqual({
      subject: lucia,
      email: 'lucia.campos@example.com',
      firstName: 'Lucía',
      lastName: 'Campos Rey',
    })
  })

  test('an unverified e-mail address is dropped', async () => {
    const { search, departure } = await journey(unverified)
    expect(await google.arrive(search, departure)).toMatchObject({ subject: unverified, email: null })
  })

  test('a profile without names leaves them empty', async () => {
    const { search, departure } = await journey(nameless)
    expect(await google.arrive(search, departure)).toMatchObject({ firstName: '', lastName: '' })
  })

  test('an ID token without a profile still identifies the person', async () => {
    const { address, departure } = await google.depart()
    const bare = new URL(address)
    bare.searchParams.set('scope', 'openid')
    const { search } = await chooseGoogleAccount(simulators.url, bare.href, lucia)
    expect(await google.arrive(search, departure)).toEqual({ subject: lucia, email: null, firstName: '', lastName: '' })
  })

  test('a cancellation is refused as an identity', async () => {
    const { search, departure } = await journey('')
    expect(search).toContain('error=access_denied')
    await expect(google.arrive(search, departure)).rejects.toBeInstanceOf(IdentityRefused)
  })

  test.each([
    ['state', (departure: RedirectState) => ({ ...departure, state: 'another' })],
    ['nonce', (departure: RedirectState) => ({ ...departure, nonce: 'another' })],
    ['verifier of the challenge', (departure: RedirectState) => ({ ...departure, verifier: 'x'.repeat(43) })],
  ])('a return with another %s is refused', async (_, changed) => {
    const { search, departure } = await journey(lucia)
    await expect(google.arrive(search, changed(departure))).rejects.toBeInstanceOf(IdentityRefused)
  })

  test('a code used twice is refused', async () => {
    const { search, departure } = await journey(lucia)
    await google.arrive(search, departure)
    await expect(google.arrive(search, departure)).rejects.toBeInstanceOf(IdentityRefused)
  })

  test('a return that names another issuer is refused', async () => {
    const { search, departure } = await journey(lucia)
    const query = new URLSearchParams(search)
    query.set('iss', 'https://evil.example')
    await expect(google.arrive(`?${query}`, departure)).rejects.toBeInstanceOf(IdentityRefused)
  })

  test('refused client credentials are an outage, not a refused person', async () => {
    const { search, departure } = await journey(lucia)
    await expect(adapter({ clientSecret: 'wrong' }).arrive(search, departure)).rejects.toBeInstanceOf(ProviderDown)
  })

  test.each(outageFaults)('%s of the token exchange identifies nobody', async (fault) => {
    const { search, departure } = await journey(lucia)
    await simulators.plan({ provider: 'google', fault, path: 'POST /simulators/google/token' })
    const arrived = adapter({ timeoutMs: SHORT_MS }).arrive(search, departure)
    await expect(arrived).rejects.toSatisfy((e) => e instanceof ProviderDown || e instanceof IdentityRefused)
  })

  test.each(['timeout', '5xx', 'malformed'] as const)(
    '%s of the discovery is an outage, and is not cached',
    async (fault) => {
      const fresh = adapter({ timeoutMs: SHORT_MS })
      await simulators.plan({ provider: 'google', fault, path: 'openid-configuration' })
      await expect(fresh.depart()).rejects.toBeInstanceOf(ProviderDown)
      expect((await fresh.depart()).address).toContain('code_challenge_method=S256')
    },
  )
})

describe('Google’s access token', () => {
  test('a token issued to us identifies its owner', async () => {
    expect(await google.personOf(await accessToken(lucia))).toEqual({
      subject: lucia,
      email: 'lucia.campos@example.com',
      firstName: 'Lucía',
      lastName: 'Campos Rey',
    })
  })

  test('a token issued to another application is refused', async () => {
    const token = await fetchAccessToken(simulators.url, another as Client, lucia)
    await expect(google.personOf(token)).rejects.toBeInstanceOf(IdentityRefused)
  })

  test('a token that Google did not issue is refused', async () =>
    expect(google.personOf('ya29.invented')).rejects.toBeInstanceOf(IdentityRefused))

  test.each(['timeout', '5xx', 'reset', 'malformed', 'wrong-type', 'huge'] as const)(
    '%s during the token check is an outage',
    async (fault) => {
      const token = await accessToken(lucia)
      const patient = adapter({ timeoutMs: SHORT_MS })
      await simulators.plan({ provider: 'google', fault, path: 'tokeninfo' })
      await expect(patient.personOf(token)).rejects.toBeInstanceOf(ProviderDown)
    },
  )
})

describe('strictness of the simulator', () => {
  const authorize = async (change: (query: URLSearchParams) => void) => {
    const address = new URL((await google.depart()).address)
    change(address.searchParams)
    return fetch(`${simulators.url}${address.pathname}${address.search}`, { redirect: 'manual' })
  }
  test('the simulator’s page lists the people', async () => {
    const answer = await authorize(() => {})
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('lucia.campos@example.com')
  })

  test.each(['client_id', 'redirect_uri'])(
    'the simulator answers another %s itself and redirects nobody',
    async (name) => {
      const answer = await authorize((query) => query.set(name, 'https://evil.example/callback'))
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    },
  )

  test.each(['state', 'nonce', 'code_challenge', 'code_challenge_method', 'scope'])(
    'a request without %s is invalid',
    async (name) => {
      const answer = await authorize((query) => query.delete(name))
      expect(answer.headers.get('location')).toContain('error=invalid_request')
    },
  )
})
