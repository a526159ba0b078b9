import { exportPatient, putAddress } from '@cuida/core/profile/account/account-api.ts'
import { expect, test } from 'vitest'
import { newClientAddress, PASSWORD } from '../../access/test-people.ts'
import { insertClinician, insertConsultation } from '../../care/test-people.ts'
import { audit } from '../../kit/audit.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { MADRID_ADDRESS, newChild, newHolder } from '../test-account.ts'

const context = await createTestContext()

async function withRecord() {
  const holder = await newHolder(context)
  const child = await newChild(context, holder.patientId)
  await context.sendCall(putAddress, { id: holder.patientId, kind: 'home', ...MADRID_ADDRESS }, { token: holder.token })
  const { staffId } = await insertClinician(context)
  for (const patientId of [holder.patientId, child]) {
    const id = await insertConsultation(context, { patientId, status: 'CLOSED' })
    await context.db`update consultation set draft = 'not signed' where id = ${id}`
    await context.db`insert into note (consultation_id, author_id, text) values (${id}, ${staffId}, 'Rest, and water')`
  }
  await context.db`
    insert into history_entry (patient_id, kind, text, status, author_id)
    values (${holder.patientId}, 'allergy', 'Penicillin', 'active', ${staffId})`
  const subject = { kind: 'record', id: holder.patientId } as const
  await context.db.begin((tx) =>
    audit(tx, context.services.secrets, { staffId, act: 'read-record', subject, detail: { because: 'attending' } }),
  )
  return { ...holder, child }
}

test('an export is a file with all data of holder and children, which no cache keeps', async () => {
  const { patientId: id, token, email, child } = await withRecord()
  const { status, body, headers } = await context.sendCall(exportPatient, { id, password: PASSWORD }, { token })
  expect(status).toBe(200)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="cuida-\d{4}-\d\d-\d\d\.json"$/)
  expect(headers['cache-control']).toBe('no-store')
  expect(body.account).toMatchObject({ email })
  expect(body.patients.map((patient) => patient.id).sort()).toEqual([id, child].sort())
  expect(body.addresses).toMatchObject([{ street: 'Calle Mayor', postal_code: '28013' }])
  expect(body.consultations).toHaveLength(2)
  expect(body.consultations[0]).toMatchObject({
    summary: 'I would like to sleep better',
    actions: [{ type: 'QUEUED' }],
  })
  expect(body.notes).toMatchObject([{ text: 'Rest, and water' }, { text: 'Rest, and water' }])
  expect(body.medicalHistory).toMatchObject([{ text: 'Penicillin', author: 'Dra. Marta Ruiz' }])
  expect(body.accessLog).toMatchObject([{ act: 'read-record', who: 'Dra. Marta Ruiz', because: 'attending' }])
  expect(body.sessions).toHaveLength(1)
})

test('an export holds no secret and nothing about other people', async () => {
  const owner = await withRecord()
  const other = await withRecord()
  const text = JSON.stringify(
    (await context.sendCall(exportPatient, { id: owner.patientId, password: PASSWORD }, { token: owner.token })).body,
  )
  for (const secret of ['argon2', 'password_hash', 'key_hash', 'not signed', other.patientId, other.child, other.phone])
    expect(text).not.toContain(secret)
})

test('an export of a child holds that child only', async () => {
  const { patientId, child, token } = await withRecord()
  const { body } = await context.sendCall(exportPatient, { id: child, password: PASSWORD }, { token })
  expect(body.account).toBeNull()
  expect(body.patients).toMatchObject([{ id: child, first_name: 'Leo' }])
  expect(body.consultations).toHaveLength(1)
  expect(body.sessions).toEqual([])
  expect(JSON.stringify(body.consultations)).not.toContain(patientId)
})

test('a session alone cannot export without the password, nor guess it', async () => {
  const { patientId: id, token } = await newHolder(context)
  const from = newClientAddress()
  const tried = (password: string) => context.sendCall(exportPatient, { id, password }, { token, from })
  for (let guess = 0; guess < 10; guess++)
    expect(await tried(`Otra-Clave-${guess}`)).toMatchObject({ status: 400, body: { code: 'WRONG_CREDENTIALS' } })
  expect(await tried('Otra-Clave-10')).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
})

test('an account with Google only is refused like a wrong password, and sets one first', async () => {
  const { accountId, patientId: id, token } = await newHolder(context)
  await context.db`update account set password_hash = null where id = ${accountId}`
  const { status, body } = await context.sendCall(exportPatient, { id, password: PASSWORD }, { token })
  expect([status, body.code]).toEqual([400, 'WRONG_CREDENTIALS'])
})

test('another account’s data cannot be exported', async () => {
  const owner = await newHolder(context)
  const other = await newHolder(context)
  const { status, body } = await context.sendCall(
    exportPatient,
    { id: other.patientId, password: PASSWORD },
    { token: owner.token },
  )
  expect([status, body.code]).toEqual([404, 'PATIENT_NOT_FOUND'])
})

test('exports are limited to ten an hour', async () => {
  const { patientId: id, token } = await newHolder(context)
  const statuses: number[] = []
  for (let i = 0; i < 11; i++)
    statuses.push((await context.sendCall(exportPatient, { id, password: PASSWORD }, { token })).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
})
