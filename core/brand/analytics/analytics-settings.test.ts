import * as v from 'valibot'
import { expect, test } from 'vitest'
import { AnalyticsSettings, sendsIdentity } from './analytics-settings.ts'

test.each([
  [{ connector: 'none' }, true],
  [{ connector: 'ga4', measurementId: 'G-ABC1234567' }, true],
  [{ connector: 'ga4', measurementId: 'UA-1234-1' }, false],
  [{ connector: 'matomo', url: 'https://matomo.clinic.example/', siteId: 1 }, true],
  [{ connector: 'matomo', url: 'http://matomo.clinic.example/', siteId: 1 }, false],
  [{ connector: 'matomo', url: 'https://matomo.clinic.example', siteId: 1 }, false],
  [{ connector: 'facebook' }, false],
])('content may choose %o: %s', (settings, expected) => expect(v.is(AnalyticsSettings, settings)).toBe(expected))

test('identity is off by default, and content contains no secret of a vendor', () => {
  const settings = { connector: 'ga4', measurementId: 'G-ABC1234567' }
  const parsed = v.parse(AnalyticsSettings, { ...settings, apiSecret: 'a1B2c3D4e5F6g7H8i9J0kl' })
  expect(parsed).toEqual({ ...settings, inEurope: true, identity: false })
  expect(sendsIdentity(parsed)).toBe(false)
  expect(sendsIdentity(v.parse(AnalyticsSettings, { ...settings, identity: true }))).toBe(true)
  expect(sendsIdentity({ connector: 'none' })).toBe(false)
})
