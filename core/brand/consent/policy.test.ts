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
  ['every known slug is valid', POLICY_SLUGS.map((urlSlug) => ({ urlSlug })), true],
  ['an unknown slug is refused', [{ urlSlug: 'house-rules' }], false],
  ['a missing or invalid date is refused', [{ updatedOn: undefined }, { updatedOn: 'yesterday' }], false],
  ['a section without content is refused', [{ section: [{ id: 1, title: 'Who we are' }] }], false],
])('policy documents: %s', (_, changes, is) => {
  for (const change of changes) expect(v.is(PolicyDocument, { ...document, section, ...change })).toBe(is)
})
