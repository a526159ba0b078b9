import { expect, test } from 'vitest'
import { choosePrescriptions } from './choose.ts'

test.each([
  ['memed', 'memed'],
  ['medikit', 'medikit'],
  [undefined, 'medikit'],
] as const)('a partner with the prescription provider %s gets the adapter %s [B3.15]', (providerName, provider) => {
  const env = {
    SIMULATORS_URL: 'http://simulators.test',
    SIMULATORS_PUBLIC_URL: 'http://simulators.test',
    PUBLIC_URL: 'http://cuida.test',
  }
  expect(choosePrescriptions(env as never, providerName)?.provider).toBe(provider)
})

test('a partner without a prescription provider needs no credentials', () => {
  expect(
    choosePrescriptions({ PUBLIC_URL: 'https://cuida.test', PAYMENT_ORIGIN: 'https://cards.test' }, 'none'),
  ).toBeUndefined()
})
