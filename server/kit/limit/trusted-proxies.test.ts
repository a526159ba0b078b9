import { describe, expect, test } from 'vitest'
import { readEnv } from '../../env.ts'
import { httpsSettings, testSettings } from '../../testing/test-context.ts'

const settings = (env: Record<string, string>) =>
  readEnv({ ...testSettings('postgres://nobody@127.0.0.1/none', 'vida-ligera'), ...env })

describe('TRUSTED_PROXIES', () => {
  const PUBLIC_URL = 'https://salud.example'

  test('the setting is required with https, and optional otherwise', () => {
    expect(() => settings({ ...httpsSettings(PUBLIC_URL), TRUSTED_PROXIES: ' ' })).toThrow('TRUSTED_PROXIES')
    expect(() => settings({})).not.toThrow()
  })

  test.each(['none', '1', '2', '127.0.0.1', '10.0.0.0/8, 2001:db8::/32', ' ::1 '])(
    'the setting can be "%s"',
    (TRUSTED_PROXIES) => expect(() => settings({ ...httpsSettings(PUBLIC_URL), TRUSTED_PROXIES })).not.toThrow(),
  )

  test.each(['', '0', '10', 'all', 'true', '*', 'loopback', 'nginx', '10.0.0.0/33', '1.5', '-1', '10.0.0.1;10.0.0.2'])(
    'the setting "%s" is refused by its name and without its value',
    (TRUSTED_PROXIES) => expect(() => settings({ TRUSTED_PROXIES })).toThrow(/malformed: TRUSTED_PROXIES$/),
  )
})
