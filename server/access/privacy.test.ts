import { confirmPhone, login, registerPatient, registerPhone } from '@cuida/core/access/api.ts'
import { expect, test } from 'vitest'
import { createLoggedTestContext } from '../testing/test-contexts.ts'
import { codeOf } from './code/code.ts'
import { newPhone, PASSWORD, readSentCode } from './test-people.ts'

const { context, lines } = await createLoggedTestContext()

async function dump(schemas: string[]): Promise<string> {
  const tables = await context.db`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ${context.db(schemas)} and table_type = 'BASE TABLE'`
  const rows = await Promise.all(
    tables.map(({ schema, name }) => context.db.unsafe(`select t::text as row from "${schema}"."${name}" t`)),
  )
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n')
}

test('the queue holds ids only, no table holds a code, and no log line holds a code or a phone', async () => {
  const phone = newPhone()
  const profile = {
    firstName: 'Casilda',
    lastName: 'Ruiz',
    dateOfBirth: '1990-05-17',
    sex: 'Female' as const,
    nationalIdentificationNumber: { documentType: 'PASSPORT' as const, documentNumber: 'XD7654321' },
    password: PASSWORD,
    email: 'casilda@example.com',
    phone: { number: phone, country: 'ES' },
    termsAccepted: true as const,
  }
  const token = (await context.sendCall(registerPhone, { phone: profile.phone })).body.accessToken
  const [verification] = await context.db<{ id: string; sending: number }[]>`select id, sending from verification`
  const code = codeOf(context.services.secrets, verification ?? { id: '', sending: 0 })
  const [row] =
    await context.db`select id, phone, email from notification where subject_id = ${`${verification?.id}:1`}`
  expect(row).toMatchObject({ phone: null, email: null })
  expect(await dump(['graphile_worker'])).toContain(row?.id)
  expect(await dump(['graphile_worker'])).not.toContain(phone.slice(3))
  expect(await dump(['public', 'graphile_worker'])).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`))

  expect(await readSentCode(context, phone)).toBe(code)
  const proved = await context.sendCall(confirmPhone, { code }, { token })
  const reply = await context.sendCall(
    registerPatient,
    { accountType: 'PHONE', profile },
    { token: proved.body.accessToken },
  )
  expect(reply.status).toBe(201)
  await context.sendCall(login, { identifier: phone, password: 'Otra-Clave-9' })
  await context.owner.unsafe('alter table verification rename to lost')
  expect((await context.sendCall(registerPhone, { phone: { ...profile.phone, number: newPhone() } })).status).toBe(500)

  const log = lines.join('')
  expect(log).toContain('/v1/auth/register/confirmation')
  expect(log).toContain('request failed')
  for (const secret of [
    phone.slice(3),
    code,
    'Casilda',
    'casilda',
    'XD7654321',
    PASSWORD,
    reply.body.refreshToken,
    reply.body.deviceKey,
  ])
    expect(log).not.toContain(secret)
  const everything = await dump(['public', 'graphile_worker'])
  for (const secret of [PASSWORD, reply.body.refreshToken, reply.body.accessToken, reply.body.deviceKey])
    expect(everything).not.toContain(secret)
})
