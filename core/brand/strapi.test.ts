import * as v from 'valibot'
import { expect, test } from 'vitest'
import { EntryId, Media, unwrap } from './strapi.ts'

test.each([
  ['an entry', { data: { id: 1, attributes: { name: 'a' } }, meta: {} }, { id: 1, name: 'a' }],
  ['a list', { data: [{ id: 1, attributes: { name: 'a' } }], meta: {} }, [{ id: 1, name: 'a' }]],
  [
    'a relation inside',
    { id: 1, attributes: { icon: { data: { id: 2, attributes: { url: '/a' } } } } },
    { id: 1, icon: { id: 2, url: '/a' } },
  ],
  ['an empty relation', { id: 1, attributes: { icon: { data: null } } }, { id: 1, icon: null }],
  ['a relation to many', { id: 1, attributes: { all: { data: [] } } }, { id: 1, all: [] }],
  [
    'a component',
    { id: 1, attributes: { section: [{ id: 7, title: 'b' }] } },
    { id: 1, section: [{ id: 7, title: 'b' }] },
  ],
  [
    'a version 5 entry',
    { data: { id: 1, documentId: 'x', name: 'a' }, meta: {} },
    { id: 'x', documentId: 'x', name: 'a' },
  ],
  [
    'a version 5 entry in the shape of 4',
    { data: { id: 1, documentId: 'x', attributes: { name: 'a' } } },
    { id: 'x', documentId: 'x', name: 'a' },
  ],
  ['an entry with a field of that name', { id: 1, data: 'b', meta: {} }, { id: 1, data: 'b', meta: {} }],
  ['an entry without fields', {}, {}],
  ['an empty reply', { data: null, meta: {} }, null],
])('%s', (_, wire, flat) => expect(unwrap(wire)).toEqual(flat))

test("an entry's id is a number or a text, and becomes a text", () => {
  expect(v.parse(EntryId, 7)).toBe('7')
  expect(v.parse(EntryId, 'x7')).toBe('x7')
  expect(v.is(EntryId, null)).toBe(false)
})

test('a picture has a URL, and its size and alternative text where known', () => {
  const known = { url: '/uploads/a.webp', alternativeText: 'A doctor', width: 800, height: 600 }
  expect(v.parse(Media, { ...known, hash: 'x' })).toEqual(known)
  expect(v.parse(Media, { url: '/a' })).toEqual({ url: '/a', alternativeText: null, width: null, height: null })
  expect(v.is(Media, { alternativeText: 'A doctor' })).toBe(false)
})
