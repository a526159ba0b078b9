import { beforeEach, describe, expect, test, vi } from 'vitest'
import { destinationOf } from '../access/sign-in/continue-path.ts'
import { takeSocialCredential } from '../access/sign-in/social-credential.ts'
import { ALTERNATIVE_PATHS } from '../kit/session/alternative-path-examples.ts'
import { firstPath, pathOfLink, setFirstPath } from './links.ts'

const HOST = 'vida-ligera.example'
const HOME = '/how-can-we-help'

describe('a link to the app', () => {
  test.each([
    ['/consultations/8f1c', '/consultations/8f1c'],
    ['/products/nutrition?from=mail', '/products/nutrition?from=mail'],
    ['/terms-and-conditions', '/terms-and-conditions'],
    ['/consultations/a%2Fb', '/consultations/a%2Fb'],
    ['/consultations/1#notes', '/consultations/1'],
    ['/guest#a.secret', '/guest#a.secret'],
    ['/reminder#token.later', '/reminder#token.later'],
    ['/verify#12-34', '/verify#12-34'],
    ['/account/connect/google#code=once_a', '/account/connect/google#code=once_a'],
    ['/account/connect/google/link#code=once_a', '/account/connect/google/link#code=once_a'],
  ])('%s opens %s', (path, opened) => expect(pathOfLink(`https://${HOST}${path}`, HOST)).toBe(opened))

  test.each(ALTERNATIVE_PATHS)('%s opens the screen of the short form', (path, opened) =>
    expect(pathOfLink(`https://${HOST}${path}?from=mail`, HOST)).toBe(`${opened}?from=mail`),
  )

  test.each([
    ['a path without a screen', `https://${HOST}/desk/queue`],
    ['the root', `https://${HOST}/`],
    ['a foreign host', 'https://evil.example/consultations/8f1c'],
    ['a host that starts like ours', `https://${HOST}.evil.example/consultations`],
    ['a host that ends like ours', `https://evil-${HOST}/consultations`],
    ['our host as the user name', `https://consultations@evil.example/consultations`],
    ['another port', `https://${HOST}:8443/consultations`],
    ['plain http', `http://${HOST}/consultations`],
    ['another scheme', `vidaligera://${HOST}/consultations`],
    ['a script', 'javascript:alert(1)'],
    ['an empty URL', ''],
  ])('a link with %s leads Home', (_, link) => expect(pathOfLink(link, HOST)).toBe(HOME))
})

describe('the start of a native app', () => {
  test.each(ALTERNATIVE_PATHS)(
    'a link to %s leads to its screen after AuthRedirect [A2.12] [A2.41]',
    (path, opened) => {
      expect(firstPath(pathOfLink(`https://${HOST}${path}`, HOST), true)).toEqual({ at: '/redirect', remember: opened })
      expect(firstPath(path, false)).toEqual({ at: '/redirect', remember: opened })
      expect(destinationOf(path)).toBe(opened)
    },
  )

  test.each([
    ['a start without a link', '/', false, '/redirect', undefined],
    ['a link to a consultation', '/consultations/8f1c', true, '/redirect', '/consultations/8f1c'],
    ['a link to a product', '/products/nutrition', true, '/redirect', '/products/nutrition'],
    ['a reload on a screen', '/consultations/8f1c', false, '/redirect', '/consultations/8f1c'],
    ['a reload on an unknown screen', '/about-nothing', false, '/redirect', undefined],
    ['a link to a document', '/terms-and-conditions?x=1', true, '/terms-and-conditions?x=1', undefined],
    ['a reload on a document', '/terms-and-conditions', false, '/redirect', '/terms-and-conditions'],
    ['a reload during sign-in', '/account/signin/mfa', false, '/redirect', undefined],
    ['a link to a guest call', '/guest#a.secret', true, '/guest#a.secret', undefined],
    ['a return from Google', '/account/connect/google', true, '/account/connect/google', undefined],
    ['a reload after a return from Google', '/account/connect/google', false, '/redirect', undefined],
    ['a return from linking Google', '/account/connect/google/link', true, '/redirect', '/account/connect/google/link'],
    ['a link to Welcome', '/welcome', true, '/redirect', undefined],
  ])('%s starts at the right screen [A2.12]', (_, path, isLink, at, remember) =>
    expect(firstPath(path, isLink)).toEqual({ at, remember }),
  )
})

describe('a company link', () => {
  const entries = new Map<string, string>()
  const replaceState = vi.fn()
  const pushState = vi.fn()
  beforeEach(() => {
    entries.clear()
    vi.clearAllMocks()
    vi.stubGlobal('sessionStorage', { setItem: (key: string, text: string) => void entries.set(key, text) })
    vi.stubGlobal('history', { replaceState, pushState })
  })

  test('a launch link hands its token to its screen and leaves it in no URL', () => {
    setFirstPath('/lp/huerta?token=t-1', true)
    expect(entries.get('landingPageToken')).toBe('t-1')
    expect(replaceState).toHaveBeenCalledExactlyOnceWith(null, '', '/lp/huerta')
  })

  test("Google's one-time code waits for its screen and is in no URL", () => {
    vi.stubGlobal('window', {})
    setFirstPath('/account/connect/google#code=once_a', true)
    expect(takeSocialCredential()).toBe('once_a')
    expect(replaceState).toHaveBeenCalledExactlyOnceWith(null, '', '/account/connect/google')
  })

  test('a token of another page is left in place', () => {
    setFirstPath('/products/nutrition?token=t-1', true)
    expect(entries.size).toBe(1)
    expect([...entries.keys()]).not.toContain('landingPageToken')
  })
})
