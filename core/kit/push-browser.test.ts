import * as v from 'valibot'
import { expect, test } from 'vitest'
import { PushBrowser } from './push-browser.ts'

const good = {
  endpoint: 'https://push.example/1',
  p256dh: `B${'a-_9'.repeat(21)}aa`,
  auth: 'AbC-_01234567890123456'.slice(0, 22),
}

test.each([
  ['as browsers give them', {}],
  ['filled up to fours', { p256dh: `${good.p256dh}=`, auth: `${good.auth}==` }],
  ['filled up by one', { auth: `${good.auth}=` }],
])('valid keys: %s', (_, more) => expect(v.is(PushBrowser, { ...good, ...more })).toBe(true))

test.each([
  ['of another length', { p256dh: good.p256dh.slice(1) }],
  ['of another length', { auth: good.auth.slice(1) }],
  ['with more behind', { auth: `${good.auth}===` }],
  ['with more behind', { p256dh: `${good.p256dh}==` }],
  ['with more before', { auth: ` ${good.auth}` }],
  ['with more before', { p256dh: ` ${good.p256dh}` }],
  ['in the alphabet of letters', { auth: `+/${good.auth.slice(2)}` }],
  ['without a place', { endpoint: '' }],
])('invalid keys: %s', (_, more) => expect(v.is(PushBrowser, { ...good, ...more })).toBe(false))
