import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { registerPatient } from '@cuida/core/access/api.ts'
import { getCart } from '@cuida/core/booking/cart/api.ts'
import { takeOffer } from '@cuida/core/booking/waitlist/waitlist-api.ts'
import { getConsultation } from '@cuida/core/care/call/api.ts'
import { getDeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { getRecord, listEmergencyAccesses } from '@cuida/core/care/record/desk-record-api.ts'
import { getDeskOrder } from '@cuida/core/checkout/order/desk-order-api.ts'
import { listMoneyTasks } from '@cuida/core/checkout/reconciliation/desk-task-api.ts'
import { getDeskSubscription } from '@cuida/core/checkout/subscription/desk-subscription-api.ts'
import { readHealthLink } from '@cuida/core/fhir/health-link.ts'
import { listHealthLinks } from '@cuida/core/fhir/health-link-api.ts'
import type { Call } from '@cuida/core/kit/call.ts'
import { listUndelivered } from '@cuida/core/notifications/delivery/undelivered-api.ts'
import { exportPatient } from '@cuida/core/profile/account/account-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectionEnv, findPostgresProgram } from '../../tools/backup/postgres-programs.ts'
import { createDebianCluster, type DebianCluster } from '../../tools/backup/test-debian-cluster.ts'
import { ensureBackupPrograms } from '../../tools/debian.ts'
import { newPhone, PASSWORD, runJobs, verifyPhone } from '../access/test-people.ts'
import { listOfferedTimes, newClinician, productFor, validAnswers } from '../booking/test-people.ts'
import { findEntries } from '../booking/waitlist/waitlist-store.ts'
import { buildTestPdf } from '../care/documents/test-files.ts'
import { openFile, sendFile } from '../care/documents/test-uploads.ts'
import { createCheckout, orderWithCard, readConsultation } from '../checkout/order/test-orders.ts'
import { SCHEDULED_JOBS } from '../jobs.ts'
import { jsonSchemaOf } from '../kit/http/schema.ts'
import { servedCalls } from '../kit/http/serve.ts'
import { POLICY } from './policy/test-policy.ts'
import type { Actor, IdKind } from './policy/test-rule.ts'
import { type Actors, callName, createActors } from './test-actors.ts'
import { withReasons } from './test-audit.ts'
import { startTestContext, type TestContext } from './test-context.ts'
import { freeTextsIn } from './test-free-texts.ts'
import { buildInput } from './test-inputs.ts'

// Every free text about care is written through the API and then looked for with the tools of a thief: in a dump, in the
// files of the database and its WAL, in the stored documents and in the log.

const hasPrograms = await ensureBackupPrograms()
/** Of this test alone, as durable as in production, with files that it can read. */
let cluster: DebianCluster
let context: TestContext
let cast: Actors
const lines: string[] = []

/** In every text about care. */
const WORD = `Kanarienvogel${randomBytes(4).toString('hex')}`
/** In the name of the patient, which is in plain: the searches find it. */
const NAME = `Goldammer${randomBytes(4).toString('hex')}`

const NOT_ABOUT_CARE: [reason: string, fields: RegExp][] = [
  [
    'tokens, passwords, names, documents and addresses, which are in plain',
    /\.(?:\w*Token|token|\w*[pP]assword|lastName|discountName|documentType|street|deviceSessionId|code|endpoint|redirectUrl|comments)$/,
  ],
  [
    'managers about sign-ins, the team, companies, codes and programs',
    /^\w+ \/desk\/(?:people|team|companies|promo-codes|api-keys|webhooks)\b/,
  ],
  [
    'another path of a registration, and a check that stores nothing',
    /^POST \/(?:patients|auth\/register\/patient\/validate) /,
  ],
  ['chosen from the lists of the catalogue', /\.answer\[\]$/],
  ['the agenda', /^\w+ \/desk\/(?:agenda|absences|consultations\/:id\/schedule)\b/],
  ['written before any patient', /^\w+ \/desk\/note-templates\b/],
]

const planted = new Map<string, string>()
/** A text for this field, to be looked for. */
function textFor(field: string): string {
  const text = `${WORD} ${field}`
  planted.set(field, text)
  return text
}

interface Plant {
  as: Actor
  ids?: Partial<Record<IdKind, string>>
  more?: Record<string, unknown>
}

/** Sends a call as this actor, with such a text in each of these fields. */
async function plant(name: string, fields: readonly string[], { as, ids = {}, more = {} }: Plant) {
  const call = servedCalls.find((each) => callName(each) === name) as Call
  const rule = POLICY[name] ?? { ids: {}, opens: [as] }
  const texts = Object.fromEntries(fields.map((field) => [field, textFor(`${name} .${field}`)]))
  const input = { ...buildInput(cast, rule, { ...cast.holder, ...ids }), ...more, ...texts }
  const { status, body } = await context.sendCall(call, input as never, { token: cast.tokens[as] ?? '' })
  expect([name, status, (body as { code?: string } | undefined)?.code]).toEqual([
    name,
    expect.toBeOneOf([200, 201, 202, 204]),
    undefined,
  ])
  return (body ?? {}) as Record<string, unknown>
}

/** What people read in the product after all of it. */
const shown: unknown[] = []
const read = async (call: Call, input: object, as: Actor) =>
  shown.push((await context.sendCall(call, input as never, { token: cast.tokens[as] ?? '' })).body)

async function writeEverything(): Promise<void> {
  const { consultation, patient } = cast.holder
  await profiles()
  await visitOfPatient()
  await care()
  await read(getDeskConsultation, { id: consultation }, 'inCare')
  await payments()
  await end()
  await runJobs(context)
  for (const [_seconds, _name, runJob] of SCHEDULED_JOBS) await runJob(context.services)
  await read(exportPatient, { id: patient, password: PASSWORD }, 'holder')
  await read(getRecord, { patientId: patient }, 'inCare')
  await read(listEmergencyAccesses, {}, 'manager')
  await read(listUndelivered, { state: 'resolved' }, 'manager')
  shown.push(await withReasons(context.db, context.db`select reason from audit`))
}

/** What people write about themselves and their children. */
async function profiles(): Promise<void> {
  await plant('PATCH /user/me', ['genderInfo'], { as: 'holder', more: { lastName: NAME } })
  await plant('PATCH /dependants/:id', ['genderInfo'], { as: 'holder' })
  const profileFor = (name: string) => ({
    firstName: 'Leo',
    lastName: 'Prueba Sanz',
    dateOfBirth: '2017-03-09',
    sex: 'Male' as const,
    genderInfo: textFor(`${name} .profile.genderInfo`),
  })
  const child = 'POST /auth/register/dependant'
  await plant(child, [], { as: 'holder', more: { profile: profileFor(child) } })
  await read(me, {}, 'holder')
  const number = newPhone()
  const contact = {
    phone: { number, country: 'ES' as const },
    email: `${number.slice(1)}@example.com`,
    password: PASSWORD,
  }
  const profile = { ...profileFor('POST /auth/register/patient'), ...contact, dateOfBirth: '1990-03-09' }
  const token = await verifyPhone(context, number)
  const { status, body } = await context.sendCall(registerPatient, { accountType: 'PHONE', profile }, { token })
  expect([status, body.code]).toEqual([201, undefined])
  shown.push((await context.sendCall(me, {}, { token: body.accessToken })).body)
}

/** What a patient writes. */
async function visitOfPatient(): Promise<void> {
  const token = cast.tokens.holder ?? ''
  const patient = { accountId: cast.holder.account, patientId: cast.holder.patient, token }
  const product = await productFor(context, 'scheduled')
  await plant('POST /questions', ['text'], { as: 'holder', more: { key: randomUUID() } })
  const bytes = buildTestPdf({ text: WORD, picture: WORD })
  const sent = await sendFile(context, {
    token,
    id: cast.holder.consultation,
    bytes,
    name: textFor('name of a document'),
  })
  expect(sent).toMatchObject({ status: 201 })
  const question = product.symptomCollector.find(({ type }) => type === 'text')
  const answers = (name: string) =>
    validAnswers(product).map(({ questionId, answer }) => {
      if (questionId === question?.key) return { questionId, answer: textFor(`${name} .symptoms[].answer`) }
      // The answer after which the text is asked for.
      const { askedWhen } = question ?? {}
      return { questionId, answer: questionId === askedWhen?.question ? (askedWhen.answers[0] ?? answer) : answer }
    })
  const checkout = await createCheckout(context, product, { patient })
  const { patientId } = patient
  const ids = { cart: checkout.sessionKey, clinician: checkout.clinicianId, product: product.id }
  for (const name of ['POST /cart', 'PUT /cart/:sessionKey']) {
    const more = { symptoms: answers(name), contactMethod: product.contactMethods[0] }
    const { sessionKey = checkout.sessionKey } = await plant(name, ['summary'], { as: 'holder', ids, more })
    await read(getCart, { sessionKey }, 'holder')
  }
  const name = 'POST /order'
  const texts = { symptoms: answers(name), summary: textFor(`${name} .summary`) }
  const { status, body } = await orderWithCard(context, checkout, 'good', texts)
  expect([status, body.code]).toEqual([202, undefined])
  await runJobs(context)
  const { id } = (await readConsultation(context, body.workflowId)) ?? {}
  await read(getConsultation, { patientId, id }, 'holder')
  await plant('PUT /consultations/:id/summary', ['summary'], { as: 'holder', ids: { consultation: id } })
  await plant('PATCH /order/:id/cancel', ['reason'], { as: 'holder', ids: { order: body.workflowId } })
  await bookingOfProgram()
  await healthLink()
}

/** What the patient and a recipient write about a shared summary. */
async function healthLink(): Promise<void> {
  const { url } = await plant('POST /patients/:id/health-links', ['label'], { as: 'holder' })
  const { url: manifest } = readHealthLink(String(url)) ?? {}
  const recipient = textFor('recipient of a health link')
  const opened = await context.app.inject({
    method: 'POST',
    url: new URL(manifest ?? '').pathname,
    payload: { recipient },
  })
  expect(opened.statusCode).toBe(200)
  await read(listHealthLinks, { id: cast.holder.patient }, 'holder')
}

/** What a partner's program tells of a patient, who finds it in the cart of the held time. */
async function bookingOfProgram(): Promise<void> {
  const name = 'POST /program/bookings'
  const product = await productFor(context, 'scheduled')
  const clinician = await newClinician(context, product)
  const [time] = await listOfferedTimes(context, clinician, product)
  const question = product.symptomCollector.find(({ type }) => type === 'text')
  const symptoms = [{ questionId: question?.key, answer: textFor(`${name} .symptoms[].answer`) }]
  const ids = { clinician, product: product.id }
  await plant(name, ['summary'], { as: 'machine', ids, more: { reference: 'HIS-7', symptoms, ...time } })
  const [entry] = await findEntries(context.db, cast.holder.account)
  await read(takeOffer, { id: entry?.id }, 'holder')
}

/** What clinicians and managers write during the consultation. */
async function care(): Promise<void> {
  const inCare = { as: 'inCare' } as const
  const request = 'POST /patients/:id/medical-history/edit-requests'
  const { id: editRequest } = await plant(request, ['text'], { as: 'holder' })
  await plant('POST /desk/edit-requests/:id/decline', ['answer'], {
    ...inCare,
    ids: { editRequest: String(editRequest) },
  })
  await plant('POST /desk/edit-requests/:id/accept', ['text'], inCare)
  await plant('POST /desk/patients/:patientId/record/entries', ['text'], inCare)
  await plant('POST /desk/patients/:patientId/record/entries/:entryId/supersede', ['text', 'reason'], inCare)
  await plant('PUT /desk/consultations/:id/notes', ['text', 'privateText'], inCare)
  await plant('POST /desk/consultations/:id/notes/:noteId/amendments', ['text', 'reason'], inCare)
  await plant('POST /desk/consultations/:id/letters', ['text', 'recipient'], { ...inCare, more: { kind: 'referral' } })
  const name = 'POST /desk/consultations/:id/prescriptions'
  const [item] = (POLICY[name]?.rest?.items ?? []) as object[]
  const medicine = textFor(`${name} .items[].medicine`)
  const items = [{ ...item, medicine, instructions: textFor(`${name} .items[].instructions`) }]
  const { id: prescription } = await plant(name, ['allergyReason'], { ...inCare, more: { items, key: randomUUID() } })
  await runJobs(context)
  const ids = { prescription: String(prescription) }
  await plant('POST /desk/consultations/:id/prescriptions/:prescriptionId/cancel', ['reason'], { ...inCare, ids })
  await plant('POST /desk/questions/:id/answer', ['text'], inCare)
  await plant('POST /desk/consultations/:id/documents/:documentId/hide', ['reason'], inCare)
  const [row] = await context.db`
    select a.phone, p.date_of_birth as "dateOfBirth" from account a join patient p on p.account_id = a.id
    where p.id = ${cast.holder.patient}`
  await plant('POST /desk/break-glass', ['reason'], { as: 'notInCare', more: { ...row } })
  await plant('POST /desk/break-glass/:id/review', ['review'], { as: 'manager' })
  await plant('POST /desk/undelivered-notifications/:id/resolve', ['reason'], { as: 'manager' })
}

/** Reasons of managers about payments: in an order in which none refuses the next. */
const REASONS_ABOUT_PAYMENTS = [
  'POST /desk/tasks/:id/resolve',
  'POST /desk/refunds/:id/retry',
  'POST /desk/refund-requests/:id/end',
  'POST /desk/orders/:id/refund-requests',
  'POST /desk/orders/:id/release',
  'POST /desk/orders/:id/disputes',
  'POST /desk/disputes/:id/answer',
  'POST /desk/disputes/:id/decide',
  'POST /desk/subscription-refunds/:id/retry',
  'POST /desk/subscription-refund-requests/:id/end',
  'POST /desk/subscription-payments/:id/refund-requests',
  'POST /desk/subscriptions/:id/release',
  'POST /desk/subscription-payments/:id/disputes',
  'POST /desk/subscriptions/:id/pause',
  'POST /desk/subscriptions/:id/resume',
]

/** What managers write about payments. */
async function payments(): Promise<void> {
  const { refundRequest = '', subscription = '' } = cast.holder
  const [paid] = await context.db`
    select a.id, a.order_id as "order" from payment_attempt a join refund_request r on r.attempt_id = a.id
    where r.id = ${refundRequest}`
  for (const name of REASONS_ABOUT_PAYMENTS) {
    if (name.includes('/orders/:id/release'))
      await context.db`update payment_attempt set on_hold_at = now() where id = ${paid?.id}`
    if (name.includes('/subscriptions/:id/release'))
      await context.db`update subscription set on_hold_at = now() where id = ${subscription}`
    const ids = name.includes('/orders/') ? { order: paid?.order } : {}
    await plant(name, ['reason'], { as: 'manager', ids })
  }
  await read(getDeskOrder, { id: paid?.order }, 'manager')
  await read(getDeskSubscription, { id: subscription }, 'manager')
  await read(listMoneyTasks, { state: 'resolved' }, 'manager')
}

async function end(): Promise<void> {
  await plant('POST /desk/consultations/:id/close', ['text', 'privateText'], { as: 'inCare' })
  await plant('POST /consultations/:id/rating', ['comment'], { as: 'holder' })
}

/** The database of the context, as its owner. */
const ownerUrl = () => {
  const { pathname } = new URL(context.env.DATABASE_URL ?? '')
  return Object.assign(new URL(cluster.superuserUrl), { pathname }).href
}

/** A word as it is, in hexadecimal digits as a dump has bytes, and in base64 behind any number of bytes. */
function formsOf(word: string): string[] {
  const base64 = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), Buffer.from(word)])
      .toString('base64')
      .slice(before === 0 ? 0 : 4, -4),
  )
  return [word, Buffer.from(word).toString('hex'), ...base64]
}

/** The files that contain a word in any form. */
function filesWith(word: string, path: string): string[] {
  const patterns = formsOf(word).flatMap((form) => ['-e', form])
  const args = ['--recursive', '--text', '--fixed-strings', '--files-with-matches', ...patterns, path]
  const { status, stdout, stderr } = spawnSync('grep', args, { encoding: 'utf8' })
  if (status !== 0 && status !== 1) throw new Error(`grep: ${stderr}`)
  return stdout.split('\n').filter(Boolean)
}

describe.skipIf(!hasPrograms)('texts about care', () => {
  beforeAll(async () => {
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
    const complain = vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
    cluster = await createDebianCluster()
    vi.stubEnv('TEST_DATABASE_URL', cluster.superuserUrl)
    context = await startTestContext({ demo: false, env: { LOG_LEVEL: 'info' } })
    cast = await createActors(context)
    await writeEverything()
    write.mockRestore()
    complain.mockRestore()
  })
  afterAll(async () => {
    await context.close()
    cluster.remove()
  })

  test('every free text of a call is planted or not about care', () => {
    const fields = servedCalls.flatMap((call) =>
      call.body ? freeTextsIn(jsonSchemaOf(call.body), `${callName(call)} `) : [],
    )
    const aboutCare = fields.filter((field) => !NOT_ABOUT_CARE.some(([, like]) => like.test(field)))
    expect(aboutCare.filter((field) => !planted.has(field))).toEqual([])
    expect(NOT_ABOUT_CARE.filter(([, like]) => !fields.some((field) => like.test(field)))).toEqual([])
  })

  test('each planted text is readable in the product', () => {
    const all = JSON.stringify(shown)
    expect([...planted.values()].filter((text) => !all.includes(text))).toEqual([])
    expect(all).not.toContain('sealed:')
  })

  test('no text about care is in a dump of the database [D2]', async () => {
    const file = join(cluster.folder, 'dump.sql')
    const dump = spawnSync(
      await findPostgresProgram('pg_dump', Number(cluster.version)),
      ['--format=plain', `--file=${file}`],
      {
        env: connectionEnv(ownerUrl()) as NodeJS.ProcessEnv,
        encoding: 'utf8',
      },
    )
    expect(dump).toMatchObject({ status: 0, stderr: '' })
    expect(filesWith(NAME, file)).toEqual([file])
    expect(filesWith(WORD, file)).toEqual([])
  })

  test('no text about care is in the files of the database, its WAL and its log [D2]', async () => {
    await context.owner`checkpoint`
    const named = filesWith(NAME, cluster.directory)
    expect(named).toContainEqual(expect.stringContaining('/base/'))
    expect(named).toContainEqual(expect.stringContaining('/pg_wal/'))
    expect(filesWith(WORD, cluster.folder)).toEqual([])
  })

  test('no text about care is in the stored documents [D2]', async () => {
    const { holder } = cast
    const documents = join(context.services.env.DATA_DIR, 'documents')
    const stored = readdirSync(documents, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(stored).toHaveLength(1)
    // The simulators have the prescription, as the provider has it.
    const found = filesWith(WORD, context.services.env.DATA_DIR)
    expect(found.filter((file) => !file.includes('/simulators/'))).toEqual([])
    const [row] = await context.db`
      select id from consultation_document where consultation_id = ${holder.consultation} order by created_at desc limit 1`
    const { bytes } = await openFile(context, cast.tokens.holder ?? '', holder.consultation, row?.id)
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    for (const { parentPath, name } of stored)
      expect(readFileSync(join(parentPath, name)).includes('%PDF-')).toBe(false)
  })

  test('no text about care is in the log of API and jobs [D2]', () => {
    const log = lines.join('')
    expect(log).toContain('"event":"request"')
    expect(formsOf(WORD).filter((form) => log.includes(form))).toEqual([])
  })
})
