import { describe, expect, test } from 'vitest'
import { contentProblems, DEMO_IN_PUBLIC, isPublic, mayShowDemo, maySimulate, settingProblems } from './production.ts'

const PUBLIC_URL = 'https://salud.example'
const ready = { PUBLIC_URL, DATA_DIR: '/srv/cuida', APP_SECRET: 's', TOKEN_KEY: '{}', TRUSTED_PROXIES: '127.0.0.1' }
const named = (problems: string[]) => problems.map((problem) => problem.split(' ')[0])

describe('a deployment over https', () => {
  test('the message names every missing setting at once, and no value', () => {
    const problems = settingProblems({ PUBLIC_URL, SIMULATORS_URL: 'http://127.0.0.1:4', DEMO_IN_PUBLIC: 'true' })
    expect(named(problems)).toEqual([
      ...['DATA_DIR', 'APP_SECRET', 'TOKEN_KEY', 'TRUSTED_PROXIES', 'DEMO_IN_PUBLIC', 'SIMULATORS_URL'],
    ])
    expect(problems.join()).not.toMatch(/127\.0\.0\.1:4|salud/)
  })

  test('the deployment starts with complete settings', () => expect(settingProblems(ready)).toEqual([]))

  test.each(['DATA_DIR', 'APP_SECRET', 'TOKEN_KEY', 'TRUSTED_PROXIES'])(
    'the deployment does not start without %s',
    (name) => {
      expect(named(settingProblems({ ...ready, [name]: undefined }))).toEqual([name])
      expect(named(settingProblems({ ...ready, [name]: ' ' }))).toEqual([name])
    },
  )

  test('simulators and the demo are off, whatever ENVIRONMENT says', () => {
    for (const ENVIRONMENT of ['staging', 'development', undefined])
      for (const SIMULATORS of ['SIMULATORS_URL', 'SIMULATORS_SMTP_URL'])
        expect(named(settingProblems({ ...ready, ENVIRONMENT, [SIMULATORS]: 'http://127.0.0.1:4' }))).toEqual([
          'SIMULATORS_URL',
        ])
    expect(contentProblems(ready, { hasDemo: true, enableMfa: true }).join()).toContain('contains a demo')
  })

  test.each(['MONEI_URL', 'TWILIO_URL'])('cards and codes are never sent in plain text to %s', (name) => {
    expect(named(settingProblems({ ...ready, [name]: 'http://127.0.0.1:4/simulators/monei' }))).toEqual([name])
    expect(settingProblems({ ...ready, [name]: 'https://proxy.example' })).toEqual([])
    expect(settingProblems({ [name]: 'http://127.0.0.1:4' })).toEqual([])
  })

  test('webhooks reach no service of this machine', () => {
    expect(named(settingProblems({ ...ready, WEBHOOKS_TO_LOOPBACK: 'on' }))).toEqual(['WEBHOOKS_TO_LOOPBACK'])
    expect(settingProblems({ ...ready, WEBHOOKS_TO_LOOPBACK: 'off' })).toEqual([])
    expect(settingProblems({ WEBHOOKS_TO_LOOPBACK: 'on' })).toEqual([])
  })

  test('error reports are never sent in plain text', () => {
    expect(named(settingProblems({ ...ready, SENTRY_DSN: 'http://abc@errors.example/1' }))).toEqual(['SENTRY_DSN'])
    expect(settingProblems({ ...ready, SENTRY_DSN: 'https://abc@errors.example/1' })).toEqual([])
  })

  test('a second factor is required, or a written reason for its absence', () => {
    const partner = { hasDemo: false, enableMfa: false }
    expect(contentProblems(ready, partner).join()).toContain('NO_SECOND_FACTOR_BECAUSE')
    expect(contentProblems({ ...ready, NO_SECOND_FACTOR_BECAUSE: 'the law forbids it' }, partner)).toEqual([])
    expect(contentProblems(ready, { ...partner, enableMfa: true })).toEqual([])
  })
})

describe('a demo in public', () => {
  const demoEnv = { ...ready, DEMO_IN_PUBLIC, SIMULATORS_URL: 'http://127.0.0.1:4' }

  test('the demo needs the exact value, and every other setting as usual', () => {
    expect(settingProblems(demoEnv)).toEqual([])
    expect(named(settingProblems({ ...demoEnv, DATA_DIR: undefined }))).toEqual(['DATA_DIR'])
    for (const DEMO of ['yes', 'true', '1', `${DEMO_IN_PUBLIC} `])
      expect(mayShowDemo({ ...demoEnv, DEMO_IN_PUBLIC: DEMO })).toBe(false)
  })

  test('a real clinic cannot be a public demo', () => {
    expect(contentProblems(demoEnv, { hasDemo: true, enableMfa: true })).toEqual([])
    expect(contentProblems(demoEnv, { hasDemo: false, enableMfa: true }).join()).toContain('no demo')
  })
})

test.each(['http://127.0.0.1:3000', undefined, '', 'http://https.example'])('%s is not over https', (url) => {
  expect(isPublic({ PUBLIC_URL: url })).toBe(false)
  expect(settingProblems({ PUBLIC_URL: url })).toEqual([])
})

test.each(['https://a.example', 'HTTPS://A.example', ' https://a.example'])('%s is over https', (url) =>
  expect(isPublic({ PUBLIC_URL: url })).toBe(true),
)

describe('simulators', () => {
  const own = { MONEI_API_KEY: 'k', TWILIO_ACCOUNT_SID: 'AC1', SMTP_URL: 'smtp://mail.example' }

  test('simulators run while payments, messages or mail have no provider, and not beside all three', () => {
    for (const lacking of Object.keys(own)) expect(maySimulate({ ...own, [lacking]: undefined })).toBe(true)
    expect(maySimulate(own)).toBe(false)
    expect(maySimulate({ ...own, MONEI_API_KEY: ' ', MERCADOPAGO_ACCESS_TOKEN: 't' })).toBe(false)
  })

  test('simulators do not replace disabled capabilities', () => {
    expect(maySimulate({ ...own, SMTP_URL: undefined, DISABLED_PROVIDERS: 'mail' })).toBe(false)
    expect(maySimulate({ ...own, SMTP_URL: undefined, DISABLED_PROVIDERS: 'push' })).toBe(true)
  })

  test('simulators never run over https', () => expect(maySimulate({ PUBLIC_URL })).toBe(false))
})
