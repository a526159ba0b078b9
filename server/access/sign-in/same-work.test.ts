import { login } from '@cuida/core/access/api.ts'
import { staffLogin } from '@cuida/core/access/team/staff-api.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { insertClinician } from '../../care/test-people.ts'
import type { TestContext } from '../../testing/test-context.ts'
import { newClientAddress, newPatient, newPhone, PASSWORD, solveProofOfWork } from '../test-people.ts'

const hashing = vi.hoisted(() => ({ checks: 0 }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  const verify: typeof real.verify = (...args) => {
    hashing.checks++
    return real.verify(...args)
  }
  return { ...real, verify }
})

let context: TestContext
beforeAll(async () => {
  // Earlier test files have loaded the server with the unmocked hash.
  vi.resetModules()
  const { startTestContext } = await import('../../testing/test-context.ts')
  context = await startTestContext({ demo: false })
})
afterAll(() => context.close())

const password = 'Otra-Clave-9'

async function checksFor(sendRequest: () => Promise<{ body: { code?: string } }>): Promise<number> {
  const before = hashing.checks
  expect((await sendRequest()).body.code).toBe('WRONG_CREDENTIALS')
  return hashing.checks - before
}
const asPatient = (identifier: string, headers: Record<string, string> = {}) =>
  context.sendCall(login, { identifier, password }, { from: newClientAddress(), headers })
const asStaff = (email: string) => context.sendCall(staffLogin, { email, password }, { from: newClientAddress() })

async function deviceOf(phone: string): Promise<string> {
  const { body } = await context.sendCall(
    login,
    { identifier: phone, password: PASSWORD },
    { from: newClientAddress() },
  )
  return String(body.deviceKey)
}

/** Continues as a stranger beyond the limits, who pays for each try with proof of work. */
async function worked(phone: string) {
  for (let tries = 0; tries < 10; tries++) await asPatient(phone)
  const refused = await asPatient(phone)
  expect(refused.status).toBe(429)
  return () => asPatient(phone, solveProofOfWork(refused))
}

// Product 3.8: the response time must not reveal whether a phone has an account. The hash takes most of the time.
test('a wrong password costs one hash, for known and unknown phones', async () => {
  const { phone } = await newPatient(context)
  expect(await checksFor(() => asPatient(phone))).toBe(1)
  expect(await checksFor(() => asPatient(newPhone()))).toBe(1)
})

test('a wrong password with proof of work costs one hash too', { tags: ['nightly'] }, async () => {
  const { phone } = await newPatient(context)
  expect(await checksFor(await worked(phone))).toBe(1)
  expect(await checksFor(await worked(newPhone()))).toBe(1)
})

test('a wrong password from the owner’s or another person’s known device costs one hash too', async () => {
  const { phone } = await newPatient(context)
  const headers = { 'x-device': await deviceOf(phone) }
  for (const each of [phone, (await newPatient(context)).phone, newPhone()])
    expect(await checksFor(() => asPatient(each, headers))).toBe(1)
})

test('a wrong password at the desk costs one hash, for known and unknown members of staff', async () => {
  const { staffId } = await insertClinician(context)
  const { phone } = await newPatient(context)
  const [member] = await context.db`
    update staff set password_hash = (select password_hash from account where phone = ${phone})
    where id = ${staffId} returning email`
  expect(await checksFor(() => asStaff(member?.email))).toBe(1)
  expect(await checksFor(() => asStaff('nobody@example.com'))).toBe(1)
})
