import { me } from '@cuida/core/profile/account/api.ts'
import { expect, test } from 'vitest'
import { createTestContext } from '../testing/test-contexts.ts'
import { markForDebugging } from './debug-account.ts'
import { newPatient, newSession } from './test-people.ts'

const context = await createTestContext()

test('a marked account can see the debug banner at once until it is unmarked, and no other account can [A2.48]', async () => {
  const one = await newPatient(context)
  const other = await newPatient(context)
  const hasDebugFlag = async ({ accountId }: typeof one) => {
    const { token } = await newSession(context, accountId)
    return (await context.sendCall(me, {}, { token })).body.showDebugInfo
  }
  expect(await hasDebugFlag(one)).toBe(false)
  const typed = `${one.phone.slice(0, 3)} ${one.phone.slice(3)}`
  expect(await markForDebugging(context.db, typed, true)).toContain('ENVIRONMENT')
  expect([await hasDebugFlag(one), await hasDebugFlag(other)]).toEqual([true, false])
  await markForDebugging(context.db, one.phone, false)
  expect(await hasDebugFlag(one)).toBe(false)
})

test('an unknown phone is reported', () =>
  expect(markForDebugging(context.db, '+34600999999', true)).rejects.toThrow('No account has the phone +34600999999'))
