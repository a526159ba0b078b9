import { describe, expect, test } from 'vitest'
import { originsOf, requireOrigin } from './origins.ts'

test.each([
  ['http://127.0.0.1:3000', 'http://localhost:3000'],
  ['http://localhost:3000', 'http://127.0.0.1:3000'],
  ['http://0.0.0.0:3000', 'http://localhost:3000'],
  ['http://[::1]:3000', 'http://localhost:3000'],
])("at %s the origins are separate by default, and the desk shares the app's", (PUBLIC_URL, cards) =>
  expect(originsOf({ PUBLIC_URL })).toEqual({
    PAYMENT_ORIGIN: cards,
    HELP_ORIGIN: 'http://help.localhost:3000',
    PRESCRIPTION_ORIGIN: 'http://prescription.localhost:3000',
    DESK_URL: PUBLIC_URL,
  }),
)

describe('a deployment under another name', () => {
  const PUBLIC_URL = 'https://salud.example'
  const PAYMENT_ORIGIN = 'https://cards.example'

  test('the card form needs an origin too; the windows only where they are used', () => {
    expect(() => originsOf({ PUBLIC_URL })).toThrow('PAYMENT_ORIGIN')
    const { HELP_ORIGIN } = originsOf({ PUBLIC_URL, PAYMENT_ORIGIN })
    expect(() => requireOrigin(HELP_ORIGIN, 'HELP_ORIGIN', 'the partner has a help widget')).toThrow(
      /^HELP_ORIGIN must be set/,
    )
  })

  test.each([
    ['PAYMENT_ORIGIN', { PAYMENT_ORIGIN: PUBLIC_URL }],
    ['PAYMENT_ORIGIN', { PAYMENT_ORIGIN: `${PUBLIC_URL}:8443` }],
    ['HELP_ORIGIN', { PAYMENT_ORIGIN, HELP_ORIGIN: PUBLIC_URL }],
    ['HELP_ORIGIN', { PAYMENT_ORIGIN, HELP_ORIGIN: PAYMENT_ORIGIN }],
    ['PRESCRIPTION_ORIGIN', { PAYMENT_ORIGIN, PRESCRIPTION_ORIGIN: PAYMENT_ORIGIN }],
    [
      'PRESCRIPTION_ORIGIN',
      { PAYMENT_ORIGIN, HELP_ORIGIN: 'https://w.example', PRESCRIPTION_ORIGIN: 'https://w.example' },
    ],
    ['DESK_URL', { PAYMENT_ORIGIN, DESK_URL: PUBLIC_URL }],
    ['DESK_URL', { PAYMENT_ORIGIN, DESK_URL: PAYMENT_ORIGIN }],
  ])('%s cannot be the host of another origin', (name, origins) =>
    expect(() => originsOf({ PUBLIC_URL, ...origins })).toThrow(`${name} must be set to another host`),
  )
})
