import { expect, test } from 'vitest'
import { unwrap } from './strapi.ts'

test.each([
  ['an entry', { data: { id: 1, attributes: { name: 'a' } }, meta: {} }, { id: 1, name: 'a' }],
  ['a list', { data: [{ id: 1, attributes: { name: 'a' } }], meta: {} }, [{ id: 1, name: 'a' }]],
  [
    'a relation inside',
    { id: 1, attributes: { icon: { data: { id: 2, attributes: { url: '/a' } } } } },
    { id: 1, icon: { id: 2, url: '/a' } },
  ],
  ['a relation to nothing', { id: 1, attributes: { icon: { data: null } } }, { id: 1, icon: null }],
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
  ['an empty answer', { data: null, meta: {} }, null],
])('%s', (_, wire, flat) => expect(unwrap(wire)).toEqual(flat))
