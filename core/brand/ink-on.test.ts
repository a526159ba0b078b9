import { expect, test } from 'vitest'
import { inkOn } from './ink-on.ts'

test.each([
  ['#000000', '#fff'],
  ['#0f5b50', '#fff'],
  ['#00a868', '#000'],
  ['#ffff00', '#000'],
  ['#ff0000', '#000'],
  ['#FFF', '#000'],
  ['#777', '#000'],
  ['#707070', '#fff'],
])('text on %s is %s', (colour, ink) => {
  expect(inkOn(colour)).toBe(ink)
})
