import { verifyIssuedDocument } from '@cuida/core/care/issued-document/issued-document-api.ts'
import { describe, expect, test } from 'vitest'
import { newDependant } from '../../booking/test-people.ts'
import { readPdfLines } from '../../kit/pdf/test-pdf.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import {
  createPatientInCare,
  issueTestPrescription,
  PARACETAMOL_ITEM,
  type PatientInCare,
} from '../prescription/test-prescriptions.ts'
import { insertPatient, type TestPatient } from '../test-people.ts'

const context = await createTestContext()

type Kind = 'notes' | 'prescription' | 'attendance'

async function download(id: string, { token }: TestPatient, type?: Kind, more = '') {
  const headers = { authorization: `Bearer ${token}` }
  const url = `/v1/consultations/${id}/document${type ? `?type=${type}${more}` : ''}`
  const { statusCode, rawPayload, headers: answered } = await context.app.inject({ url, headers })
  const isPdf = answered['content-type'] === 'application/pdf'
  const lines = isPdf ? await readPdfLines(rawPayload) : []
  const code = lines.find((line) => /^\w{4}-\w{4}-\w{4}$/.test(line)) ?? ''
  return {
    status: statusCode,
    headers: answered,
    raw: rawPayload.toString('latin1'),
    lines,
    text: lines.join('\n'),
    code,
  }
}

/** A closed consultation with a video call and signed notes. */
async function attended(locale = 'es-ES'): Promise<PatientInCare> {
  const care = await withNotes(locale)
  await context.db`
    insert into consultation_action (consultation_id, type, role, at) values
      (${care.id}, 'VIDEO_CALL_STARTED', 'CLINICIAN', '2026-11-20T15:20:00Z'),
      (${care.id}, 'VIDEO_CALL_COMPLETED', 'CLINICIAN', '2026-11-20T15:41:00Z')`
  return care
}
/** A closed consultation with notes and no recorded call. */
async function withNotes(locale = 'es-ES'): Promise<PatientInCare> {
  const care = await createPatientInCare(context)
  const { id, clinician } = care
  await context.db`
    insert into note (consultation_id, author_id, text) values (${id}, ${clinician.staffId}, 'Reposo y agua.
Volver si hay fiebre.')`
  await context.db`update consultation set status = 'CLOSED' where id = ${id}`
  await context.db`update account set locale = ${locale} where id = ${care.patient.accountId}`
  return care
}
/** The text of the certificate of attendance in one line. */
const attendanceOf = async (id: string, patient: TestPatient): Promise<string> =>
  (await download(id, patient, 'attendance')).text.replaceAll('\n', ' ')
const check = (code: string, from?: string) => context.sendCall(verifyIssuedDocument, { code }, from ? { from } : {})

describe('a certificate', () => {
  test('the notes name patient, clinician, date and text in the account’s language, and the response is not cached [B7.20]', async () => {
    const { id, patient } = await attended()
    const { text, headers, raw } = await download(id, patient)
    for (const phrase of ['Notas de la consulta', 'Paciente: Ana García', 'Reposo y agua.', 'Dra. Marta Ruiz'])
      expect(text).toContain(phrase)
    expect(text).toContain('N.º de colegiación 1')
    expect(text).toContain(context.services.config.legal.name)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect(headers['content-disposition']).toBe('attachment')
    expect(raw).toContain('/Lang (es-ES)')
    expect(raw).toContain('/DisplayDocTitle true')
  })
  test('the notes exist in another language', async () => {
    const { id, patient } = await attended('en')
    expect((await download(id, patient)).text).toContain('Consultation notes')
  })
  test('attendance states start and end in the clinic’s time zone, and never the reason', async () => {
    const { id, patient } = await attended()
    const whole = await attendanceOf(id, patient)
    expect(whole).toContain('Justificante de asistencia')
    expect(whole).toMatch(/de 16:20 a 16:41/)
    expect(whole).not.toMatch(/Reposo|Nutrition|sleep/)
  })
  test('a minor’s attendance names the account holder', async () => {
    const holder = await insertPatient(context, 'Carmen')
    const { id } = await attended()
    const child = await newDependant(context, holder, '2018-05-05')
    await context.db`update consultation set patient_id = ${child} where id = ${id}`
    expect(await attendanceOf(id, holder)).toContain('Carmen García')
  })
  test('a prescription lists each medicine and how to take it', async () => {
    const care = await createPatientInCare(context)
    await context.db`update account set locale = 'es-ES' where id = ${care.patient.accountId}`
    await issueTestPrescription(context, care)
    const { text } = await download(care.id, care.patient, 'prescription')
    expect(text).toContain(`1. ${PARACETAMOL_ITEM.medicine}`)
    expect(text).toContain('1 comprimido · Oral · cada 8 horas · durante 5 días')
  })
  test.each(['notes', 'attendance', 'prescription'] as const)('%s is not available before it exists', async (type) => {
    const { id, patient } = await createPatientInCare(context)
    expect((await download(id, patient, type)).status).toBe(409)
    expect(await context.db`select 1 from issued_document where consultation_id = ${id}`).toHaveLength(0)
  })
  test('attendance is not available for a consultation that ended with an error', async () => {
    const { id, patient } = await attended()
    await context.db`update consultation set status = 'CLOSED_WITH_ERROR' where id = ${id}`
    expect((await download(id, patient, 'attendance')).status).toBe(409)
    expect((await download(id, patient, 'notes')).status).toBe(200)
  })
  test('another account’s certificate is not found [B7.20]', async () => {
    const { id } = await attended()
    const stranger = await insertPatient(context)
    expect((await download(id, stranger)).status).toBe(404)
  })
  test.each([
    ['their identity card', { document_type: 'DNI', document_number: '12345678Z' }, 'DNI 12345678Z'],
    [
      'their CPF, even beside another document',
      { document_type: 'NIE', document_number: 'X1', cpf: '52998224725' },
      'CPF 52998224725',
    ],
  ])('the certificate identifies the patient by %s', async (_, documents, identification) => {
    const { id, patient } = await attended()
    await context.db`update patient set ${context.db(documents)} where id = ${patient.patientId}`
    expect((await download(id, patient)).lines).toContain(identification)
    expect(await attendanceOf(id, patient)).toContain(`Ana García, con documento ${identification}, recibió`)
  })
  test('the certificate of a patient without a document mentions none', async () => {
    const { id, patient } = await attended()
    await context.db`update patient set document_type = null, document_number = null where id = ${patient.patientId}`
    expect(await attendanceOf(id, patient)).toMatch(/Se hace constar que Ana García recibió atención/)
  })
  test('the certificate and its public check show the day of the call', async () => {
    const { id, patient } = await attended()
    await context.db`
      update consultation set starts_at = '2026-11-18T15:00:00Z', ends_at = '2026-11-18T15:20:00Z' where id = ${id}`
    const { text, code } = await download(id, patient)
    expect(text).toContain('Consulta del 20 de noviembre de 2026')
    expect((await check(code)).body.day).toBe('2026-11-20')
  })
  test('attendance without a recorded call shows only the day of the appointment', async () => {
    const { id, patient } = await withNotes()
    await context.db`
      update consultation set starts_at = '2026-11-18T15:00:00Z', ends_at = '2026-11-18T15:20:00Z' where id = ${id}`
    const whole = await attendanceOf(id, patient)
    expect(whole).toContain('el 18 de noviembre de 2026. La consulta se hizo a distancia.')
    expect((await check((await download(id, patient)).code)).body.day).toBe('2026-11-18')
  })
  test('the certificate spells the patient’s name as it is stored', async () => {
    const { id, patient } = await attended()
    await context.db`update patient set first_name = 'Łukasz' where id = ${patient.patientId}`
    expect((await download(id, patient, 'attendance')).text).toContain('Łukasz')
  })
})

describe('the public check of a certificate', () => {
  test('the check confirms that the certificate is genuine and shows nothing about health', async () => {
    const { id, patient } = await attended()
    const { code } = await download(id, patient, 'attendance')
    const { status, body } = await check(code.toLowerCase().replaceAll('-', ' '))
    expect(status).toBe(200)
    expect(body).toEqual({
      kind: 'attendance',
      status: 'valid',
      initials: 'A. G.',
      issuer: context.services.config.legal.name,
      issuedAt: expect.any(String),
      day: expect.any(String),
      clinician: { name: 'Dra. Marta Ruiz', registrationNumber: '1' },
    })
  })
  test('the same certificate always has the same code', async () => {
    const { id, patient } = await attended()
    const codes = await Promise.all([1, 2, 3].map(async () => (await download(id, patient)).code))
    expect(new Set(codes).size).toBe(1)
  })
  test.each([
    ['has expired', `valid_until = '2020-01-01'`, 'expired'],
    ['was cancelled', `state = 'cancelled'`, 'cancelled'],
  ])('the check shows that a prescription %s', async (_, change, status) => {
    const care = await createPatientInCare(context)
    await issueTestPrescription(context, care)
    const { code } = await download(care.id, care.patient, 'prescription')
    expect((await check(code)).body.status).toBe('valid')
    await context.owner.unsafe(`alter table prescription disable trigger prescription_is_not_rewritten;
      update prescription set ${change} where consultation_id = '${care.id}';
      alter table prescription enable trigger prescription_is_not_rewritten`)
    expect((await check(code)).body.status).toBe(status)
  })
  test('an unknown code is refused, and guessing hits a rate limit', async () => {
    for (const code of ['7K2M-94QX-0RTB', 'no code at all'])
      expect(await check(code, '203.0.113.7')).toMatchObject({ status: 404, body: { code: 'DOCUMENT_UNKNOWN' } })
    const tries = await Promise.all(Array.from({ length: 60 }, () => check('7K2M-94QX-0RTB', '203.0.113.7')))
    const last = tries.filter(({ status }) => status === 429)
    expect(last.length).toBeGreaterThan(0)
    expect(last[0]?.headers['retry-after']).toBeDefined()
  })
  test('the check shows no initials of a patient whose data is locked', async () => {
    const { id, patient } = await attended()
    const { code } = await download(id, patient)
    await context.db`
      update patient set deleted_at = now(), first_name = '--', last_name = '--', date_of_birth = '1901-01-01',
        sex = 'PreferNotToSay', document_type = null, document_number = null
      where id = ${patient.patientId}`
    expect((await check(code)).body.initials).toBeNull()
  })
})
