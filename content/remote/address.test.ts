import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressAt } from './address.ts'

const CMS = 'https://cms.example/base/'

test.each([
  ['/uploads/a%20b_%C3%B1.png', 'https://cms.example/base/uploads/a%20b_%C3%B1.png'],
  ['/uploads/a.png?x', 'https://cms.example/base/uploads/a.png%3Fx'],
  ['/uploads//a.png', 'https://cms.example/base/uploads//a.png'],
])('%s is requested at %s', (raw, address) => expect(addressAt(CMS, raw)).toBe(address))

test.each([
  '/uploads/../admin',
  '/uploads/%2e%2e/admin',
  '/uploads/.%2E/admin',
  '/uploads/..%2fadmin',
  '/uploads/..%5cadmin',
  '/uploads\\..\\admin',
  '/uploads/%252e%252e/admin',
  '/uploads/%00.png',
  '/uploads/%0d%0aset-cookie:x',
  '/uploads/%',
  '/uploads/%ff',
  'http://evil.example/uploads/a.png',
  '@evil.example/',
  '',
])('%s is not requested', (raw) => expect(addressAt(CMS, raw)).toBeUndefined())

test('every request stays on the content service, below the same folder', () => {
  const part = fc.oneof(fc.string(), fc.constantFrom('..', '.', '%2e%2e', '//', '%2f', '\\', '@', ':', '?', '#', '%25'))
  fc.assert(
    fc.property(fc.array(part), (segments) => {
      const address = addressAt(CMS, `/uploads/${segments.join('/')}`)
      if (address !== undefined)
        expect(new URL(address).href.startsWith('https://cms.example/base/uploads/')).toBe(true)
    }),
  )
})
