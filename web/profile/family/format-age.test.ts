import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { beforeEach, expect, test } from 'vitest'
import { formatBirth } from './format-age.ts'

beforeEach(() => loadMessages('es', { 'profile.family.years': ['9 años'] }))

test.each([
  [true, /^9 años · .*2017/],
  [false, /^[^·]*2017$/],
])("a child's age is shown where the partner shows ages: %s [B3.14]", (displayAge, text) =>
  expect(formatBirth('2017-03-12', { displayAge }, '2026-11-23')).toMatch(text),
)
