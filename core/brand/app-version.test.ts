import { expect, test } from 'vitest'
import { isTooOld, openFirst, updateLinks } from './app-version.ts'

test.each([
  ['1.0.0', '1.0.0', false],
  ['0.9.9', '1.0.0', true],
  ['1.0.1', '1.0.0', false],
  ['1.9.0', '1.10.0', true],
  ['2.0', '1.99.99', false],
  ['1.2', '1.2.0', false],
  ['1.2', '1.2.1', true],
  ['1.2.1', '1.2', false],
  ['1.4.0-beta.2', '1.4.0', false],
  ['1.3.9-beta.2', '1.4.0', true],
  ['1.4.0+77', '1.4.1', true],
  ['1.3.9-beta', '1.3.8', false],
  ['10.0.0', '11.0.0', true],
  [' 0.9.9 ', '1.0.0', true],
])('version %s with %s as the oldest must update: %s [A2.45]', (version, oldest, expected) =>
  expect(isTooOld(version, oldest)).toBe(expected),
)

test.each([
  ['', '1.0.0'],
  ['unknown', '1.0.0'],
  ['v0.1.0', '1.0.0'],
  ['0.1.0', null],
  ['0.1.0', undefined],
  ['0.1.0', ''],
])('version %j with %j as the oldest does not lock the user out', (version, oldest) =>
  expect(isTooOld(version, oldest)).toBe(false),
)

const PARTNER = 'itms-apps://apps.example/id1'
const PAGE = 'https://apps.apple.com/app/id1'
const STORE = 'https://apps.apple.com/'

test.each([
  ['all three, in order', PARTNER, PAGE, [PARTNER, PAGE, STORE]],
  ['no link of the partner', null, PAGE, [PAGE, STORE]],
  ['no page in the store', PARTNER, undefined, [PARTNER, STORE]],
  ['neither', null, undefined, [STORE]],
])('links for an update: %s [A2.45]', (_, partner, storePage, expected) =>
  expect(updateLinks({ os: 'ios', id: 'example.app', storePage }, partner)).toEqual(expected),
)

const MARKET = ['market://details?id=example.app', 'https://play.google.com/store/apps/details?id=example.app']
test.each([
  [
    'the partner’s page, else the store on the phone, else its page',
    'https://play.google.com/store/apps/details?id=a.b',
  ],
  ['the store on the phone, else its page', undefined],
])('links for an Android update: %s [A2.45]', (_, storePage) => {
  const expected = storePage ? [storePage, ...MARKET] : MARKET
  // The partner's link in the settings is for the App Store.
  for (const partner of [PARTNER, null])
    expect(updateLinks({ os: 'android', id: 'example.app', storePage }, partner)).toEqual(expected)
})

test.each([
  ['the first opens', [PARTNER], PARTNER],
  ['the first cannot be opened', [PAGE, STORE], PAGE],
  ['only the last opens', [STORE], STORE],
])('%s', async (_, working, expected) => {
  const opened: string[] = []
  const open = async (link: string) => {
    if (link === PAGE && !working.includes(link)) throw new Error('no app for this link')
    if (working.includes(link)) opened.push(link)
    return working.includes(link)
  }
  expect(await openFirst([PARTNER, PAGE, STORE], open)).toBe(true)
  expect(opened).toEqual([expected])
})

test('no link can be opened', async () => expect(await openFirst([PARTNER, STORE], async () => false)).toBe(false))
