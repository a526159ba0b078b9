import { describe, expect, test } from 'vitest'
import { firstPath, pathOfLink } from './links.ts'

const HOST = 'vida-ligera.example'
const HOME = '/how-can-we-help'

describe('a link to us', () => {
  test.each([
    ['/consultations/8f1c', '/consultations/8f1c'],
    ['/products/nutrition?from=mail', '/products/nutrition?from=mail'],
    ['/terms-and-conditions', '/terms-and-conditions'],
    ['/consultations/a%2Fb', '/consultations/a%2Fb'],
    ['/consultations/1#notes', '/consultations/1'],
  ])('%s opens %s', (path, opened) => expect(pathOfLink(`https://${HOST}${path}`, HOST)).toBe(opened))

  test.each([
    ['a path that no screen has', `https://${HOST}/desk/queue`],
    ['the root', `https://${HOST}/`],
    ['a host of somebody else', 'https://evil.example/consultations/8f1c'],
    ['a host that begins like ours', `https://${HOST}.evil.example/consultations`],
    ['a host that ends like ours', `https://evil-${HOST}/consultations`],
    ['a name before our host', `https://consultations@evil.example/consultations`],
    ['another port', `https://${HOST}:8443/consultations`],
    ['an unencrypted line', `http://${HOST}/consultations`],
    ['another scheme', `vidaligera://${HOST}/consultations`],
    ['a script', 'javascript:alert(1)'],
    ['nothing at all', ''],
  ])('with %s leads home', (_, link) => expect(pathOfLink(link, HOST)).toBe(HOME))
})

describe('an app that starts', () => {
  test.each([
    ['with nothing', '/', false, '/redirect', undefined],
    ['by a link to a consultation', '/consultations/8f1c', true, '/redirect', '/consultations/8f1c'],
    ['by a link to a product', '/products/nutrition', true, '/redirect', '/products/nutrition'],
    ['again, where it was', '/consultations/8f1c', false, '/redirect', '/consultations/8f1c'],
    ['again, on a screen that is no destination', '/about-nothing', false, '/redirect', undefined],
    ['by a link to a document', '/terms-and-conditions?x=1', true, '/terms-and-conditions?x=1', undefined],
    ['again, on a document', '/terms-and-conditions', false, '/redirect', '/terms-and-conditions'],
    ['again, in the middle of signing in', '/account/signin/mfa', false, '/redirect', undefined],
    ['by a link to Welcome', '/welcome', true, '/redirect', undefined],
  ])('%s begins at the right place', (_, path, isLink, at, remember) =>
    expect(firstPath(path, isLink)).toEqual({ at, remember }),
  )
})
