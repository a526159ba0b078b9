import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAllowedRedirect } from './redirect.ts'

const HOSTS = ['montenegro.example', 'www.montenegro.example']
const GOOD = [
  'https://montenegro.example',
  'https://montenegro.example/',
  'https://www.montenegro.example/salud?from=cuida#top',
  'https://montenegro.example?x=1',
  'HTTPS://Montenegro.Example/Salud',
  'https://montenegro.example/%0a/../x',
  'https://montenegro.example/@evil.example',
]

/** Attempts to name another host or scheme, or to decorate the allowed host. */
const BEFORE = [
  '',
  ' ',
  '\t',
  '\n',
  '\u0000',
  '\u200b',
  '%20',
  '//',
  '\\\\',
  '/',
  'url=',
  'x:',
  'blob:',
  'view-source:',
]
const SCHEMES = [
  'http://',
  'ftp://',
  '//',
  '/\\',
  '\\/',
  'https:',
  'https:/',
  'https:\\\\',
  'https:///',
  'javascript://',
]
const HOST_TRICKS = [
  'evil.example',
  'montenegro.example.evil.example',
  'evilmontenegro.example',
  'montenegro.example@evil.example',
  'montenegro.example:pass@evil.example',
  'user@montenegro.example',
  'montenegro.example:8443',
  'montenegro.example.',
  '.montenegro.example',
  'montenegro。example',
  'montenegro.examp\u200ble',
  'montenegro.ехample',
  'ｍontenegro.example',
  'montenegro%2eexample',
  'montenegro.example%00.evil.example',
  'montenegro.example%0d%0aLocation:evil.example',
  'montenegro.example\\evil.example',
  'montenegro.example\\@evil.example',
  'evil.example\\.montenegro.example',
  'evil.example#montenegro.example',
  'evil.example?montenegro.example',
  'evil.example/montenegro.example',
  '[::1]',
  '127.0.0.1',
  '2130706433',
  '169.254.169.254',
  'localhost',
]
const PAYLOADS = [
  ...SCHEMES.flatMap((scheme) => ['evil.example', 'montenegro.example'].map((host) => scheme + host)),
  ...HOST_TRICKS.flatMap((host) => [`https://${host}`, `https://${host}/`, `https://${host}/?a=b`, `HTTPS://${host}`]),
  ...BEFORE.filter(Boolean).flatMap((before) => [
    `${before}https://montenegro.example`,
    `https://${before}montenegro.example`,
    `https://montenegro.example${before === '/' || before === '//' ? '\\' : before}`,
  ]),
  'javascript:alert(1)//https://montenegro.example',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'https%3A%2F%2Fevil.example',
  'https%253A%252F%252Fevil.example',
  'https://montenegro.example /',
  'https://montenegro.example/\n//evil.example',
  'https://montenegro.example/\\evil.example',
  'https://montenegro.example/ú',
  'montenegro.example',
  'www.montenegro.example/salud',
  '',
  'https://',
  'null',
  'about:blank',
]

describe('a company’s landing page', () => {
  test.each(GOOD)('%s is allowed', (url) => {
    expect(isAllowedRedirect(url, HOSTS)).toBe(true)
  })
  test('no other URL is allowed, however it is written [A7.4]', () => {
    expect(PAYLOADS.length).toBeGreaterThanOrEqual(160)
    expect(PAYLOADS.filter((url) => isAllowedRedirect(url, HOSTS))).toEqual([])
  })
  test('no URL is allowed when the partner lists no host', () => {
    expect(GOOD.filter((url) => isAllowedRedirect(url, []))).toEqual([])
  })
  test('every allowed URL is, for a browser, https on a listed host', () => {
    const piece = fc.constantFrom(
      ...[
        'https:',
        'http:',
        '//',
        '/',
        '\\',
        '@',
        ':',
        '.',
        '#',
        '?',
        '%2e',
        '%0a',
        '\n',
        '\t',
        ' ',
        'evil',
        'example',
      ],
      ...[
        'montenegro',
        'montenegro.example',
        'www.',
        'HTTPS://',
        'https://',
        'ë',
        '\u3002',
        '[',
        ']',
        '443',
        'javascript:',
      ],
    )
    const url = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
    const near = url.map((suffix) => `https://montenegro.example${suffix}`)
    const urls = fc.sample(fc.oneof(url, near), 2_000).filter((text) => isAllowedRedirect(text, HOSTS))
    const read = urls.map((text) => new URL(text))
    expect(read.length).toBeGreaterThan(50)
    const isOurs = ({ protocol, host, username, password }: URL) =>
      protocol === 'https:' && HOSTS.includes(host) && username + password === ''
    expect(read.filter((each) => !isOurs(each))).toEqual([])
  })
})
