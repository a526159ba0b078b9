import { login } from '@cuida/core/access/api.ts'
import { refreshSession } from '@cuida/core/access/session/session-api.ts'
import { getDeskConsultation, getQueue } from '@cuida/core/care/queue/desk-api.ts'
import { deletePatient, putAddress } from '@cuida/core/profile/account/account-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { describe, expect, test } from 'vitest'
import { newClientAddress, newPatient, newSession, PASSWORD, readOutbox } from '../../access/test-people.ts'
import { createSecondProcess, newCart, newClinician, productFor } from '../../booking/test-people.ts'
import { insertClinician, insertConsultation } from '../../care/test-people.ts'
import { sponsorPatient } from '../../invite/test-invitations.ts'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import { patientsOf } from '../store.ts'
import { type Holder, MADRID_ADDRESS, newChild, newHolder, runJobs } from '../test-account.ts'

const context = await createTestContext()
const other = closeAfterTests(await createSecondProcess(context))

const leave = ({ token }: Pick<Holder, 'token'>, id: string, { password = PASSWORD, at = context } = {}) =>
  at.sendCall(deletePatient, { id, password }, { token, from: newClientAddress() })
const row = async (table: 'patient' | 'account', id: string) =>
  (await context.db`select * from ${context.db(table)} where id = ${id}`)[0]

describe('deleting a holder', () => {
  test('the holder is signed out everywhere at once, in both processes, and cannot sign in [A7.19]', async () => {
    const holder = await newHolder(context)
    const elsewhere = await newSession(context, holder.accountId)
    expect((await other.sendCall(me, {}, { token: elsewhere.token })).status).toBe(200)
    const { status, body, headers } = await leave(holder, holder.patientId)
    expect([status, body.id]).toEqual([200, holder.patientId])
    expect(String(headers['set-cookie'])).toMatch(/^rt=;/)
    await expect
      .poll(async () => (await other.sendCall(me, {}, { token: elsewhere.token })).status, { timeout: 2_000 })
      .toBe(401)
    expect((await context.sendCall(me, {}, { token: holder.token })).status).toBe(401)
    const bearer = { authorization: `Bearer ${elsewhere.refreshToken}`, 'x-token-mode': 'bearer' }
    expect((await context.sendCall(refreshSession, {}, { headers: bearer })).status).toBe(401)
    const again = await context.sendCall(
      login,
      { identifier: holder.phone, password: PASSWORD },
      { from: newClientAddress() },
    )
    expect(again.body.code).toBe('WRONG_CREDENTIALS')
  })

  test.each([
    ['none', undefined],
    ['an empty one', {}],
  ])('the call needs no body right after signing in (%s); later it answers the step-up [A7.19]', async (_, payload) => {
    const holder = await newHolder(context)
    const remove = () =>
      context.app.inject({
        method: 'DELETE',
        url: `/v1/patients/${holder.patientId}`,
        headers: { authorization: `Bearer ${holder.token}`, 'content-type': 'application/json' },
        ...(payload ? { payload } : {}),
      })
    const signedInMinutesAgo = (minutes: number) =>
      context.db`update session set created_at = clock_timestamp() - make_interval(mins => ${minutes}),
          ends_at = clock_timestamp() + interval '1 day'
        where account_id = ${holder.accountId}`
    await signedInMinutesAgo(6)
    const refused = await remove()
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'STEP_UP_REQUIRED'])
    expect(await row('account', holder.accountId)).toMatchObject({ status: 'active' })
    await signedInMinutesAgo(4)
    expect((await remove()).statusCode).toBe(200)
    expect(await row('account', holder.accountId)).toMatchObject({ status: 'deleted' })
  })

  test('the remaining row names nobody, and phone, e-mail and document are free for a new account', async () => {
    const holder = await newHolder(context)
    const document = { document_type: 'DNI', document_number: '00000023T', cpf: '52998224725', gender_info: 'ella' }
    await context.db`update patient set ${context.db(document)} where id = ${holder.patientId}`
    await leave(holder, holder.patientId)
    expect(await row('patient', holder.patientId)).toMatchObject({
      first_name: '--',
      last_name: '--',
      date_of_birth: '1901-01-01',
      sex: 'PreferNotToSay',
      gender_info: null,
      cpf: null,
      document_type: null,
      document_number: null,
      company_id: null,
    })
    expect(await row('account', holder.accountId)).toMatchObject({
      status: 'deleted',
      phone: null,
      email: null,
      password_hash: '',
    })
    const again = await newPatient(context, holder.phone)
    await context.db`update patient set ${context.db(document)} where id = ${again.patientId}`
    expect(await row('patient', again.patientId)).toMatchObject({ cpf: '52998224725' })
  })

  test('everybody in the holder’s charge is deleted too, adults included', async () => {
    const holder = await newHolder(context)
    const child = await newChild(context, holder.patientId)
    const grown = await newChild(context, holder.patientId, '2000-01-01')
    await leave(holder, holder.patientId)
    for (const id of [child, grown]) expect(await row('patient', id)).toMatchObject({ first_name: '--' })
    expect(await patientsOf(context.db, holder.accountId)).toEqual([])
  })

  test('the identity is locked, with the dates of its retention', async () => {
    const holder = await newHolder(context)
    await leave(holder, holder.patientId)
    const [locked] = await context.db`select * from locked_patient where patient_id = ${holder.patientId}`
    expect(locked).toMatchObject({
      identity: { firstName: 'Ana', lastName: 'Ruiz', dateOfBirth: '1990-05-17' },
      contact: { phone: holder.phone, email: holder.email },
    })
    expect(locked?.account_until.getUTCFullYear() - locked?.deleted_at.getUTCFullYear()).toBe(5)
  })

  test('optional data is deleted: addresses, discounts, pending bookings and their slot holds', async () => {
    const product = await productFor(context, 'scheduled')
    const holder = await newHolder(context)
    const { patientId: id, token } = holder
    await context.sendCall(putAddress, { id, kind: 'home', ...MADRID_ADDRESS }, { token })
    await sponsorPatient(context, id, '7', 40)
    await newCart(context, holder, product)
    const clinicianId = await newClinician(context, product)
    await context.db`
      insert into slot_hold (clinician_id, cart_id, starts_at, ends_at, during, state, expires_at)
      select ${clinicianId}, id, now() + interval '1 day', now() + interval '25 hours',
        tstzrange(now() + interval '1 day', now() + interval '25 hours'), 'held', now() + interval '10 minutes'
      from cart where account_id = ${holder.accountId}`
    await leave(holder, id)
    const [counts] = await context.db`
      select (select count(*)::int from address where patient_id = ${id}) as addresses,
        (select count(*)::int from company_discount where patient_id = ${id}) as discounts,
        (select count(*)::int from known_device where owner_id = ${holder.accountId}) as devices,
        (select jsonb_agg(jsonb_build_array(symptoms, summary)) from cart where account_id = ${holder.accountId}) as carts,
        (select state from slot_hold where clinician_id = ${clinicianId}) as claim`
    expect(counts).toEqual({ addresses: 0, discounts: 0, devices: 0, carts: [[[], null]], claim: 'released' })
  })

  test('the holder is notified on the previous phone', async () => {
    const holder = await newHolder(context)
    await leave(holder, holder.patientId)
    await runJobs(context)
    expect((await readOutbox(context, holder.phone))[0]?.text).toContain('has been deleted')
    expect(
      await context.db`select 1 from notification where type = 'account-deleted' and done_at is null`,
    ).toHaveLength(0)
  })

  test('the desk no longer shows the patient, not even to their clinician', async () => {
    const holder = await newHolder(context)
    const clinician = await insertClinician(context)
    const seed = { patientId: holder.patientId, status: 'CLOSED' as const }
    const id = await insertConsultation(context, seed)
    await context.db`update consultation set clinician_id = ${clinician.clinicianId} where id = ${id}`
    expect((await context.sendCall(getDeskConsultation, { id }, { token: clinician.token })).status).toBe(200)
    await leave(holder, holder.patientId)
    const fetchStatus = async () =>
      (await context.sendCall(getDeskConsultation, { id }, { token: clinician.token })).status
    await expect.poll(fetchStatus, { timeout: 2_000 }).toBe(404)
    expect(JSON.stringify((await context.sendCall(getQueue, {}, { token: clinician.token })).body)).not.toContain(
      holder.patientId,
    )
  })
})

describe('refused deletions', () => {
  test.each([['QUEUED'], ['ACTIVE'], ['CLOSING']] as const)(
    'a deletion is refused while a consultation is %s [A6.6] [B5.10]',
    async (status) => {
      const holder = await newHolder(context)
      const { staffId } = await insertClinician(context)
      const heldBy = status === 'QUEUED' ? {} : { heldBy: staffId }
      await insertConsultation(context, { patientId: holder.patientId, status, ...heldBy })
      const result = await leave(holder, holder.patientId)
      expect([result.status, result.body.code]).toEqual([409, 'CONSULTATION_ONGOING'])
      expect((await context.sendCall(me, {}, { token: holder.token })).status).toBe(200)
    },
  )

  test.each([['CLOSED'], ['CANCELLED'], ['EXPIRED']] as const)(
    'a consultation that is %s does not prevent a deletion',
    async (status) => {
      const holder = await newHolder(context)
      await insertConsultation(context, { patientId: holder.patientId, status })
      expect((await leave(holder, holder.patientId)).status).toBe(200)
    },
  )

  test('a deletion is refused while a dependant waits for care [B5.10]', async () => {
    const holder = await newHolder(context)
    await insertConsultation(context, { patientId: await newChild(context, holder.patientId) })
    expect((await leave(holder, holder.patientId)).body.code).toBe('CONSULTATION_ONGOING')
  })

  test('a wrong password is refused, and the session continues', async () => {
    const holder = await newHolder(context)
    const result = await leave(holder, holder.patientId, { password: 'Otra-Clave-9' })
    expect([result.status, result.body.code]).toEqual([400, 'WRONG_CREDENTIALS'])
    expect((await context.sendCall(me, {}, { token: holder.token })).status).toBe(200)
  })

  test('another account cannot delete the patient [A7.19]', async () => {
    const owner = await newHolder(context)
    const otherHolder = await newHolder(context)
    const result = await leave(owner, otherHolder.patientId)
    expect([result.status, result.body.code]).toEqual([404, 'PATIENT_NOT_FOUND'])
    expect(await row('patient', otherHolder.patientId)).toMatchObject({ first_name: 'Ana' })
  })

  test('of five concurrent deletions in two processes one succeeds, and none is a server error', async () => {
    const holder = await newHolder(context)
    const result = await Promise.all(
      Array.from({ length: 5 }, (_, i) => leave(holder, holder.patientId, { at: i % 2 ? context : other })),
    )
    const statuses = result.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.every((status) => [200, 401, 404].includes(status))).toBe(true)
    expect(await context.db`select 1 from locked_patient where patient_id = ${holder.patientId}`).toHaveLength(1)
  })
})

describe('deleting a dependant', () => {
  test('a dependant is deleted alone: the holder’s session and data stay', async () => {
    const holder = await newHolder(context)
    const child = await newChild(context, holder.patientId)
    expect((await leave(holder, child)).status).toBe(200)
    const { status, body } = await context.sendCall(me, {}, { token: holder.token })
    expect([status, body.firstName, body.dependants]).toEqual([200, 'Ana', []])
    expect(await row('patient', child)).toMatchObject({ first_name: '--', deleted_at: expect.any(Date) })
  })

  test('a deletion is refused while the dependant waits for care, even if the holder does not', async () => {
    const holder = await newHolder(context)
    const child = await newChild(context, holder.patientId)
    await insertConsultation(context, { patientId: child })
    expect((await leave(holder, child)).body.code).toBe('CONSULTATION_ONGOING')
  })
})
