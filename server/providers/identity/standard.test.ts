import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { googleIdentities } from './google.ts'
import { type Identities, IdentityRefused } from './port.ts'

// The twin is ours, and may share our mistakes: here the adapter meets a certified provider of OpenID Connect.

const client = { id: 'cuida', secret: 'a-secret-of-this-test-and-nothing-else' }
const redirectUri = 'http://cuida.test/api/connect/google/callback'
let server: Server
let issuer: string
let identities: Identities

const profile = { given_name: 'Olivia', family_name: 'Standard', email: 'olivia@example.com' }

function provider(): Provider {
  return new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirectUri] }],
    clientAuthMethods: ['client_secret_post', 'client_secret_basic'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    pkce: { required: () => true },
    cookies: { keys: ['a-key-of-this-test'] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...profile, email_verified: id !== 'unverified' }),
    }),
  })
}

beforeAll(async () => {
  // It warns, rightly, against using its quick start for anything but this.
  for (const said of ['warn', 'info'] as const) vi.spyOn(console, said).mockImplementation(() => {})
  server = createServer((request, response) => void handle(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const handle = provider().callback()
  identities = adapter()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await new Promise((closed) => void server.close(closed).closeAllConnections())
})

function adapter(): Identities {
  const tokenInfoUrl = `${issuer}/tokeninfo`
  return googleIdentities({ issuer, tokenInfoUrl, clientId: client.id, clientSecret: client.secret, redirectUri })
}

/** Signs in and consents in the provider's own forms, as a browser would; ends with the query that comes back to us. */
async function signInAt(address: string, login: string): Promise<string> {
  const cookies = new Map<string, string>()
  let next = new URL(address)
  // Google's page lets people choose among accounts; the standard lets a provider not know that prompt.
  next.searchParams.delete('prompt')
  let form: URLSearchParams | undefined
  for (let step = 0; step < 12; step++) {
    const answer = await fetch(next, {
      method: form ? 'POST' : 'GET',
      body: form ?? null,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [_whole, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    form = undefined
    if (location) {
      next = new URL(location, next)
      if (next.href.startsWith(redirectUri)) return withCode(next)
      continue
    }
    const page = await answer.text()
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? ''
    form = new URLSearchParams({ prompt, login, password: 'any' })
    next = new URL(/action="([^"]+)"/.exec(page)?.[1] ?? '', next)
  }
  throw new Error('the provider did not send anybody back')
}

function withCode(back: URL): string {
  expect(back.searchParams.get('code')).toBeTruthy()
  return back.search
}

describe('a certified provider of OpenID Connect', () => {
  test('says who comes back [A7.31]', async () => {
    const { address, departure } = await identities.depart()
    const search = await signInAt(address, 'olivia')
    expect(await identities.arrive(search, departure)).toEqual({
      subject: 'olivia',
      email: profile.email,
      firstName: 'Olivia',
      lastName: 'Standard',
    })
  })

  test('and an address that it has not verified stays with it', async () => {
    const { address, departure } = await identities.depart()
    const search = await signInAt(address, 'unverified')
    expect(await identities.arrive(search, departure)).toMatchObject({ subject: 'unverified', email: null })
  })

  test.each([
    ['state', { state: 'another' }],
    ['nonce', { nonce: 'another' }],
    ['verifier', { verifier: 'x'.repeat(43) }],
  ])('vouches for nobody who comes back to another %s', async (_, change) => {
    const { address, departure } = await identities.depart()
    const search = await signInAt(address, 'olivia')
    await expect(identities.arrive(search, { ...departure, ...change })).rejects.toBeInstanceOf(IdentityRefused)
  })

  test('exchanges a code once', async () => {
    const { address, departure } = await identities.depart()
    const search = await signInAt(address, 'olivia')
    await identities.arrive(search, departure)
    await expect(identities.arrive(search, departure)).rejects.toBeInstanceOf(IdentityRefused)
  })

  test('an answer that names another issuer is refused', async () => {
    const { address, departure } = await identities.depart()
    const query = new URLSearchParams(await signInAt(address, 'olivia'))
    query.set('iss', 'https://evil.example')
    await expect(identities.arrive(`?${query}`, departure)).rejects.toBeInstanceOf(IdentityRefused)
  })
})
