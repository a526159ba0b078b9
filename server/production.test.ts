import { describe, expect, test } from 'vitest'
import { contentProblems, DEMO_IN_PUBLIC, isPublic, mayShowDemo, maySimulate, settingProblems } from './production.ts'

const PUBLIC_URL = 'https://salud.example'
const ready = { PUBLIC_URL, DATA_DIR: '/srv/cuida', APP_SECRET: 's', TOKEN_KEY: '{}', TRUSTED_PROXIES: '127.0.0.1' }
const named = (problems: string[]) => problems.map((problem) => problem.split(' ')[0])

describe('a place that people come to over https', () => {
  test('hears of everything that it lacks at once, and never a value', () => {
    const problems = settingProblems({ PUBLIC_URL, SIMULATORS_URL: 'http://127.0.0.1:4', DEMO_IN_PUBLIC: 'true' })
    expect(named(problems)).toEqual([
      ...['DATA_DIR', 'APP_SECRET', 'TOKEN_KEY', 'TRUSTED_PROXIES', 'DEMO_IN_PUBLIC', 'SIMULATORS_URL'],
    ])
    expect(problems.join()).not.toMatch(/127\.0\.0\.1:4|salud/)
  })

  test('may start with its own settings', () => expect(settingProblems(ready)).toEqual([]))

  test.each(['DATA_DIR', 'APP_SECRET', 'TOKEN_KEY', 'TRUSTED_PROXIES'])('may not start without %s', (name) => {
    expect(named(settingProblems({ ...ready, [name]: undefined }))).toEqual([name])
    expect(named(settingProblems({ ...ready, [name]: ' ' }))).toEqual([name])
  })

  test('has no simulators and no demo, whatever it calls itself', () => {
    for (const ENVIRONMENT of ['staging', 'development', undefined])
      for (const SIMULATORS of ['SIMULATORS_URL', 'SIMULATORS_SMTP_URL'])
        expect(named(settingProblems({ ...ready, ENVIRONMENT, [SIMULATORS]: 'http://127.0.0.1:4' }))).toEqual([
          'SIMULATORS_URL',
        ])
    expect(contentProblems(ready, { hasDemo: true, enableMfa: true }).join()).toContain('is a demo')
  })

  test.each(['MONEI_URL', 'TWILIO_URL'])('reads no card and no code aloud on the way to %s', (name) => {
    expect(named(settingProblems({ ...ready, [name]: 'http://127.0.0.1:4/simulators/monei' }))).toEqual([name])
    expect(settingProblems({ ...ready, [name]: 'https://proxy.example' })).toEqual([])
    expect(settingProblems({ [name]: 'http://127.0.0.1:4' })).toEqual([])
  })

  test('tells nobody on the way what broke', () => {
    expect(named(settingProblems({ ...ready, SENTRY_DSN: 'http://abc@errors.example/1' }))).toEqual(['SENTRY_DSN'])
    expect(settingProblems({ ...ready, SENTRY_DSN: 'https://abc@errors.example/1' })).toEqual([])
  })

  test('has a second factor, or a reason that somebody wrote down', () => {
    const partner = { hasDemo: false, enableMfa: false }
    expect(contentProblems(ready, partner).join()).toContain('NO_SECOND_FACTOR_BECAUSE')
    expect(contentProblems({ ...ready, NO_SECOND_FACTOR_BECAUSE: 'the law forbids it' }, partner)).toEqual([])
    expect(contentProblems(ready, { ...partner, enableMfa: true })).toEqual([])
  })
})

describe('a demo in public', () => {
  const shown = { ...ready, DEMO_IN_PUBLIC, SIMULATORS_URL: 'http://127.0.0.1:4' }

  test('needs the very words, and everything else as ever', () => {
    expect(settingProblems(shown)).toEqual([])
    expect(named(settingProblems({ ...shown, DATA_DIR: undefined }))).toEqual(['DATA_DIR'])
    for (const DEMO of ['yes', 'true', '1', `${DEMO_IN_PUBLIC} `])
      expect(mayShowDemo({ ...shown, DEMO_IN_PUBLIC: DEMO })).toBe(false)
  })

  test('is never a clinic’s own place', () => {
    expect(contentProblems(shown, { hasDemo: true, enableMfa: true })).toEqual([])
    expect(contentProblems(shown, { hasDemo: false, enableMfa: true }).join()).toContain('no demo')
  })
})

test.each(['http://127.0.0.1:3000', undefined, '', 'http://https.example'])('%s is not over https', (url) => {
  expect(isPublic({ PUBLIC_URL: url })).toBe(false)
  expect(settingProblems({ PUBLIC_URL: url })).toEqual([])
})

test.each(['https://a.example', 'HTTPS://A.example', ' https://a.example'])('%s is', (url) =>
  expect(isPublic({ PUBLIC_URL: url })).toBe(true),
)

describe('a simulator', () => {
  const own = { MONEI_API_KEY: 'k', TWILIO_ACCOUNT_SID: 'AC1', SMTP_URL: 'smtp://mail.example' }

  test('stands in while payments, messages or mail are nobody’s, and not beside all three', () => {
    for (const lacking of Object.keys(own)) expect(maySimulate({ ...own, [lacking]: undefined })).toBe(true)
    expect(maySimulate(own)).toBe(false)
    expect(maySimulate({ ...own, MONEI_API_KEY: ' ', MERCADOPAGO_ACCESS_TOKEN: 't' })).toBe(false)
  })

  test('does not stand in for what somebody does without', () => {
    expect(maySimulate({ ...own, SMTP_URL: undefined, DISABLED_PROVIDERS: 'mail' })).toBe(false)
    expect(maySimulate({ ...own, SMTP_URL: undefined, DISABLED_PROVIDERS: 'push' })).toBe(true)
  })

  test('never stands in over https', () => expect(maySimulate({ PUBLIC_URL })).toBe(false))
})
