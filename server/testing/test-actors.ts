import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { blockPerson } from '@cuida/core/access/people/people-api.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import type { Call } from '@cuida/core/kit/call.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { expect, vi } from 'vitest'
import { newProgram } from '../access/api-key/test-programs.ts'
import { insertPasskey } from '../access/passkey/passkey-store.ts'
import { hashPassword } from '../access/passwords.ts'
import { encryptSecret } from '../access/security/totp.ts'
import type { Owner } from '../access/session/session-store.ts'
import { newSession, PASSWORD } from '../access/test-people.ts'
import { listOfferedTimes, newCart, newClinician, newDependant, productFor } from '../booking/test-people.ts'
import {
  insertClinician,
  insertConsultation,
  insertPatient,
  TEST_PRODUCT_ID,
  type TestClinician,
} from '../care/test-people.ts'
import { type JsonSchema, jsonSchemaOf } from '../kit/http/schema.ts'
import type { Actor, IdKind } from './policy/test-rule.ts'
import type { TestContext } from './test-context.ts'
import { insertMoney, insertSubscription } from './test-money.ts'

/** A person's private things by kind, and the public ones. */
export type IdsByKind = Record<IdKind, string>

export interface Actors {
  tokens: Record<Actor, string | undefined>
  /** Staff ids of the actors who are staff. */
  staff: Record<'inCare' | 'notInCare' | 'manager', string>
  /** The target of every other actor. */
  holder: IdsByKind
  other: IdsByKind
  exHolder: IdsByKind
  /** The things that the former holder could reach until the dependant came of age. */
  grownUp: Partial<IdsByKind>
  /** A slot that the clinician offers. */
  slot: { startTime: string; endTime: string }
  /** Texts that only the holder's data contains. */
  canaries: string[]
}

const CANARY = 'Kanarienvogel'

/** Every actor of server/testing/policy/test-policy.ts, with real rows. */
export async function createActors(context: TestContext): Promise<Actors> {
  const product = await productFor(context, 'scheduled')
  const clinician = await newClinician(context, product)
  const inCare = await insertClinician(context, { products: [TEST_PRODUCT_ID, '301'] })
  const elsewhere = await insertClinician(context)
  const notInCare = await insertClinician(context, { products: [] })
  const manager = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
  const program = await newProgram(context, manager.staffId, notInCare.staffId)
  const { keyId } = program
  const shared = { product, clinician, keyId, opener: await insertClinician(context, { products: [] }) }
  const holder = await newPerson(context, CANARY, inCare, shared)
  const other = await newPerson(context, 'Bruno', elsewhere, shared)
  const exHolder = await newPerson(context, 'Xenia', elsewhere, shared)
  const blocked = await newPerson(context, 'Carla', elsewhere, shared)
  await block(context, blocked, manager)
  await context.db`update account set password_hash = ${await hashPassword(PASSWORD)}`
  await context.db`update staff set totp_secret = ${encryptSecret(context.services.secrets, 'JBSWY3DPEHPK3PXP')}`
  const adult = await newDependant(context, { ...exHolder, patientId: exHolder.things.patient }, '2000-01-01')
  const [slot] = await listOfferedTimes(context, clinician, product)
  if (!slot) throw new Error('the clinician has no free slot')
  return {
    tokens: {
      guest: undefined,
      pendingMfa: await context.services.tokens.sign('mfa', { subject: holder.things.account, mfa: 'PENDING' }),
      holder: holder.token,
      other: other.token,
      exHolder: exHolder.token,
      blocked: blocked.token,
      inCare: inCare.token,
      notInCare: notInCare.token,
      manager: manager.token,
      machine: program.token,
    },
    staff: { inCare: inCare.staffId, notInCare: notInCare.staffId, manager: manager.staffId },
    holder: holder.things,
    other: other.things,
    exHolder: exHolder.things,
    grownUp: { patient: adult, dependant: adult, consultation: await bookedWith(context, adult, elsewhere) },
    slot,
    canaries: holder.canaries,
  }
}

/** A manager blocks the account through the API, and this process receives the change. */
async function block(context: TestContext, { things, token }: { things: IdsByKind; token: string }, by: TestClinician) {
  const input = { kind: 'patient', id: things.account, reason: 'Somebody else is using it' } as const
  await context.sendCall(blockPerson, input, { token: by.token })
  // Runs before all tests, where nothing is retried: a busy machine needs longer than the default second.
  await vi.waitFor(async () => expect((await context.sendCall(me, {}, { token })).status).toBe(401), {
    timeout: 60_000,
  })
}

interface Shared {
  product: Product
  /** The API key of the program that has booked for everybody. */
  keyId: string
  clinician: string
  /** A clinician with a past emergency access to every record. */
  opener: TestClinician
}

async function newPerson(context: TestContext, name: string, carer: TestClinician, shared: Shared) {
  const { product, clinician } = shared
  const { db } = context
  const { accountId, patientId } = await insertPatient(context, name)
  const number = randomInt(1e6, 1e7)
  const canaries = [name, `${name}-apellido`, `${name}-resumen`, `${name.toLowerCase()}${number}`, `DOC${number}`]
  await db`update patient set last_name = ${`${name}-apellido`}, document_number = ${`DOC${number}`} where id = ${patientId}`
  await db`update account set email = ${`${name.toLowerCase()}${number}@example.com`} where id = ${accountId}`
  const session = await newSession(context, accountId)
  const holder = { accountId, patientId, token: session.token }
  const summary = `${name}-resumen of what I feel`
  const cart = await newCart(context, holder, product, { summary })
  const consultation = await bookedWith(context, patientId, carer, summary)
  const { order, payment } = await insertOrder(context, accountId, patientId, product)
  const things: IdsByKind = {
    cart,
    patient: patientId,
    dependant: await newDependant(context, holder, '2016-05-04'),
    order,
    payment,
    consultation,
    account: accountId,
    session: (await newSession(context, accountId)).id,
    deskSession: await insertDeskSession(context, carer),
    passkey: await insertTestPasskey(context, { accountId }),
    deskPasskey: await insertTestPasskey(context, { staffId: carer.staffId }),
    clinician,
    product: product.id,
    promoCode: await insertCode(context),
    ...(await insertMoney(context, payment, carer)),
    ...(await insertSubscription(context, accountId, patientId, carer)),
    waitlistEntry: await insertWaitlistEntry(context, accountId, product),
    card: await insertCard(context, accountId),
    ...(await insertRecord(context, { patientId, consultation, carer, opener: shared.opener }, name)),
    document: await insertDocument(context, accountId, consultation),
    question: await insertQuestion(context, patientId, name),
    undelivered: await insertUndelivered(context, accountId, consultation),
    programBooking: await insertProgramBooking(context, shared.keyId, { patientId, product, clinician }),
    healthLink: await insertHealthLink(context, patientId),
    callGuest: await insertGuest(context, accountId, consultation, name),
  }
  return { ...holder, things, canaries }
}

/** A second session of the clinician in care. */
async function insertDeskSession({ db }: TestContext, { staffId }: TestClinician): Promise<string> {
  const [row] = await db<{ id: string }[]>`insert into session (staff_id) values (${staffId}) returning id`
  return row?.id ?? ''
}

async function insertTestPasskey({ db }: TestContext, owner: Owner): Promise<string> {
  const key = { credentialId: randomBytes(32), publicKey: randomBytes(77), userHandle: randomBytes(32), counter: 0 }
  const passkey = { ...key, transports: [], canBeBackedUp: true, isBackedUp: true, name: 'Phone' }
  return (await db.begin((tx) => insertPasskey(tx, owner, passkey))) ?? ''
}

async function insertCard({ db }: TestContext, accountId: string): Promise<string> {
  const [card] = await db<{ id: string }[]>`
    insert into saved_card (account_id, provider, fingerprint, provider_card_id, card_type, masked_card_number,
      expiry_month, expiry_year)
    values (${accountId}, 'monei', ${randomUUID()}, ${randomUUID()}, 'visa', '•••• 4422', 12, 2034) returning id`
  return card?.id ?? ''
}

/** The clinician in care answers the holder's topic; no actor answers the others'. */
async function insertQuestion({ db }: TestContext, patientId: string, name: string): Promise<string> {
  const topic = name === CANARY ? 'nutrition' : 'endocrinology'
  const [row] = await db<{ id: string }[]>`
    insert into question (patient_id, key, topic, text, due_at)
    values (${patientId}, ${randomUUID()}, ${topic}, ${`${name}-resumen at night`}, now() + interval '2 days')
    returning id`
  return row?.id ?? ''
}

/** A guest whom the holder invites to the call. */
async function insertGuest(
  { db }: TestContext,
  accountId: string,
  consultation: string,
  name: string,
): Promise<string> {
  const [row] = await db<{ id: string }[]>`
    insert into call_guest (consultation_id, kind, name, invited_by, secret_hash, consented_by, consented_at)
    values (${consultation}, 'companion', ${`${name}-resumen`}, 'patient', ${Buffer.from(randomUUID())}, ${accountId}, now())
    returning id`
  return row?.id ?? ''
}

/** A notification that no channel delivered. */
async function insertUndelivered({ db }: TestContext, accountId: string, consultation: string): Promise<string> {
  const [row] = await db<{ id: string }[]>`
    insert into undelivered_notification (notification_id, account_id, consultation_id, kind, channels)
    values (${randomUUID()}, ${accountId}, ${consultation}, 'cancelled', '{sms,email}') returning id`
  return row?.id ?? ''
}

/** An unread document without stored bytes. */
async function insertDocument({ db }: TestContext, accountId: string, consultation: string): Promise<string> {
  const [row] = await db<{ id: string }[]>`
    insert into consultation_document (consultation_id, side, place, account_id, upload_key, upload_hash, file, type,
      size, hash, name, is_waiting)
    values (${consultation}, 'patient', 1, ${accountId}, ${randomUUID()}, ${Buffer.alloc(32)}, ${randomUUID()},
      'image/jpeg', 1, ${Buffer.alloc(32)}, 'Report', true) returning id`
  return row?.id ?? ''
}

async function bookedWith(
  context: TestContext,
  patientId: string,
  { staffId, clinicianId }: TestClinician,
  summary = 'Tired',
) {
  const id = await insertConsultation(context, {
    patientId,
    status: 'ACTIVE',
    heldBy: staffId,
    booked: { clinicianId, inMinutes: -5 },
    actions: ['QUEUED', 'ASSIGNED'],
  })
  await context.db`update consultation set summary = ${summary} where id = ${id}`
  return id
}

const MEDICINE = {
  dose: '1',
  route: 'oral',
  frequency: 'daily',
  durationDays: null,
  quantity: '1 box',
  instructions: '',
}

interface Recorded {
  patientId: string
  consultation: string
  carer: TestClinician
  opener: TestClinician
}

async function insertRecord({ db }: TestContext, { patientId, consultation, carer, opener }: Recorded, name: string) {
  const [entry] = await db<{ id: string }[]>`
    insert into history_entry (patient_id, kind, text, status, author_id)
    values (${patientId}, 'allergy', ${`${name}-resumen: latex`}, 'active', ${carer.staffId}) returning id`
  const [request] = await db<{ id: string }[]>`
    insert into edit_request (patient_id, section, text)
    values (${patientId}, 'clinical', ${`${name}-resumen is missing`}) returning id`
  const [note] = await db<{ id: string }[]>`
    insert into note (consultation_id, author_id, text)
    values (${consultation}, ${carer.staffId}, ${`${name}-resumen of the call`}) returning id`
  const [template] = await db<{ id: string }[]>`
    insert into note_template (staff_id, title, text, written_by)
    values (${carer.staffId}, ${`${name}-resumen`}, 'Rest', ${carer.staffId}) returning id`
  const [prescription] = await db<{ id: string }[]>`
    insert into prescription (consultation_id, patient_id, author_id, clinician_id, key, provider, items, valid_until, state)
    values (${consultation}, ${patientId}, ${carer.staffId}, ${carer.clinicianId}, ${randomUUID()}, 'medikit',
      ${db.json([{ ...MEDICINE, medicine: `${name}-resumen` }])}, current_date + 9, 'sending') returning id`
  const [letter] = await db<{ id: string }[]>`
    insert into letter (consultation_id, author_id, clinician_id, kind, text, key, code)
    values (${consultation}, ${carer.staffId}, ${carer.clinicianId}, 'certificate', ${`${name}-resumen`}, ${randomUUID()},
      ${String(randomInt(1e11, 2e11))}) returning id`
  const [emergencyAccess] = await db<{ id: string }[]>`
    insert into break_glass (staff_id, patient_id, reason, opened_at, open_until)
    values (${opener.staffId}, ${patientId}, 'Fainted on the phone, asked for help', now() - interval '3 days',
      now() - interval '2 days') returning id`
  return {
    entry: entry?.id ?? '',
    editRequest: request?.id ?? '',
    note: note?.id ?? '',
    noteTemplate: template?.id ?? '',
    emergencyAccess: emergencyAccess?.id ?? '',
    prescription: prescription?.id ?? '',
    letter: letter?.id ?? '',
  }
}

async function insertWaitlistEntry({ db }: TestContext, accountId: string, product: Product): Promise<string> {
  const [waitlistEntry] = await db<{ id: string }[]>`
    insert into waitlist_entry (account_id, product_id, product_slug, product_name, wanted_until)
    values (${accountId}, ${product.id}, ${product.slug}, 'Consultation', now() + interval '9 days') returning id`
  return waitlistEntry?.id ?? ''
}

async function insertOrder({ db }: TestContext, accountId: string, patientId: string, product: Product) {
  const [cart] = await db<{ id: string }[]>`
    insert into cart (key_hash, product_id, account_id, patient_id, ordered_at)
    values (${Buffer.from(randomUUID())}, ${product.id}, ${accountId}, ${patientId}, now()) returning id`
  const [order] = await db<{ id: string }[]>`
    insert into care_order (cart_id, account_id, patient_id, product_id, product_slug, product_name, status, amount,
      currency, price, payment_method)
    values (${cart?.id ?? ''}, ${accountId}, ${patientId}, ${product.id}, ${product.slug}, 'Consultation', 'PENDING', 3900,
      'EUR', '{"lines":[]}', 'CARD_FIRST_PAYMENT') returning id`
  const [payment] = await db<{ id: string }[]>`
    insert into payment_attempt (order_id, provider, state, amount, currency)
    values (${order?.id ?? ''}, 'monei', 'pending', 3900, 'EUR') returning id`
  return { order: order?.id ?? '', payment: payment?.id ?? '' }
}

async function insertCode({ db }: TestContext): Promise<string> {
  const code = `CODE-${randomInt(1e6, 1e7)}`
  const [row] = await db<{ id: string }[]>`
    insert into promo_code (code, percentage, campaign) values (${code}, 10, 'Autumn') returning id`
  return row?.id ?? ''
}

export const callName = ({ method, path }: Call): string => `${method} ${path}`

/** Every position of a call that takes an id or a key: `path.id`, `body.cartSessionKey`. */
export function idPositions(call: Call): string[] {
  const sources = { path: call.params, query: call.query, body: call.body }
  return Object.entries(sources).flatMap(([source, schema]) => (schema ? idsIn(jsonSchemaOf(schema), source) : []))
}

function idsIn(schema: JsonSchema, at: string): string[] {
  const name = at.slice(at.lastIndexOf('.') + 1)
  const inner = [
    ...Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).flatMap(([key, property]) =>
      idsIn(property, `${at}.${key}`),
    ),
    ...[schema.items ?? []].flat().flatMap((item) => idsIn(item as JsonSchema, at)),
    ...((schema.anyOf ?? []) as JsonSchema[]).flatMap((choice) => idsIn(choice, at)),
  ]
  const isId =
    ['uuid', 'reference'].includes(String(schema.format)) || (schema.type === 'string' && /(^id|Ids?|Key)$/.test(name))
  return [...new Set(isId ? [at, ...inner] : inner)]
}

async function insertProgramBooking(
  { db }: TestContext,
  keyId: string,
  { patientId, product, clinician }: { patientId: string; product: Product; clinician: string },
): Promise<string> {
  const [row] = await db`
    insert into program_booking (key_id, reference, patient_id, product_id, clinician_id, starts_at, needs)
    values (${keyId}, ${patientId}, ${patientId}, ${product.id}, ${clinician}, now() + interval '1 day', '{}') returning id`
  return row?.id
}

async function insertHealthLink({ db }: TestContext, patientId: string): Promise<string> {
  const [row] = await db`
    insert into health_link (patient_id, token_hash, secret, expires_at)
    values (${patientId}, ${randomBytes(32)}, '{}', now() + interval '1 day') returning id`
  return row?.id
}
