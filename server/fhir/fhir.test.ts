import { randomUUID } from 'node:crypto'
import { getEverything, readFhir, searchFhir } from '@cuida/core/fhir/fhir-api.ts'
import type { PatientResourceType } from '@cuida/core/fhir/resource-types.ts'
import { getPatientSummary } from '@cuida/core/fhir/summary-api.ts'
import { expect, test } from 'vitest'
import { newDependant } from '../booking/test-people.ts'
import { PARACETAMOL_ITEM } from '../care/prescription/test-prescriptions.ts'
import { createPatientInCare, readAudit } from '../care/record/test-record.ts'
import { insertClinician, insertPatient } from '../care/test-people.ts'
import { createTestContext } from '../testing/test-contexts.ts'
import { insertSubscription } from '../testing/test-money.ts'
import { fhirProblems } from './test-fhir-schema.ts'

const context = await createTestContext()
const { db } = context

interface Resource {
  resourceType: string
  id: string
  [member: string]: unknown
}
const resourcesIn = (body: unknown) =>
  (body as { entry: { resource: Resource }[] }).entry.map(({ resource }) => resource)
const idsIn = (body: unknown) => resourcesIn(body).map(({ id }) => id)

/** A patient with something of every kind, and the clinician who attends them. */
async function createFullPatient() {
  const { patient, clinician, consultationId } = await createPatientInCare(context)
  const { patientId, accountId } = patient
  const { staffId, clinicianId } = clinician
  const inserted = async (rows: PromiseLike<readonly { id?: string }[]>) => (await rows)[0]?.id ?? ''
  const entry = (kind: string, more: { severity?: string; status?: string; relative?: string } = {}) =>
    inserted(db`
      insert into history_entry (patient_id, kind, text, onset, severity, status, relative, author_id)
      values (${patientId}, ${kind}, ${`${kind} <${more.severity ?? more.status ?? ''}>`}, '2019-05', ${more.severity ?? null},
        ${more.status ?? 'active'}, ${more.relative ?? null}, ${staffId}) returning id`)
  const allergy = await entry('allergy', { severity: 'anaphylaxis' })
  await entry('allergy', { severity: 'mild' })
  await entry('allergy')
  const condition = await entry('clinical')
  await entry('personal', { status: 'resolved' })
  const family = await entry('family', { relative: 'mother' })
  const items = [PARACETAMOL_ITEM, PARACETAMOL_ITEM].map(({ dosage, ...item }, at) => ({
    ...item,
    dosage,
    code: at === 0 ? 'N02BE01' : null,
    dose: '1 tablet',
    frequency: 'every 8 hours',
    quantity: '1 box',
  }))
  const prescription = await inserted(db`
    insert into prescription (consultation_id, patient_id, author_id, clinician_id, key, provider, provider_id, items,
      valid_until, state)
    values (${consultationId}, ${patientId}, ${staffId}, ${clinicianId}, ${randomUUID()}, 'medikit', ${randomUUID()},
      ${db.json(items)}, current_date + 9, 'issued') returning id`)
  const note = await inserted(db`
    insert into note (consultation_id, author_id, text) values (${consultationId}, ${staffId}, 'Rest') returning id`)
  await db`
    insert into note (consultation_id, author_id, text, amends, reason)
    values (${consultationId}, ${staffId}, 'Rest and water', ${note}, 'Incomplete')`
  await db`
    insert into private_note (consultation_id, author_id, text) values (${consultationId}, ${staffId}, 'Kanarienvogel')`
  const letter = await inserted(db`
    insert into letter (consultation_id, author_id, clinician_id, kind, recipient, text, key, code)
    values (${consultationId}, ${staffId}, ${clinicianId}, 'referral', 'Cardiology', 'Please see', ${randomUUID()},
      ${String(Math.floor(1e11 + Math.random() * 1e11))}) returning id`)
  const file = await inserted(db`
    insert into consultation_document (consultation_id, side, place, account_id, upload_key, upload_hash, file, type,
      size, hash, name)
    values (${consultationId}, 'patient', 1, ${accountId}, ${randomUUID()}, ${Buffer.alloc(32)}, ${randomUUID()},
      'image/jpeg', 1, ${Buffer.alloc(32)}, 'Report') returning id`)
  const { subscription } = await insertSubscription(context, accountId, patientId, clinician)
  await db`
    insert into address (patient_id, kind, country, postal_code, state, city, district, street)
    values (${patientId}, 'home', 'ES', '28001', 'M', 'Madrid', '', 'Calle Mayor')`
  await db`
    update consultation set symptoms = ${db.json([
      { questionId: 'medicines', about: 'medicines', question: 'Medicines?', answer: 'Ramipril 5 mg' },
    ])} where id = ${consultationId}`
  const ids = { allergy, condition, family, prescription, note, letter, file, subscription, consultationId }
  return { patient, clinician, ids }
}

const full = await createFullPatient()
const stranger = await insertPatient(context, 'Bruno')
const { patientId: id, token } = full.patient
const search = (type: PatientResourceType, query: object, as = token) =>
  context.sendCall(searchFhir[type], query as never, { token: as })

test('a patient with everything is valid FHIR R4, in every type of resource', async () => {
  const { status, body, headers } = await context.sendCall(getEverything, { id }, { token })
  expect([status, headers['content-type']]).toEqual([200, 'application/fhir+json; charset=utf-8'])
  expect(fhirProblems(body)).toEqual([])
  const types = new Set(resourcesIn(body).map(({ resourceType }) => resourceType))
  expect([...types].sort()).toEqual([...Object.keys(readFhir), 'Organization'].sort())
  expect(JSON.stringify(body)).not.toContain('Kanarienvogel')
  for (const { resourceType, id: resourceId } of resourcesIn(body)) {
    if (!(resourceType in readFhir)) continue
    const read = readFhir[resourceType as PatientResourceType]
    expect((await context.sendCall(read, { id: resourceId }, { token })).status).toBe(200)
    expect((await context.sendCall(read, { id: resourceId }, { token: stranger.token })).status).toBe(404)
  }
})

test('a medicine has the ATC code of the catalogue, and only then a code', async () => {
  const { body } = await search('MedicationRequest', { patient: id })
  const concepts = resourcesIn(body).map(({ medicationCodeableConcept }) => medicationCodeableConcept)
  expect(concepts).toEqual([
    { coding: [{ system: 'http://www.whocc.no/atc', code: 'N02BE01' }], text: PARACETAMOL_ITEM.medicine },
    { text: PARACETAMOL_ITEM.medicine },
  ])
})

test('a clinician reads what the desk shows, and the patient sees it in the access log', async () => {
  const as = full.clinician.token
  const before = (await readAudit(context, id)).length
  const { body } = await context.sendCall(getEverything, { id }, { token: as })
  expect(fhirProblems(body)).toEqual([])
  const text = JSON.stringify(body)
  for (const hidden of ['Calle Mayor', 'example.test', 'Please see', 'Monthly plan', full.ids.file])
    expect(text).not.toContain(hidden)
  expect(text).toContain('anaphylaxis')
  const log = await readAudit(context, id)
  expect(log.slice(before)).toMatchObject([{ act: 'read-record', staffId: full.clinician.staffId }])
})

test('a clinician without a care relation finds nothing, and names a patient', async () => {
  const { token: as } = await insertClinician(context)
  expect((await context.sendCall(getEverything, { id }, { token: as })).status).toBe(404)
  const { status, body } = await search('Condition', {}, as)
  expect([status, fhirProblems(body), body.issue]).toMatchObject([
    400,
    [],
    [{ details: { text: 'PARAMETER_REQUIRED' }, expression: ['patient'] }],
  ])
})

test('a search without a patient covers the family', async () => {
  const child = await newDependant(context, full.patient, '2016-05-04')
  const { body } = await search('Patient', {})
  expect(idsIn(body)).toEqual([id, child])
  expect(resourcesIn(body)[1]).toMatchObject({ contact: [{ telecom: [{ system: 'phone' }, { system: 'email' }] }] })
})

test('the id of another patient’s resource only narrows the result', async () => {
  const { status, body } = await search('Condition', { _id: full.ids.condition }, stranger.token)
  expect([status, idsIn(body)]).toEqual([200, []])
})

test.each([
  ['Appointment', { status: 'arrived,booked' }, 1],
  ['Appointment', { status: 'cancelled' }, 0],
  ['Appointment', { date: ['ge2020', 'lt2120-01-01'] }, 1],
  ['Appointment', { date: 'lt2020-06' }, 0],
  ['Condition', { 'clinical-status': 'active' }, 1],
  ['Condition', { 'clinical-status': 'http://terminology.hl7.org/CodeSystem/condition-clinical|resolved' }, 1],
  ['AllergyIntolerance', { _lastUpdated: 'gt2120' }, 0],
  ['AllergyIntolerance', { patient: `Patient/${id}` }, 3],
] as const)('%s?%o finds %i', async (type, query, count) => {
  const { body } = await search(type, { patient: id, ...query })
  expect(idsIn(body)).toHaveLength(count)
})

async function readPage(url: string): Promise<{ total: number; items: string[]; next: string | undefined }> {
  const reply = await context.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  const body = reply.json() as { total: number; link: { relation: string; url: string }[] }
  const next = body.link.find(({ relation }) => relation === 'next')
  return { total: body.total, items: idsIn(body), next: next && new URL(next.url).pathname + new URL(next.url).search }
}

test('pages follow the next link and contain each resource once', async () => {
  const seen: string[] = []
  let url: string | undefined = `/v1/fhir/AllergyIntolerance?patient=${id}&_count=2`
  while (url) {
    const { total, items, next } = await readPage(url)
    expect(total).toBe(3)
    seen.push(...items)
    url = next
  }
  expect(new Set(seen).size).toBe(3)
  expect(seen).toHaveLength(3)
})

test.each([
  ['an unknown parameter', `/Condition?patient=${id}&code=x`, 400, 'invalid'],
  ['a modifier', `/Condition?patient:exact=${id}`, 400, 'invalid'],
  ['a malformed date', `/Appointment?date=soon`, 400, 'invalid'],
  ['slots of all schedules', '/Slot', 400, 'invalid'],
  ['an unknown resource', `/Condition/${randomUUID()}`, 404, 'not-found'],
  ['an unknown type', '/Immunization', 404, 'not-found'],
])('%s is an OperationOutcome', async (_, path, status, code) => {
  const reply = await context.app.inject({ url: `/v1/fhir${path}`, headers: { authorization: `Bearer ${token}` } })
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([status, 'application/fhir+json; charset=utf-8'])
  expect(fhirProblems(reply.json())).toEqual([])
  expect(reply.json().issue[0].code).toBe(code)
})

test('without a token the answer is an OperationOutcome with 401', async () => {
  const reply = await context.app.inject(`/v1/fhir/Patient/${id}`)
  expect([reply.statusCode, reply.json().resourceType]).toEqual([401, 'OperationOutcome'])
})

/** What the IPS profiles require of the document, beyond FHIR itself. */
function expectPatientSummary(body: unknown) {
  const bundle = body as { type: string; identifier: object; timestamp: string; entry: { fullUrl: string }[] }
  expect(fhirProblems(body)).toEqual([])
  expect(bundle).toMatchObject({ type: 'document', identifier: { system: 'urn:ietf:rfc:3986' } })
  const [composition, ...others] = resourcesIn(body)
  expect(composition).toMatchObject({
    resourceType: 'Composition',
    status: 'final',
    type: { coding: [{ system: 'http://loinc.org', code: '60591-5' }] },
  })
  const sections = composition?.section as { code: { coding: { code: string }[] }; text: object; entry: object[] }[]
  const codes = sections.map(({ code }) => code.coding[0]?.code)
  expect(codes.slice(0, 3)).toEqual(['10160-0', '48765-2', '11450-4'])
  for (const section of sections) expect([section.text, section.entry.length > 0]).toMatchObject([{}, true])
  const known = new Set(others.map(({ resourceType, id: resourceId }) => `${resourceType}/${resourceId}`))
  const references = [...JSON.stringify(body).matchAll(/"reference":"([^"]+)"/g)].map(([, reference = '']) => reference)
  expect(references.filter((reference) => !known.has(reference))).toEqual([])
  for (const { resourceType, ...resource } of others)
    if (resourceType === 'MedicationStatement')
      expect('effectiveDateTime' in resource || '_effectiveDateTime' in resource).toBe(true)
  return { codes, others }
}

test('the summary is an International Patient Summary with all sections', async () => {
  const { body } = await context.sendCall(getPatientSummary, { id }, { token, headers: { 'x-locale': 'es' } })
  const { codes } = expectPatientSummary(body)
  expect(codes).toEqual(['10160-0', '48765-2', '11450-4', '11348-0', '10157-6'])
  expect(JSON.stringify(body)).toContain('Resumen de salud')
  // A date in words, as far as it is known.
  expect(JSON.stringify(body)).toContain('allergy &lt;mild&gt;, mayo de 2019')
  // Text of the record is escaped in the narrative.
  expect(JSON.stringify(body)).toContain('allergy &lt;mild&gt;')
})

test('the summary of an empty record says that there is no information, not that there is nothing', async () => {
  const { body } = await context.sendCall(getPatientSummary, { id: stranger.patientId }, { token: stranger.token })
  expectPatientSummary(body)
  const text = JSON.stringify(body)
  for (const code of ['no-medication-info', 'no-allergy-info', 'no-problem-info']) expect(text).toContain(code)
  expect(text).not.toContain('no-known')
})
