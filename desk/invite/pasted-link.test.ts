import { expect, test } from 'vitest'
import { takeBackOf, tokenIn } from './LinkSets.tsx'

const token = 'V20ndqufGbJAcwIaASi2Xw'
test.each([
  ['the whole address', `https://clinic.example/lp/huerta?token=${token}`, token],
  ['with more behind it and blanks around', ` https://clinic.example/lp/huerta?token=${token}&utm=mail `, token],
  ['its token alone', token, token],
  ['an address without one', 'https://clinic.example/lp/huerta', undefined],
  ['an address with half of one', 'https://clinic.example/lp/huerta?token=V20', undefined],
  ['a name', 'Nuria Campos Vera', undefined],
  ['nothing', ' ', undefined],
])('a link is known by %s', (_, pasted, found) => expect(tokenIn(pasted)).toBe(found))

test('a pasted link is taken back by its token, with the trimmed reason', () =>
  expect(takeBackOf({ link: ` https://clinic.example/lp/huerta?token=${token}`, reason: ' Lost ' })).toEqual({
    token,
    reason: 'Lost',
  }))
