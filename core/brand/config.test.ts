import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { Config } from './config.ts'

const partner = {
  partnerName: 'Vida Ligera',
  languages: ['es-ES', 'en'],
  patientAppLanguage: 'es-ES',
  maintenanceMode: false,
  emergencyPhoneNumber: '112',
  availableContactMethods: ['video', 'phone'],
  enableMfa: false,
  enableCookieConsent: false,
  maxSessions: 3,
  patientSessionLengthInMins: 15,
  warningBeforePatientLogoutInMins: 2,
  minimumSupportedAppVersion: { ios: '1.0.0', android: '1.0.0' },
  countryCodes: ['ES', 'PT'],
  documentTypes: ['CPF', 'DNI', 'NIE', 'PASSPORT'],
  marketingHomepageURL: 'https://www.vidaligera.example/',
  socialLoginEnabled: true,
  minCancellationTimeInAdvanceMinutes: 120,
  familyProfilesEnabled: true,
  minAgeRequiredToAddDependants: 18,
  displayAge: true,
  maximumLengthAllowed: 1_000,
  dateFormats: { order: 'dmy', hours: 24 },
  currency: 'EUR',
  timeZone: 'Europe/Madrid',
  paymentProvider: 'monei',
  partnerLogo: { url: '/uploads/logo.svg' },
  brand: { brand: '#7A1F4F', accent: '#F5A77F', shape: 1.4, logo: 'logo.svg', logoDark: 'logo-dark.svg' },
  legal: { name: 'Vida Ligera, S. L.', taxId: 'B00000000', address: 'Calle Mayor 1, Madrid' },
  socialProof: [{ value: '24 horas', label: 'de consulta' }],
}
const partnerConfig = {
  prescriptionProvider: 'none',
  invoicingProvider: 'dummy',
  showRegistrationOnboarding: true,
  appStoreItmsAppsUrl: null,
  supportProvider: { type: 'custom', info: { email: 'ayuda@vidaligera.example', whatsapp: '+34600000099' } },
}
const read = (more: object = {}) => v.safeParse(Config, { ...partner, partnerConfig, ...more })
const isRead = (more: object) => read(more).success
const support = (more: object) =>
  isRead({ partnerConfig: { ...partnerConfig, supportProvider: { ...partnerConfig.supportProvider, ...more } } })

test('a partner with only the required settings gets the safe defaults [B3.14]', () => {
  const { output, issues } = read()
  expect(issues).toBeUndefined()
  expect(output).toEqual({
    ...partner,
    // The limits of the clinic's lateness have defaults.
    partnerConfig: {
      ...partnerConfig,
      care: {
        lateMinutes: 5,
        chooseMinutes: 15,
        releaseMinutes: 45,
        goneMinutes: 10,
        closingMinutes: 15,
        dueMinutes: 60,
        graceMinutes: 0,
        lateCancellation: 'refused',
      },
      // Without approved templates WhatsApp is not used.
      whatsappTemplates: {},
    },
    partnerLogo: { url: '/uploads/logo.svg', alternativeText: null, width: null, height: null },
    // No redirects, refunds or subscriptions without an explicit setting.
    allowedRedirectHosts: [],
    refundAfterMissedCalls: false,
    offersSubscription: false,
    pixEnabled: false,
    wallets: [],
    disabledCapabilities: [],
    holidays: [],
    notificationChannels: ['email', 'sms', 'push'],
    questionAnswerHours: 48,
    questionProducts: {},
    frontDoor: {},
    askedLater: [],
    analytics: { connector: 'none' },
  })
})

test('all settings of a partner are read', () => {
  const all = {
    allowedStaffDomains: ['vidaligera.example'],
    allowedRedirectHosts: ['talleres.example'],
    pixEnabled: true,
    wallets: ['applePay', 'googlePay', 'bizum'],
    refundAfterMissedCalls: true,
    offersSubscription: true,
    questionAnswerHours: 24,
    holidays: [{ day: '2026-12-25', name: 'Navidad' }],
    notificationChannels: ['email', 'sms', 'whatsapp', 'push'],
    questionProducts: { nutrition: ['301'], exercise: ['401'], endocrinology: ['201', '202'] },
    analytics: { connector: 'matomo', url: 'https://matomo.vidaligera.example/', siteId: 4 },
    partnerConfig: {
      ...partnerConfig,
      prescriptionProvider: 'memed',
      invoicingProvider: 'omie',
      appStoreItmsAppsUrl: 'itms-apps://apps.example/id1',
      invoicing: { service: 4410293, category: '1.01.02', account: 7710884, needsAddress: true },
    },
  }
  expect(read(all).output).toMatchObject(all)
})

test('whitespace around a text is removed', () => {
  expect(read({ partnerName: '  Vida Ligera ' }).output).toMatchObject({ partnerName: 'Vida Ligera' })
  expect(isRead({ partnerName: '  ' })).toBe(false)
})

describe('unsafe settings are refused', () => {
  test.each([
    ['the idle time of a session in minutes is bounded', 'patientSessionLengthInMins', 5, 60],
    ['the warning before a logout is bounded', 'warningBeforePatientLogoutInMins', 1, 10],
    ['the number of sessions is bounded', 'maxSessions', 1, 10],
    ['the cancellation notice is at most a week', 'minCancellationTimeInAdvanceMinutes', 0, 10_080],
    ['the age for adding dependants is bounded', 'minAgeRequiredToAddDependants', 18, 99],
    ['the length of texts is bounded', 'maximumLengthAllowed', 50, 10_000],
    ['the hours until an answer are bounded', 'questionAnswerHours', 1, 240],
  ])('%s', (_, field, least, most) => {
    const can = [least - 1, least, least + 0.5, most, most + 1].map((value) => isRead({ [field]: value }))
    expect(can).toEqual([false, true, false, true, false])
  })
})

test.each<[string, string, unknown[], unknown[]]>([
  ['the languages', 'languages', [['pt-BR']], [[], ['fr']]],
  ['the contact methods', 'availableContactMethods', [['phone'], ['video']], [[], ['fax']]],
  ['the identity documents', 'documentTypes', [['CPF']], [[], ['LIBRARY-CARD']]],
  ['the emergency number', 'emergencyPhoneNumber', ['192', '+34112', '12'], ['1', '112a', 'a112', '1'.repeat(16)]],
  ['the countries', 'countryCodes', [['BR']], [[], ['es'], ['ESP'], ['E'], ['1ES']]],
  ['the clinic’s website', 'marketingHomepageURL', ['https://clinic.example'], ['clinic']],
  [
    'the format of dates',
    'dateFormats',
    [
      { order: 'mdy', hours: 12 },
      { order: 'ymd', hours: 24 },
    ],
    [{ order: 'dym', hours: 24 }, { order: 'dmy', hours: 13 }, { order: 'dmy', hours: '12' }, { order: 'dmy' }, {}],
  ],
  ['the currency', 'currency', ['BRL', 'USD'], ['GBP']],
  ['the time zone', 'timeZone', ['America/Sao_Paulo'], ['Madrid', '']],
  ['the payment provider', 'paymentProvider', ['mercadopago', 'none'], ['cash']],
  ['the notification channels', 'notificationChannels', [[], ['whatsapp']], [['pigeon']]],
  [
    'dates',
    'dateFormats',
    [
      { order: 'mdy', hours: 12 },
      { order: 'ymd', hours: 24 },
    ],
    [{ order: 'ydm', hours: 24 }, { order: 'dmy', hours: 13 }, {}],
  ],
  [
    'the oldest supported app',
    'minimumSupportedAppVersion',
    ['2.0', '12.34', '10.20.30', '1.2.15'].map((ios) => ({ ios })),
    ['2', 'v2.0', '2.0-beta', '1.2.3.4', 'a.0', '1.b', '1.2.c'].map((ios) => ({ ios })),
  ],
  [
    'the holidays',
    'holidays',
    [[{ day: '2026-12-25', name: 'Navidad' }]],
    [[{ day: '25/12/2026', name: 'Navidad' }], [{ day: '2026-12-25' }]],
  ],
  ['the testimonials', 'socialProof', [[]], [[{ value: '24' }]]],
  ['the legal entity', 'legal', [], [{ ...partner.legal, taxId: ' ' }, {}]],
  [
    'the colours and logos',
    'brand',
    [
      { ...partner.brand, shape: 0 },
      { ...partner.brand, shape: 1 },
    ],
    [{ ...partner.brand, shape: 2 }, { ...partner.brand, brand: 'red' }, {}],
  ],
])('a partner can choose %s within bounds', (_, field, good, bad) => {
  expect(good.filter((value) => !isRead({ [field]: value }))).toEqual([])
  expect(bad.filter((value) => isRead({ [field]: value }))).toEqual([])
})

test.each(['allowedRedirectHosts', 'allowedStaffDomains'])('%s are plain host names in one spelling', (field) => {
  const named = (host: string) => isRead({ [field]: [host] })
  const long = `${'a'.repeat(61)}.`.repeat(4)
  expect(['clinic.example', 'www.my-clinic2.example', `${long}abcde`].filter((host) => !named(host))).toEqual([])
  const others = ['localhost', 'Clinic.example', '*.clinic.example', 'https://clinic.example', 'clinic.example/x']
  expect([...others, 'clinic..example', '.example', 'clinic.example.', `${long}abcdef`].filter(named)).toEqual([])
})

describe('the support provider of a partner', () => {
  const widget = (scriptUrl: string) => support({ type: 'zendesk', widget: { scriptUrl } })
  const KEY = '00000000-0000-4000-8000-000000000000'
  test('its script has the provider’s own URL with the key, and no other', () => {
    expect(widget(`https://static.zdassets.com/ekr/snippet.js?key=${KEY}`)).toBe(true)
    expect(widget('https://static.zdassets.com/ekr/snippet.js?key=12345678')).toBe(true)
    expect(
      [
        'https://evil.example/?u=https://static.zdassets.com/ekr/snippet.js?key=12345678',
        'x https://static.zdassets.com/ekr/snippet.js?key=12345678',
        'http://static.zdassets.com/ekr/snippet.js?key=12345678',
        'https://zdassets.com/ekr/snippet.js?key=12345678',
        'https://evil.example/.zdassets.com/ekr/snippet.js?key=12345678',
        'https://static.zdassets.com.evil.example/ekr/snippet.js?key=12345678',
        'https://static.zdassets.com/ekr/snippet.js',
        'https://static.zdassets.com/ekr/snippet.js?key=1234567',
        `https://static.zdassets.com/ekr/snippet.js?key=${'1'.repeat(65)}`,
        'https://static.zdassets.com/ekr/snippet.js?key=12345678"><script>',
        'https://static.zdassets.com/ekr/snippet.js?v=1?key=12345678',
      ].filter(widget),
    ).toEqual([])
    expect(support({ type: 'zendesk', widget: {} })).toBe(false)
    expect(support({ type: 'homemade' })).toBe(false)
  })
  test('it has an e-mail address and a number', () => {
    const info = (more: object) =>
      support({ info: { email: 'ayuda@clinic.example', whatsapp: '+34600000099', ...more } })
    const isValid = (whatsapp: string) => info({ whatsapp })
    expect(['+346000', '+5511900000099', `+1${'2'.repeat(14)}`].filter((number) => !isValid(number))).toEqual([])
    expect(
      ['600000099', '+0346000000', '+34600000099x', 'x+34600000099', '+1abcdef', `+1${'2'.repeat(15)}`].filter(isValid),
    ).toEqual([])
    expect(info({ email: 'clinic.example' })).toBe(false)
  })
})

test('a provider without an adapter cannot be named', () => {
  const own = (more: object) => isRead({ partnerConfig: { ...partnerConfig, ...more } })
  expect(own({ prescriptionProvider: 'medikit' })).toBe(true)
  expect(own({ prescriptionProvider: 'paper' })).toBe(false)
  expect(own({ invoicingProvider: 'none' })).toBe(true)
  expect(own({ invoicingProvider: 'excel' })).toBe(false)
  expect(own({ invoicing: { service: 0, category: '1', account: 1, needsAddress: false } })).toBe(false)
  expect(own({ invoicing: {} })).toBe(false)
})
