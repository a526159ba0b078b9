import { login } from '@cuida/core/access/api.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { World } from '../../kit/test-world.ts'
import { newPatient, newPhone, newSource } from '../test-people.ts'

const hashing = vi.hoisted(() => ({ checks: 0 }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  const verify: typeof real.verify = (...given) => {
    hashing.checks++
    return real.verify(...given)
  }
  return { ...real, verify }
})

let world: World
beforeAll(async () => {
  // The files before this one have loaded the server with the hash as it is.
  vi.resetModules()
  const { testWorld } = await import('../../kit/test-world.ts')
  world = await testWorld({ demo: false })
})
afterAll(() => world.close())

async function checksFor(phone: string): Promise<number> {
  const before = hashing.checks
  const { body } = await world.tell(login, { identifier: phone, password: 'Otra-Clave-9' }, { from: newSource() })
  expect(body.code).toBe('WRONG_CREDENTIALS')
  return hashing.checks - before
}

// Quality A13: the time of an answer must not tell whether a phone has an account. What takes the time is the hash.
test('a wrong password costs one hash, whether anybody has the phone or not', async () => {
  expect(await checksFor((await newPatient(world)).phone)).toBe(1)
  expect(await checksFor(newPhone())).toBe(1)
})
