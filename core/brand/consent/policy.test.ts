import * as v from 'valibot'
import { expect, test } from 'vitest'
import { POLICY_SLUGS, PolicyDocument } from './policy.ts'

const document = { urlSlug: 'privacy-policy', title: 'Privacy', updatedOn: '2026-11-16' }
const section = [{ id: 1, title: 'Who we are', content: 'We are …' }]

test('a document has its slug, its date and its sections', () => {
  expect(v.parse(PolicyDocument, { ...document, section })).toEqual({
    ...document,
    section: [{ ...section[0], id: '1' }],
  })
})

test.each([
  ['every document that partners have', POLICY_SLUGS.map((urlSlug) => ({ urlSlug })), true],
  ['none that nobody has', [{ urlSlug: 'house-rules' }], false],
  ['none without its day', [{ updatedOn: undefined }, { updatedOn: 'yesterday' }], false],
  ['none whose part says nothing', [{ section: [{ id: 1, title: 'Who we are' }] }], false],
])('every partner has %s', (_, changes, is) => {
  for (const change of changes) expect(v.is(PolicyDocument, { ...document, section, ...change })).toBe(is)
})
