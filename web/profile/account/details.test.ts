import { expect, test } from 'vitest'
import { changesOf, type Details } from './AccountScreen.tsx'

const before: Details = { firstName: 'Ana', lastName: 'Ruiz', sex: 'Female', genderInfo: 'ella' }

test.each([
  ['nothing without changes', {}, {}],
  ['nothing when only blanks were added', { firstName: ' Ana ' }, {}],
  ['the one field that changed', { lastName: 'Soto' }, { lastName: 'Soto' }],
  ['null for an emptied gender', { genderInfo: ' ' }, { genderInfo: null }],
])('a form sends %s', (_, change, sent) => expect(changesOf(before, { ...before, ...change })).toEqual(sent))
