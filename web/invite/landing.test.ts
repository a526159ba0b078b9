import { expect, test } from 'vitest'
import { afterValidation } from './LandingScreen.tsx'

const link = { companySlug: 'huerta', token: 'a-token-of-128-random-bits' }
const bad = {
  isTokenVerified: false,
  redirectUrl: null,
  companyName: null,
  firstName: null,
  lastName: null,
  email: null,
}
const good = {
  ...bad,
  isTokenVerified: true,
  companyName: 'Huerta',
  firstName: 'Eva',
  lastName: 'Sol',
  email: 'e@h.example',
}
const page = 'https://huerta.example/salud'
const HOSTS = ['huerta.example']

test('a valid link names the invited person and opens nothing, whatever else the reply says [A3.10] [A4.19]', () => {
  expect(afterValidation(link, { ...good, redirectUrl: page }, HOSTS)).toEqual({
    user: {
      firstName: 'Eva',
      lastName: 'Sol',
      email: 'e@h.example',
      companyName: 'Huerta',
      companySlug: 'huerta',
      landingPageToken: link.token,
    },
  })
})
test("an invalid link opens the company's page first [A4.19]", () => {
  expect(afterValidation(link, { ...bad, redirectUrl: page }, HOSTS)).toEqual({ open: page })
})
test.each([
  ['leads to an unlisted host', { ...bad, redirectUrl: 'https://evil.example/' }, HOSTS],
  ['leads to a script', { ...bad, redirectUrl: 'javascript:alert(1)' }, HOSTS],
  ['leads to a host while the partner lists none', { ...bad, redirectUrl: page }, []],
  ['has no page', bad, HOSTS],
])('an invalid link that %s opens nothing', (_, reply, hosts) =>
  expect(afterValidation(link, reply, hosts)).toEqual({}),
)

test('without a reply or a token nothing is stored and nothing opens', () => {
  expect(afterValidation(link, undefined, HOSTS)).toEqual({})
  expect(afterValidation(undefined, good, HOSTS)).toEqual({})
})
