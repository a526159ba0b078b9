import { expect, test } from 'vitest'
import { measuringOf, measuringOrigin } from './measuring.ts'

const ga4 = {
  connector: 'ga4',
  measurementId: 'G-ABC1234567',
  apiSecret: 'a1B2c3D4e5F6g7H8i9J0kl',
  inEurope: true,
} as const
const matomo = { connector: 'matomo', url: 'https://matomo.clinic.example/', siteId: 3 } as const
const none = { connector: 'none' } as const

test.each([
  ['nobody is asked', { enableCookieConsent: false, measuring: ga4 }],
  ['nobody counts', { enableCookieConsent: true, measuring: none }],
])('where %s a page names nobody, and its policy lets nobody in [A9.9]', (_, config) => {
  const measuring = measuringOf({}, config)
  expect(measuring).toBeNull()
  expect(measuringOrigin(measuring)).toBe('')
})

test.each([
  ['Google in Europe', ga4, 'https://region1.google-analytics.com/mp/collect', ' https://region1.google-analytics.com'],
  [
    'Google elsewhere',
    { ...ga4, inEurope: false },
    'https://www.google-analytics.com/mp/collect',
    ' https://www.google-analytics.com',
  ],
  ['Matomo', matomo, 'https://matomo.clinic.example/matomo.php', ' https://matomo.clinic.example'],
])('%s is reached where it is, and nowhere else', (_, measuring, url, origin) => {
  const told = measuringOf({}, { enableCookieConsent: true, measuring })
  expect(told).toMatchObject({ connector: measuring.connector, url })
  expect(measuringOrigin(told)).toBe(origin)
})

test.each([
  [ga4, 'http://127.0.0.1:3100/twins/ga4/mp/collect'],
  [matomo, 'http://127.0.0.1:3100/twins/matomo/matomo.php'],
])('a stand-in takes its place while there are any: %o', (measuring, url) => {
  const told = measuringOf({ TWINS_URL: 'http://127.0.0.1:3100' }, { enableCookieConsent: true, measuring })
  expect(told?.url).toBe(url)
})
