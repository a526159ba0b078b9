import { expect, test } from 'vitest'
import { arrivalScript } from './arrival-script.ts'

/** Simulates the page's head: the URL that the script finds, and the one that it leaves. */
function arriveAt(address: string) {
  const { pathname, search, hash } = new URL(address, 'https://cuida.test')
  const bar: string[] = []
  const window: { cuidaArrival?: string | null } = {}
  const history = { replaceState: (_state: unknown, _title: string, path: string) => bar.push(path) }
  new Function('location', 'history', 'window', arrivalScript)({ pathname, search, hash }, history, window)
  return { bar: bar[0], brought: window.cuidaArrival }
}

const CLEAN = '/account/connect/google'

test.each([
  ['our one-time code', '#code=once_abc', 'once_abc'],
  ['a token of the specification', '?access_token=ya29.abc', 'ya29.abc'],
  [
    "a token with Strapi's extra parameters",
    '?access_token=ya29.abc&raw[access_token]=ya29.abc&raw[id_token]=x',
    'ya29.abc',
  ],
  ['our one-time code, preferred to a token,', '?access_token=ya29.abc#code=once_abc', 'once_abc'],
])('%s is removed from the URL and kept for the screen [A2.22]', (_, query, expected) =>
  expect(arriveAt(CLEAN + query)).toEqual({ bar: CLEAN, brought: expected }),
)

test.each(['', '?error=access_denied', '#', '#other=1', '?access_token=', '#code=%E0%A4%A'])(
  '%s has no credential and is removed too',
  (suffix) => {
    const { bar, brought } = arriveAt(CLEAN + suffix)
    expect(bar).toBe(CLEAN)
    expect(brought ?? '').not.toContain('once_')
  },
)

test('other URLs are left unchanged', () => {
  for (const address of ['/welcome?reason=unauthorized', '/?access_token=x#code=y', '/x/account/connect/google#code=y'])
    expect(arriveAt(address)).toEqual({ bar: undefined, brought: undefined })
})
