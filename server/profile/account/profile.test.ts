import { isMinor } from '@cuida/core/profile/account/age.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { describe, expect, test } from 'vitest'
import { newPatient, newSession } from '../../access/test-people.ts'
import { sponsorPatient } from '../../invite/test-invitations.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { patientOf } from '../store.ts'

const context = await createTestContext()

async function newChild(holderId: string, dateOfBirth: string, firstName = 'Leo') {
  const [row] = await context.db<{ id: string }[]>`
    insert into patient (holder_id, first_name, last_name, date_of_birth, sex)
    values (${holderId}, ${firstName}, 'Ruiz', ${dateOfBirth}, 'Male') returning id`
  return row?.id ?? ''
}
/** Date of birth of a person who turns 18 `days` days from now. */
const bornSoThat = (days: number) => {
  const day = new Date()
  day.setUTCDate(day.getUTCDate() + days)
  return `${day.getUTCFullYear() - 18}-${day.toISOString().slice(5, 10)}`
}

describe('the holder’s profile', () => {
  test('the profile holds the account’s own data and its dependants [A1.1] [A3.2] [A7.30]', async () => {
    const { accountId, patientId, phone } = await newPatient(context)
    const child = await newChild(patientId, '2018-04-01')
    await newChild(patientId, '2000-04-01', 'Max')
    const { token } = await newSession(context, accountId)
    const { status, body } = await context.sendCall(me, {}, { token })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: patientId,
      phone: { number: phone, country: 'ES' },
      isDependant: false,
      cpf: null,
    })
    expect(body.emrId).toMatch(/^[0-9a-f-]{36}$/)
    expect(body.dependants).toEqual([
      {
        id: child,
        emrId: expect.any(String),
        firstName: 'Leo',
        dateOfBirth: '2018-04-01',
        sex: expect.any(String),
        genderInfo: null,
      },
    ])
    expect(body).toMatchObject({ b2bCompany: null, subscription: null, showDebugInfo: false })
  })

  test('the profile names what the company pays for [A1.1] [A3.2]', async () => {
    const { accountId, patientId } = await newPatient(context)
    await sponsorPatient(context, patientId, '7', 40)
    const { token } = await newSession(context, accountId)
    const { body } = await context.sendCall(me, {}, { token })
    expect(body.b2bCompany).toEqual({
      name: expect.stringMatching(/^Huerta \d+$/),
      productDiscounts: [{ productId: '7', discount: 40 }],
    })
  })

  test('the profile requires a session', async () => {
    expect((await context.sendCall(me, {})).status).toBe(401)
  })
})

describe('the patients of an account', () => {
  test('an account acts for its holder and minors, with the holder as contact [A6.2] [A6.3] [B6.3]', async () => {
    const { accountId, patientId, phone } = await newPatient(context)
    const child = await newChild(patientId, '2018-04-01')
    expect(await patientOf(context.db, accountId, patientId)).toMatchObject({ isDependant: false, phone })
    expect(await patientOf(context.db, accountId, child)).toMatchObject({ isDependant: true, phone, firstName: 'Leo' })
  })

  test('an account never acts for another holder or their dependants', async () => {
    const owner = await newPatient(context)
    const other = await newPatient(context)
    const child = await newChild(other.patientId, '2018-04-01')
    expect(await patientOf(context.db, owner.accountId, other.patientId)).toBeUndefined()
    expect(await patientOf(context.db, owner.accountId, child)).toBeUndefined()
  })

  test('an account acts for a dependant until the day they turn 18 [A5.11] [B6.3]', async () => {
    const { accountId, patientId } = await newPatient(context)
    const today = bornSoThat(0)
    const tomorrow = bornSoThat(1)
    expect(await patientOf(context.db, accountId, await newChild(patientId, tomorrow))).toBeDefined()
    expect(await patientOf(context.db, accountId, await newChild(patientId, today))).toBeUndefined()
  })

  test('a blocked account acts for nobody', async () => {
    const { accountId, patientId } = await newPatient(context)
    await context.db`update account set status = 'blocked' where id = ${accountId}`
    expect(await patientOf(context.db, accountId, patientId)).toBeUndefined()
  })

  test('the database and the rules use the same calendar, leap days too', async () => {
    const days = ['2008-02-28', '2008-02-29', '2008-03-01', '2026-02-28', '2026-03-01', '2026-03-02', '2028-02-29']
    for (const born of days)
      for (const today of days) {
        const [row] = await context.db`select ${born}::date > (${today}::date - interval '18 years')::date as minor`
        expect([born, today, row?.minor]).toEqual([born, today, isMinor(born, today)])
      }
  })
})
