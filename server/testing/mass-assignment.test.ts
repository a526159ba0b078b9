import type { Call } from '@cuida/core/kit/call.ts'
import { describe, expect, test } from 'vitest'
import { TEST_SITE } from '../access/social/test-google.ts'
import { purposesOf } from '../kit/http/access.ts'
import { type JsonSchema, jsonSchemaOf, replySchemaOf } from '../kit/http/schema.ts'
import { servedCalls } from '../kit/http/serve.ts'
import { POLICY } from './policy/test-policy.ts'
import { callName, createActors } from './test-actors.ts'
import { createTestContext } from './test-contexts.ts'
import { sampleOf } from './test-samples.ts'

// Undeclared fields in a request have no effect.

const context = await createTestContext({ env: { PUBLIC_URL: TEST_SITE } })
const cast = await createActors(context)

const camel = (column: string) => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Every column name and every declared field name, in camel case and snake case. */
async function knownFields(): Promise<string[]> {
  const columns = await context.db<{ name: string }[]>`
    select distinct column_name as name from information_schema.columns where table_schema = 'public'`
  const declared = servedCalls.flatMap(({ body, reply, query }) => [
    ...(body ? namesIn(jsonSchemaOf(body)) : []),
    ...(query ? namesIn(jsonSchemaOf(query)) : []),
    ...(reply ? namesIn(replySchemaOf(reply)) : []),
  ])
  const powers = ['role', 'roles', 'isAdmin', 'admin', 'isStaff', 'price', 'total', 'discount', 'emrId', 'isDependant']
  return [...new Set([...columns.flatMap(({ name }) => [name, camel(name)]), ...declared, ...powers])].sort()
}

function namesIn(schema: JsonSchema): string[] {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>
  const inner = [
    ...Object.values(properties),
    ...[schema.items ?? []].flat(),
    ...((schema.anyOf ?? []) as JsonSchema[]),
  ]
  return [...Object.keys(properties), ...inner.flatMap((one) => namesIn(one as JsonSchema))]
}

/** Unique values, one of each type: a row that contains one proves that an undeclared field was stored. */
const MARKS = {
  text: 'mass-assigned',
  number: 918_273_645,
  id: '99999999-9999-4999-8999-999999999999',
  moment: '1999-09-09T09:09:09.000Z',
  list: ['mass-assigned'],
} as const

/** Privileged columns, compared before and after. */
const PRIVILEGES: Record<string, unknown> = {
  status: 'ACTIVE',
  debug: true,
  showDebugInfo: true,
  role: 'clinician-and-clinical-manager',
  amount: 0,
  refunded: 3_900,
  captured: 1,
  isDependant: false,
}

const ownBody = (call: Call): string[] =>
  call.body ? Object.keys((jsonSchemaOf(call.body).properties ?? {}) as object) : []

const powers = () =>
  Promise.all([
    context.db`select id, status, debug, phone, email from account order by id`,
    context.db`select id, role, status, clinician_id from staff order by id`,
    context.db`select id, account_id, holder_id, emr_id, cpf, date_of_birth from patient order by id`,
    context.db`select id, status, amount, refunded, account_id, patient_id, price from care_order where id = ${cast.holder.order}`,
    context.db`select id, patient_id, type, starts_at from consultation order by id`,
  ])

/** Sends a call as a permitted actor, with valid input and undeclared fields. */
async function send(call: Call, more: Record<string, unknown>): Promise<number> {
  const rule = POLICY[callName(call)]
  const ids = Object.entries(rule?.ids ?? {}).map(([at, kind]) => [
    at.slice(at.lastIndexOf('.') + 1),
    cast.holder[kind],
  ])
  const named: Record<string, unknown> = { ...rule?.rest, ...cast.slot, ...Object.fromEntries(ids) }
  const path = call.path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(named[key])))
  const body = rule
    ? Object.fromEntries(ownBody(call).flatMap((name) => (name in named ? [[name, named[name]]] : [])))
    : call.body
      ? sampleOf(call.body)
      : {}
  const extras = Object.fromEntries(Object.entries(more).filter(([name]) => !ownBody(call).includes(name)))
  const answer = await context.app.inject({
    method: call.method,
    url: `/v1${path}`,
    headers: { ...(await bearerOf(call)) },
    payload: { ...extras, ...(body as object) },
  })
  return answer.statusCode
}

async function bearerOf(call: Call): Promise<Record<string, string>> {
  const purpose = purposesOf(call.access)[0]
  const actor = POLICY[callName(call)]?.opens[0] ?? (purpose === 'staff' ? 'manager' : 'holder')
  if (!purpose) return {}
  const token =
    purpose === 'access' || purpose === 'staff'
      ? cast.tokens[actor]
      : await context.services.tokens.sign(purpose, { subject: cast.holder.account })
  return { authorization: `Bearer ${token}` }
}

/** The rows of every table that contain a mark, by table. */
async function marked(mark: string): Promise<string[]> {
  const tables = await context.db<{ name: string }[]>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await context.db`select 1 from ${context.db(name)} t where t::text like ${`%${mark}%`}`
      return rows.length > 0 ? name : undefined
    }),
  )
  return found.filter((name) => name !== undefined)
}

// Calls that sign out, block or close come last: they end what the other calls need.
const ENDS = /logout$|\/(block|unblock|end|close)$/
const writes = () =>
  servedCalls
    .filter(({ method }) => method !== 'GET')
    .sort((one, two) => Number(ENDS.test(one.path)) - Number(ENDS.test(two.path)))

describe('undeclared fields', () => {
  test('an undeclared field is stored nowhere, whichever column it names', { tags: ['nightly'] }, async () => {
    const names = await knownFields()
    expect(names.length).toBeGreaterThan(200)
    const before = await powers()
    const failed: string[] = []
    let done = 0
    for (const call of writes().filter(({ path }) => !ENDS.test(path)))
      for (const mark of Object.values(MARKS)) {
        const status = await send(call, Object.fromEntries(names.map((name) => [name, mark])))
        if (status >= 500) failed.push(`${callName(call)}: ${status}`)
        if (status < 300) done++
      }
    expect(failed).toEqual([])
    // Enough of the marked requests succeeded.
    expect(done).toBeGreaterThan(20)
    for (const mark of ['mass-assigned', '918273645', MARKS.id, '1999-09-09']) expect(await marked(mark)).toEqual([])
    expect(await powers()).toEqual(before)
  })

  test('an undeclared field changes no role, price or status', async () => {
    const before = await powers()
    for (const call of writes().filter(({ path }) => !ENDS.test(path))) {
      expect(await send(call, PRIVILEGES), callName(call)).toBeLessThan(500)
      expect(await send(call, { profile: PRIVILEGES, account: PRIVILEGES, staff: PRIVILEGES })).toBeLessThan(500)
    }
    expect(await powers()).toEqual(before)
  })

  test('`__proto__` is not treated as a field', async () => {
    const answer = await context.app.inject({
      method: 'POST',
      url: '/v1/cart',
      headers: { 'content-type': 'application/json' },
      payload: `{"productId":"${cast.holder.product}","__proto__":{"ageConfirmed":true},"constructor":{"prototype":{"ageConfirmed":true}}}`,
    })
    expect([201, 400]).toContain(answer.statusCode)
    expect(({} as Record<string, unknown>).ageConfirmed).toBeUndefined()
    if (answer.statusCode === 201) expect(answer.json().ageConfirmed).toBe(false)
  })
})

test('a reply contains only declared fields', async () => {
  const replies = servedCalls.filter(({ reply }) => reply !== undefined)
  const open = replies.filter(({ reply }) =>
    /"additionalProperties":(true|\{)/.test(JSON.stringify(replySchemaOf(reply as never))),
  )
  // The data export has the columns of the tables (docs/data-retention.md lists them). The members of a FHIR resource
  // are those of the standard: server/fhir/fhir.test.ts.
  expect(open.map(callName).filter((name) => !name.startsWith('GET /fhir/'))).toEqual(['POST /patients/:id/export'])
})
