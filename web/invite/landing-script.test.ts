import { expect, test } from 'vitest'
import { landingScript } from './landing-script.ts'

/** Simulates the page's head: what the script leaves in the address bar and stores for this tab. */
function arriveAt(address: string, storeToken?: (key: string, token: string) => void) {
  const { pathname, search } = new URL(address, 'https://cuida.test')
  const bar: string[] = []
  const storedTokens: string[] = []
  const history = { replaceState: (_state: unknown, _title: string, path: string) => bar.push(path) }
  const storage = { setItem: storeToken ?? ((_key: string, token: string) => storedTokens.push(token)) }
  const run = new Function('location', 'history', 'sessionStorage', landingScript)
  run({ pathname, search }, history, storage)
  return { bar, storedTokens }
}

test.each([
  ['a company link', '/lp/huerta?token=t-1', '/lp/huerta', 't-1'],
  ['a company link with tracking parameters', '/lp/huerta?utm_source=mail&token=t-1', '/lp/huerta', 't-1'],
  ['a company link with an escaped token', '/lp/huerta?token=a%2Bb', '/lp/huerta', 'a+b'],
])('%s leaves the URL and is kept for this tab [A2.5]', (_, address, path, token) =>
  expect(arriveAt(address)).toEqual({ bar: [path], storedTokens: [token] }),
)

test.each(['/lp/huerta', '/lp/huerta?token=', '/welcome?token=t-1', '/x/lp/huerta?token=t-1'])(
  '%s has no company token and is left unchanged [A2.5]',
  (address) => expect(arriveAt(address)).toEqual({ bar: [], storedTokens: [] }),
)

test('without storage the token leaves the URL all the same [A2.5]', () => {
  const refuse = () => {
    throw new Error('no storage here')
  }
  expect(arriveAt('/lp/huerta?token=t-1', refuse).bar).toEqual(['/lp/huerta'])
})
