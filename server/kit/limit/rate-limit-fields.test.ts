import { login } from '@cuida/core/access/api.ts'
import { searchPeople } from '@cuida/core/access/people/people-api.ts'
import { expect, test } from 'vitest'
import { insertManager, tokenOf } from '../../access/people/test-managers.ts'
import { newClientAddress, newPatient } from '../../access/test-people.ts'
import { createTestContext } from '../../testing/test-contexts.ts'

const context = await createTestContext()

test('an answer tells the caller what is left of their limit, in a success and in a refusal', async () => {
  const how = tokenOf(await insertManager(context))
  const search = () => context.sendCall(searchPeople, { query: 'Nobody of this name' }, how)
  const first = await search()
  expect(first.status).toBe(200)
  expect(first.headers['ratelimit-policy']).toBe('"people searches";q=120;w=3600')
  expect(first.headers.ratelimit).toMatch(/^"people searches";r=119;t=\d+$/)
  await context.db`update rate_count set count = 120 where key like 'people searches:%'`
  const refused = await search()
  expect(refused.status).toBe(429)
  expect(refused.headers.ratelimit).toBe(`"people searches";r=0;t=${refused.headers['retry-after']}`)
})

test('a failed sign-in shows the limit of the address only, whether the account exists or not', async () => {
  const { phone } = await newPatient(context)
  const fieldsOf = async (identifier: string) => {
    const input = { identifier, password: 'Not-the-Password-1' }
    const { status, headers } = await context.sendCall(login, input, { from: newClientAddress() })
    expect(status).toBe(400)
    return [headers['ratelimit-policy'], headers.ratelimit?.toString().replace(/t=\d+/, 't=')]
  }
  const known = await fieldsOf(phone)
  expect(known).toEqual([
    expect.stringMatching(/^"wrong passwords source";[^,]+$/),
    expect.stringMatching(/;r=\d+;t=$/),
  ])
  expect(await fieldsOf('+34699999999')).toEqual(known)
})
