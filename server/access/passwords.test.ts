import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './passwords.ts'

const AT_ONCE = 2
const IN_LINE = 50

test('a line of fifty waits for two who hash, and all of them are answered; who comes then is told when to come back', async () => {
  const passwordHash = await hashPassword('Clave-Segura-1')
  const asked = Array.from({ length: AT_ONCE + IN_LINE }, (_, nth) =>
    isPassword(nth % 2 ? 'Clave-Segura-1' : 'Otra-Clave-9', passwordHash),
  )
  await expect(isPassword('Clave-Segura-1', passwordHash)).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  expect(await Promise.all(asked)).toEqual(asked.map((_, nth) => nth % 2 === 1))
  expect(await isPassword('Clave-Segura-1', passwordHash)).toBe(true)
})
