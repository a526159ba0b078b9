import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Ana García López', 'AL'],
  ['Dra. Elena Ruiz', 'ER'],
  ['Leo', 'L'],
  ['  ', ''],
  ['ángel núñez', 'ÁN'],
])('%s is %s', (name, initials) => expect(initialsOf(name)).toBe(initials))
