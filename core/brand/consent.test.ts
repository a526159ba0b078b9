import { expect, test } from 'vitest'
import { mayMeasure, mayTrack } from './consent.ts'

test.each([
  ['nothing was asked or answered', { groups: [], marketing: false }, false],
  ['only the cookies', { groups: ['C0002'], marketing: false }, false],
  ['only marketing', { groups: [], marketing: true }, false],
  ['marketing and other cookies', { groups: ['C0001', 'C0003'], marketing: true }, false],
  ['marketing and these cookies', { groups: ['C0001', 'C0002'], marketing: true }, true],
])('%s: told to anybody %o → %s', (_, consent, expected) => expect(mayTrack(consent)).toBe(expected))

test.each([
  ['nothing was asked or answered', { groups: [], marketing: false }, false],
  ['marketing and other cookies', { groups: ['C0001', 'C0003'], marketing: true }, false],
  ['these cookies', { groups: ['C0002'], marketing: false }, true],
])('%s: screens counted %o → %s', (_, consent, expected) => expect(mayMeasure(consent)).toBe(expected))
