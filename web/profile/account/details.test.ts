import { expect, test } from 'vitest'
import { changesOf, type Details } from './AccountScreen.tsx'

const before: Details = { firstName: 'Ana', lastName: 'Ruiz', sex: 'Female', genderInfo: 'ella' }

test.each([
  ['nothing, when nothing changed', {}, {}],
  ['nothing, when only blanks were typed', { firstName: ' Ana ' }, {}],
  ['the one field that changed', { lastName: 'Soto' }, { lastName: 'Soto' }],
  ['none for an emptied gender', { genderInfo: ' ' }, { genderInfo: null }],
])('a form sends %s', (_, change, sent) => expect(changesOf(before, { ...before, ...change })).toEqual(sent))
