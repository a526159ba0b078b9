import { expect, test } from 'vitest'
import { parseLinkToken, revokeLinkInput } from './LinkSets.tsx'

const token = 'V20ndqufGbJAcwIaASi2Xw'
test.each([
  ['its whole address', `https://clinic.example/lp/huerta?token=${token}`, token],
  [
    'its address with further parameters and blanks',
    ` https://clinic.example/lp/huerta?token=${token}&utm=mail `,
    token,
  ],
  ['its token alone', token, token],
  ['no address without a token', 'https://clinic.example/lp/huerta', undefined],
  ['no address with an incomplete token', 'https://clinic.example/lp/huerta?token=V20', undefined],
  ['no name', 'Nuria Campos Vera', undefined],
  ['no empty text', ' ', undefined],
])('a link is recognised by %s', (_, pasted, found) => expect(parseLinkToken(pasted)).toBe(found))

test('a pasted link is revoked by its token, with the trimmed reason', () =>
  expect(revokeLinkInput({ link: ` https://clinic.example/lp/huerta?token=${token}`, reason: ' Lost ' })).toEqual({
    token,
    reason: 'Lost',
  }))
