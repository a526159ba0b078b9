import { OPEN_HEALTH_LINKS, readHealthLink, WRONG_PASSCODES } from '@cuida/core/fhir/health-link.ts'
import { createHealthLink, endHealthLink, listHealthLinks } from '@cuida/core/fhir/health-link-api.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import { compactDecrypt } from 'jose'
import { describe, expect, test } from 'vitest'
import { newPatient } from '../../booking/test-people.ts'
import { insertClinician } from '../../care/test-people.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { fhirProblems } from '../test-fhir-schema.ts'

const context = await createTestContext()
const { db, app } = context
const { staffId } = await insertClinician(context)

type New = Partial<Omit<Input<typeof createHealthLink>, 'id'>>
async function share(more: New = {}) {
  const patient = await newPatient(context)
  await db`
    insert into history_entry (patient_id, kind, text, status, author_id)
    values (${patient.patientId}, 'allergy', 'Penicilina', 'active', ${staffId})`
  const input = { id: patient.patientId, days: 7 as const, ...more }
  const reply = await context.sendCall(createHealthLink, input, { token: patient.token })
  const payload = readHealthLink(reply.body.url ?? '')
  if (!payload) throw new Error(`no health link: ${JSON.stringify(reply.body)}`)
  return { ...patient, link: reply.body, payload }
}
type Shared = Awaited<ReturnType<typeof share>>

const open = ({ payload }: Pick<Shared, 'payload'>, body: object = {}) =>
  app.inject({
    method: 'POST',
    url: new URL(payload.url).pathname,
    payload: { recipient: 'Dra. Soto, Urgencias', ...body },
    headers: { origin: 'https://viewer.example' },
  })
async function decrypt({ payload }: Pick<Shared, 'payload'>, file: string) {
  const { plaintext, protectedHeader } = await compactDecrypt(file, Buffer.from(payload.key, 'base64url'))
  return { protectedHeader, bundle: JSON.parse(new TextDecoder().decode(plaintext)) }
}
const list = async ({ patientId, token }: Pick<Shared, 'patientId' | 'token'>) =>
  (await context.sendCall(listHealthLinks, { id: patientId }, { token })).body.items

test('whoever has the link reads the summary with its key, and the patient sees who did', async () => {
  const shared = await share({ label: 'Para urgencias' })
  expect(shared.payload).toMatchObject({ flag: 'L', label: 'Para urgencias', v: 1, exp: expect.any(Number) })
  const reply = await open(shared)
  expect(reply.headers['access-control-allow-origin']).toBe('*')
  expect(reply.body).not.toContain('Penicilina')
  const [file] = reply.json().files
  expect(file.contentType).toBe('application/fhir+json')
  const { bundle, protectedHeader } = await decrypt(shared, file.embedded)
  expect(protectedHeader).toEqual({ alg: 'dir', enc: 'A256GCM', cty: 'application/fhir+json' })
  expect(JSON.stringify(bundle)).toContain('Penicilina')
  expect(fhirProblems(bundle)).toEqual([])
  const [seen] = await list(shared)
  expect(seen).toMatchObject({ state: 'open', openedTimes: 1, openings: [{ recipient: 'Dra. Soto, Urgencias' }] })
})

test('a file that is longer than the recipient embeds is fetched from an address of five minutes', async () => {
  const shared = await share()
  const [{ location, embedded }] = (await open(shared, { embeddedLengthMax: 10 })).json().files
  expect(embedded).toBeUndefined()
  const path = new URL(location).pathname
  const file = await app.inject({ url: path })
  expect(file.headers['content-type']).toBe('application/jose')
  expect((await decrypt(shared, file.body)).bundle.type).toBe('document')
  expect((await app.inject({ url: path.replace(/\d{10}/, (until) => String(Number(until) + 1)) })).statusCode).toBe(404)
})

describe('a passcode', () => {
  test('is asked for, and a right one costs no try', async () => {
    const shared = await share({ passcode: '4711' })
    expect(shared.payload.flag).toBe('LP')
    const wrong = await open(shared)
    expect([wrong.statusCode, wrong.json().remainingAttempts]).toEqual([401, WRONG_PASSCODES - 1])
    for (const _ of [1, 2]) expect((await open(shared, { passcode: '4711' })).statusCode).toBe(200)
    expect((await open(shared, { passcode: '0815' })).json().remainingAttempts).toBe(WRONG_PASSCODES - 2)
  })

  test('cannot be guessed: the link ends, also under parallel tries', async () => {
    const shared = await share({ passcode: '4711' })
    const tries = await Promise.all(Array.from({ length: 25 }, (_, at) => open(shared, { passcode: `000${at}` })))
    expect(tries.filter(({ statusCode }) => statusCode === 401)).toHaveLength(WRONG_PASSCODES)
    expect((await open(shared, { passcode: '4711' })).statusCode).toBe(404)
    expect((await list(shared))[0]?.state).toBe('too-many-wrong-passcodes')
  })
})

describe('a link no longer opens', () => {
  const isOpen = async (shared: Shared) => (await open(shared)).statusCode === 200
  test('once it is ended, expired, or its patient gone', async () => {
    const ended = await share()
    const { patientId: id, token, link } = ended
    for (const _ of ['once', 'again'])
      expect((await context.sendCall(endHealthLink, { id, linkId: link.id }, { token })).status).toBe(204)
    expect(await isOpen(ended)).toBe(false)
    const expired = await share()
    await db`
      update health_link set created_at = now() - interval '2 days', expires_at = now() - interval '1 second'
      where id = ${expired.link.id}`
    expect(await isOpen(expired)).toBe(false)
    const blocked = await share()
    await db`update account set status = 'blocked' where id = ${blocked.accountId}`
    expect(await isOpen(blocked)).toBe(false)
    expect((await list(expired))[0]?.state).toBe('expired')
  })
})

test('neither key, address nor label is readable in the database', async () => {
  const { payload } = await share({ label: 'Para urgencias' })
  const rows = JSON.stringify(await db`select * from health_link`)
  for (const text of [payload.key, payload.url.split('/').at(-1) ?? '', 'urgencias']) expect(rows).not.toContain(text)
})

test('a patient has a limited number of open links', async () => {
  const { patientId: id, token } = await share()
  for (let count = 1; count < OPEN_HEALTH_LINKS; count++)
    await context.sendCall(createHealthLink, { id, days: 1 }, { token })
  expect(statusAndCodeOf(await context.sendCall(createHealthLink, { id, days: 1 }, { token }))).toEqual([
    409,
    'TOO_MANY_HEALTH_LINKS',
  ])
})

test.each([[undefined], [{ passcode: '4711' }], [{ recipient: ' ' }]])(
  'a request with the body %j is invalid',
  async (body) => {
    const { payload } = await share()
    const url = new URL(payload.url).pathname
    const reply = await app.inject({ method: 'POST', url, payload: body as object })
    expect(reply.statusCode).toBe(400)
  },
)
