import { randomUUID } from 'node:crypto'
import { createCart, listSlots, lockSlot } from '@cuida/core/booking/cart/api.ts'
import type { Symptom } from '@cuida/core/booking/cart/cart.ts'
import { isForAge } from '@cuida/core/catalogue/product/ages.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import type { Question } from '@cuida/core/catalogue/product/question.ts'
import { dayAfter, localTime } from '@cuida/core/kit/zone.ts'
import { openSession } from '../access/session/sessions.ts'
import { createApp } from '../app.ts'
import { agreeToDocuments } from '../brand/consent/test-consents.ts'
import { readEnv } from '../env.ts'
import { createServices } from '../services.ts'
import { sendCall, type TestContext } from '../testing/test-context.ts'

export interface TestPatient {
  accountId: string
  patientId: string
  token: string
}

let people = 0

export async function newPatient({ db, services }: TestContext, { agrees = true } = {}): Promise<TestPatient> {
  const number = ++people
  const [account] = await db`
    insert into account (phone, country, email, password_hash)
    values (${`+3461${5_000_000 + number}`}, 'ES', ${`${randomUUID()}@example.test`}, 'none')
    returning id`
  const [patient] = await db`
    insert into patient (account_id, first_name, last_name, date_of_birth, sex)
    values (${account?.id}, 'Ana', ${`Prueba ${number}`}, '1990-05-17', 'Female') returning id`
  if (agrees) await agreeToDocuments({ db, services }, { accountId: account?.id, patientId: patient?.id })
  // When invoices need an address, an order without one is refused.
  if (services.config.partnerConfig.invoicing?.needsAddress)
    await db`
      insert into address (patient_id, kind, country, postal_code, state, city, district, street)
      values (${patient?.id}, 'home', 'BR', '01310100', 'SP', 'São Paulo', 'Bela Vista', 'Avenida Paulista')`
  const session = await db.begin((tx) => openSession(tx, { accountId: account?.id }))
  const token = await services.tokens.sign('access', { subject: account?.id, sessionId: session.id, mfa: 'DONE' })
  return { accountId: account?.id, patientId: patient?.id, token }
}

export async function newDependant(
  { db }: TestContext,
  { patientId }: TestPatient,
  dateOfBirth: string,
): Promise<string> {
  const [row] = await db`
    insert into patient (holder_id, first_name, last_name, date_of_birth, sex)
    values (${patientId}, 'Leo', 'Prueba', ${dateOfBirth}, 'Male') returning id`
  return row?.id
}

/** A clinician who works day and night unless `more` says otherwise. */
export async function newClinician(
  { db }: TestContext,
  product: Product,
  { timeZone = 'UTC', starts = '00:00', ends = '24:00', buffer = 0 } = {},
): Promise<string> {
  const id = randomUUID()
  const texts = { en: 'General medicine', es: 'Medicina general' }
  const lists = { en: ['Ten years of practice'], es: ['Diez años de consulta'] }
  await db`
    insert into clinician (id, name, specialty, registration_number, languages, bio, experience, studies, hue, time_zone,
      buffer_minutes)
    values (${id}, 'Dra. Prueba', ${db.json(texts)}, '28/12345', ${['es']}, ${db.json(texts)}, ${db.json(lists)},
      ${db.json(lists)}, 200, ${timeZone}, ${buffer})`
  await db`
    insert into staff (email, name, password_hash, totp_secret, role, clinician_id)
    values (${`${id}@example.test`}, 'Dra. Prueba', 'none', ${Buffer.from('none')}, 'clinician', ${id})`
  await db`insert into clinician_product (clinician_id, product_id) values (${id}, ${product.id})`
  await db`
    insert into clinician_hours (clinician_id, weekday, starts, ends)
    select ${id}, weekday, ${starts}, ${ends} from generate_series(1, 7) weekday`
  return id
}

export async function productFor({ services }: TestContext, kind: 'scheduled' | 'onDemand'): Promise<Product> {
  const products = services.content.products('en')
  const product = products.find((each) => each[kind])
  if (!product) throw new Error(`the partner has no ${kind} product`)
  return product
}

/** A scheduled product of the partner for a child of ten. */
export async function productForChildren({ services }: TestContext): Promise<Product> {
  const products = services.content.products('en')
  const product = products.find(({ ages, scheduled }) => ages && isForAge(ages, 10) && scheduled)
  if (!product) throw new Error('the partner has no product for children')
  return product
}

export const validAnswers = ({ symptomCollector }: Product): Symptom[] =>
  symptomCollector.map((question) => ({ questionId: question.key, answer: goodAnswer(question) }))

function goodAnswer(question: Question): Symptom['answer'] {
  switch (question.type) {
    case 'yesNo':
      return true
    case 'text':
      return 'Since Monday morning'
    case 'slider':
      return question.min
    case 'radio':
      return question.options[0]?.value ?? ''
    case 'multipleChoice':
      // The last option is "none of these"; the first could be a sign of an emergency.
      return question.options.slice(-1).map(({ value }) => value)
  }
}

export const SUMMARY = 'I have had a cough since Monday.'

export const completeAnswers = (product: Product) => ({ symptoms: validAnswers(product), summary: SUMMARY })

/** A cart with everything that an order needs, except the time. */
export async function newCart(context: TestContext, patient: TestPatient | undefined, product: Product, more = {}) {
  const { body } = await context.sendCall(
    createCart,
    {
      productId: product.id,
      ...completeAnswers(product),
      contactMethod: product.contactMethods[0],
      patientId: patient?.patientId,
      ...more,
    },
    patient ? { token: patient.token } : {},
  )
  return body.sessionKey
}

/** A clinician's free times from tomorrow on, as a guest sees them. */
export async function listOfferedTimes(context: TestContext, clinicianId: string, product: Product, days = 2) {
  const today = localTime('UTC', new Date()).day
  const { body } = await context.sendCall(listSlots, {
    id: clinicianId,
    productId: product.id,
    from: dayAfter(today),
    to: dayAfter(today, days),
  })
  // At least three hours ahead, so that a test can also cancel it: tomorrow may begin in minutes.
  const early = new Date(Date.now() + 3 * 3_600_000).toISOString()
  const all = body.days.flatMap(({ slots }) => slots.map(({ startTime, endTime }) => ({ startTime, endTime })))
  return all.filter(({ startTime }) => startTime > early)
}

export async function lockTestSlot(
  context: TestContext,
  patient: TestPatient | undefined,
  input: { id: string; productId: string; startTime: string; endTime: string; sessionKey: string; again?: boolean },
) {
  return context.sendCall(lockSlot, input, patient ? { token: patient.token } : {})
}

/** A second process of the same deployment, as far as one test process allows: its own services and connections. */
export async function createSecondProcess(context: TestContext): Promise<TestContext> {
  const services = await createServices(readEnv(context.env), 'api')
  services.config.holidays = context.services.config.holidays
  const app = await createApp(services)
  await app.ready()
  return {
    ...context,
    app,
    services,
    db: services.db,
    sendCall: (call, input, how = {}) => sendCall(app, call, input, how),
    async close() {
      await app.close()
      await services.close()
    },
  }
}
