import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './passwords.ts'

const AT_ONCE = 2
const IN_LINE = 50

test('fifty sign-ins wait while two are hashed and all are answered; a further one gets Retry-After', async () => {
  const passwordHash = await hashPassword('Clave-Segura-1')
  const checks = Array.from({ length: AT_ONCE + IN_LINE }, (_, nth) =>
    isPassword(nth % 2 ? 'Clave-Segura-1' : 'Otra-Clave-9', passwordHash),
  )
  await expect(isPassword('Clave-Segura-1', passwordHash)).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  expect(await Promise.all(checks)).toEqual(checks.map((_, nth) => nth % 2 === 1))
  expect(await isPassword('Clave-Segura-1', passwordHash)).toBe(true)
})
