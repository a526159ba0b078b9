import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Document } from './document.ts'

const document = {
  id: '5f0c2c4e-6d0e-4f53-9c6e-0f4d6a1a2b3c',
  name: '',
  type: 'image/jpeg',
  size: 1_024,
  uploadedAt: '2026-11-21T12:00:00Z',
  isWaiting: false,
  wasSigned: false,
}

test('a document describes itself and never reveals its storage key', () => {
  expect(v.parse(Document, { ...document, path: '/data/1', hash: 'x' })).toEqual(document)
  expect(v.is(Document, { ...document, type: 'application/pdf' })).toBe(true)
})

test.each([
  ['a web page', { type: 'text/html' }],
  ['a file without a size', { size: undefined }],
  ['a file without the state of its check', { isWaiting: undefined }],
])('%s is no document', (_, change) => expect(v.is(Document, { ...document, ...change })).toBe(false))
