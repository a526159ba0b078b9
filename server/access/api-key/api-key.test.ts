import {
  approveApiKey,
  declineApiKey,
  issueApiSecret,
  listApiKeys,
  requestApiKey,
  revokeApiKey,
} from '@cuida/core/access/api-key/api-key-api.ts'
import { listAccessLog } from '@cuida/core/care/record/record-api.ts'
import { expect, test } from 'vitest'
import { insertClinician, insertConsultation, insertPatient } from '../../care/test-people.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { openSession } from '../session/sessions.ts'
import { newProgram } from './test-programs.ts'

const context = await createTestContext()
const newManager = () => insertClinician(context, { role: 'clinical-manager', isClinician: false })
const [ana, luis] = [await newManager(), await newManager()]

const request = async (days = 30) =>
  (await context.sendCall(requestApiKey, { name: 'Hospital', scopes: ['appointments:read'], days }, ana)).body.id
const issue = (id: string) => context.sendCall(issueApiSecret, { id }, ana)
const stateOf = async (id: string) =>
  (await context.sendCall(listApiKeys, {}, luis)).body.items.find((key) => key.id === id)?.state

async function newKey() {
  const id = await request()
  await context.sendCall(approveApiKey, { id }, luis)
  return (await issue(id)).body
}

function askToken(form: Record<string, string>, authorization?: string) {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...(authorization ? { authorization } : {}),
  }
  const payload = new URLSearchParams({ grant_type: 'client_credentials', ...form }).toString()
  return context.app.inject({ method: 'POST', url: '/v1/oauth/token', headers, payload })
}
const tokenOf = async ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) =>
  (await askToken({ client_id: clientId, client_secret: clientSecret })).json().access_token as string
/** Whether the product takes the token for a program's. */
const isCaller = async (token: string) => {
  const call = { method: 'GET', path: '/any', access: 'machine' } as const
  return (await context.services.access.callerOf(call, `Bearer ${token}`)) !== undefined
}

test('a key works once another manager has approved it', async () => {
  const id = await request()
  expect(await stateOf(id)).toBe('waiting')
  expect((await issue(id)).status).toBe(404)
  expect(await context.sendCall(approveApiKey, { id }, ana)).toMatchObject({
    status: 409,
    body: { code: 'OWN_REQUEST' },
  })
  expect((await context.sendCall(approveApiKey, { id }, luis)).status).toBe(204)
  const secret = await issue(id)
  expect(secret.body).toMatchObject({ clientId: id, tokenUrl: expect.stringMatching('/v1/oauth/token$') })
  expect(await isCaller(await tokenOf(secret.body))).toBe(true)
  expect(await stateOf(id)).toBe('active')
})

test('a declined request never works', async () => {
  const id = await request()
  await context.sendCall(declineApiKey, { id, reason: 'We do not know them' }, luis)
  expect(await stateOf(id)).toBe('declined')
  expect((await context.sendCall(approveApiKey, { id }, luis)).status).toBe(404)
  expect((await issue(id)).status).toBe(404)
})

test('the database refuses a key that its requester approves', async () => {
  const id = await request()
  const approval = context.db`
    update api_key set decided_by = requested_by, decided_at = now(), is_approved = true where id = ${id}`
  await expect(approval).rejects.toThrow('decided_by_another')
})

test('the secret is stored as a hash only', async () => {
  const { clientSecret } = await newKey()
  const rows = await context.db`select * from api_key_secret`
  expect(JSON.stringify(rows)).not.toContain(clientSecret)
})

test('a token is asked for in the form or with Basic authentication, and names what it allows', async () => {
  const { clientId, clientSecret } = await newKey()
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const reply = await askToken({}, basic)
  expect(reply.json()).toMatchObject({ token_type: 'Bearer', scope: 'appointments:read', expires_in: 300 })
  expect(reply.headers['cache-control']).toBe('no-store')
  const form = { client_id: clientId, client_secret: clientSecret }
  expect((await askToken(form)).statusCode).toBe(200)
  expect((await askToken({ ...form, scope: 'everything' })).json().error).toBe('invalid_scope')
  expect((await askToken({ ...form, grant_type: 'password' })).json().error).toBe('unauthorized_client')
})

test.each([
  ['an unknown key', '018f6f2e-6c1a-4d1b-9c53-0a4b8e9d2f10'],
  ['no UUID', 'me'],
])('%s gets no token', async (_, id) => {
  const reply = await askToken({ client_id: id, client_secret: 'x'.repeat(43) })
  expect([reply.statusCode, reply.json().error]).toEqual([400, 'invalid_client'])
})

test('a new secret replaces the old one, which works for another day', async () => {
  const first = await newKey()
  const second = (await issue(first.clientId)).body
  expect(await isCaller(await tokenOf(first))).toBe(true)
  expect(await isCaller(await tokenOf(second))).toBe(true)
  await context.db`update api_key_secret set ends_at = ends_at - interval '24 hours' where ends_at is not null`
  expect(await tokenOf(first)).toBeUndefined()
  expect(await isCaller(await tokenOf(second))).toBe(true)
})

test('a revoked or expired key ends its tokens at once', async () => {
  const revoked = await newKey()
  const token = await tokenOf(revoked)
  await context.sendCall(revokeApiKey, { id: revoked.clientId, reason: 'The contract has ended' }, luis)
  expect(await isCaller(token)).toBe(false)
  expect(await tokenOf(revoked)).toBeUndefined()
  const expired = await newKey()
  const other = await tokenOf(expired)
  await context.db`
    update api_key set requested_at = now() - interval '2 days', expires_at = now() - interval '1 day'
    where id = ${expired.clientId}`
  expect(await isCaller(other)).toBe(false)
  expect(await stateOf(expired.clientId)).toBe('expired')
})

test('what managers did is in the audit', async () => {
  const { clientId } = await newKey()
  await context.sendCall(revokeApiKey, { id: clientId, reason: 'The contract has ended' }, luis)
  const rows = await context.db<{ act: string }[]>`select act from audit where subject_id = ${clientId} order by seq`
  expect(rows.map(({ act }) => act)).toEqual([
    'request-api-key',
    'approve-api-key',
    'issue-api-secret',
    'revoke-api-key',
  ])
})

test('a program reads who has an appointment and when, and nothing of the record', async () => {
  const { patientId } = await insertPatient(context, 'Berta')
  const booked = { clinicianId: ana.clinicianId ?? (await insertClinician(context)).clinicianId, inMinutes: 600 }
  const id = await insertConsultation(context, { patientId, booked })
  const headers = { authorization: `Bearer ${await tokenOf(await newKey())}` }
  const ask = (path: string) => context.app.inject({ url: `/v1/fhir/${path}`, headers })
  const appointments = await ask(`Appointment?patient=${patientId}`)
  expect(appointments.json().entry).toMatchObject([{ resource: { id, status: 'booked' } }])
  expect(appointments.headers.ratelimit).toMatch(/^"calls of a program";r=\d+;t=\d+$/)
  const patient = await ask(`Patient/${patientId}`)
  expect(patient.json()).toMatchObject({ name: [{ given: ['Berta'] }] })
  expect(patient.body).not.toMatch(/telecom|address|identifier/)
  for (const path of [
    `Encounter?patient=${patientId}`,
    `Patient/${patientId}/$summary`,
    `Patient/${patientId}/$everything`,
  ])
    expect((await ask(path)).statusCode).toBe(403)
})

test('a program that may read records does, and the patient sees it once in the access log', async () => {
  const { patientId, accountId } = await insertPatient(context, 'Clara')
  const { token, keyId } = await newProgram(context, ana.staffId, luis.staffId)
  const headers = { authorization: `Bearer ${token}` }
  const ask = (path: string) => context.app.inject({ url: `/v1/fhir/${path}`, headers })
  for (const path of [
    `Patient/${patientId}/$summary`,
    `Patient/${patientId}/$everything`,
    `Condition?patient=${patientId}`,
  ])
    expect((await ask(path)).statusCode).toBe(200)
  expect((await ask(`Coverage?patient=${patientId}`)).statusCode).toBe(404)
  const session = await context.db.begin((tx) => openSession(tx, { accountId }))
  const patientToken = await context.services.tokens.sign('access', {
    subject: accountId,
    sessionId: session.id,
    mfa: 'DONE',
  })
  const { body } = await context.sendCall(listAccessLog, { id: patientId }, { token: patientToken })
  expect(body.items).toMatchObject([{ who: 'Hospital', isProgram: true, act: 'read-record', because: null }])
  const [row] = await context.db`select key_id from audit where subject_id = ${patientId}`
  expect(row?.key_id).toBe(keyId)
})
