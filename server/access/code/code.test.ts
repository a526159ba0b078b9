import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecrets } from '../../kit/crypto/secrets.ts'
import { codeOf, isCodeOf } from './code.ts'

const newSecrets = () => createSecrets(randomBytes(32).toString('base64url'))
const secrets = newSecrets()

test('every sending has its own six digits, the same wherever they are computed', () => {
  const id = randomUUID()
  const codes = Array.from({ length: 200 }, (_, sending) => codeOf(secrets, { id, sending }))
  for (const code of codes) expect(code).toMatch(/^\d{6}$/)
  expect(new Set(codes).size).toBeGreaterThan(195)
  expect(codes).toEqual(Array.from({ length: 200 }, (_, sending) => codeOf(secrets, { id, sending })))
  expect(codes.some((code) => code.startsWith('0'))).toBe(true)
})

test('a code cannot be computed without the key', () => {
  const verification = { id: randomUUID(), sending: 1 }
  const code = codeOf(secrets, verification)
  expect(isCodeOf(secrets, verification, code)).toBe(true)
  expect(isCodeOf(secrets, { ...verification, sending: 2 }, code)).toBe(
    codeOf(secrets, { ...verification, sending: 2 }) === code,
  )
  const strangers = Array.from({ length: 20 }, () => codeOf(newSecrets(), verification))
  expect(strangers.filter((guess) => guess === code).length).toBeLessThan(3)
})
