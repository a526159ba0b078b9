import { randomUUID } from 'node:crypto'
import { contentOfBundle, contentReader, loadPartner } from '@cuida/content/service.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { dayAfter } from '@cuida/core/kit/zone.ts'
import { moneiCard } from '@cuida/simulators/test-simulators.ts'
import { connect } from '../server/kit/db/db.ts'
import { makePatients, type SignedIn, tokensOf } from './patients.ts'
import type { BenchSystem, Server } from './system.ts'

/** A patient with an account, an open session and a tokenised card. */
export interface Buyer {
  person: SignedIn
  patientId: string
  token: string
  cardToken: string
  tokenSession: string
}
/** A free slot of a clinician. */
export interface Offer {
  clinicianId: string
  startTime: string
  endTime: string
  /** A promo code for ten percent off. */
  promoCode: string
}

const GOOD_CARD = '4444444444444422'
const CODE = 'PRIMAVERA'
const DAY_MS = 86_400_000

/** A scheduled product of the partner with a price above zero. */
export async function findProduct(partner: string): Promise<Product> {
  const content = contentReader(contentOfBundle(await loadPartner(partner)).source)
  const product = content.products('en').find(({ scheduled }) => scheduled)
  if (!product) throw new Error('the partner has no product to book')
  return product
}

/** Inserts buyers by SQL: registration is not measured. */
export async function makeBuyers(
  system: Pick<BenchSystem, 'databaseUrl' | 'env'>,
  simulators: Pick<Server, 'url'>,
  count: number,
): Promise<Buyer[]> {
  const db = connect(system.databaseUrl, { max: 1 })
  const people = await makePatients(db, count)
  await db.end()
  const tokenOf = tokensOf(system)
  const buyers: Buyer[] = []
  for (const person of people) {
    const tokenSession = randomUUID()
    const reply = await fetch(`${simulators.url}/simulators/monei/v1/tokens`, moneiCard(GOOD_CARD, tokenSession))
    const { paymentToken: cardToken } = (await reply.json()) as { paymentToken: string }
    buyers.push({ person, patientId: person.patientId, token: await tokenOf(person), cardToken, tokenSession })
  }
  return buyers
}

/**
 * Inserts clinicians who work day and night, each with a promo code, and returns `count` of their slots from tomorrow
 * on, taking the clinicians in turn.
 */
export async function makeOffers(
  { databaseUrl }: Pick<BenchSystem, 'databaseUrl'>,
  product: Product,
  { clinicians, times }: { clinicians: number; times: number },
): Promise<Offer[]> {
  const db = connect(databaseUrl, { max: 1 })
  const ids = Array.from({ length: clinicians }, () => randomUUID())
  const texts = db.json({ en: 'General medicine', es: 'Medicina general' })
  const lists = db.json({ en: ['Ten years of practice'], es: ['Diez años de consulta'] })
  await db`
    insert into clinician (id, name, specialty, registration_number, languages, bio, experience, studies, hue, time_zone)
    select id, 'Dra. Prueba', ${texts}, '28/12345', '{es}', ${texts}, ${lists}, ${lists}, 200, 'UTC'
    from unnest(${ids}::uuid[]) id`
  await db`
    insert into staff (email, name, password_hash, totp_secret, role, clinician_id)
    select id || '@example.test', 'Dra. Prueba', 'none', 'none', 'clinician', id from unnest(${ids}::uuid[]) id`
  await db`insert into clinician_product (clinician_id, product_id) select id, ${product.id} from unnest(${ids}::uuid[]) id`
  await db`
    insert into clinician_hours (clinician_id, weekday, starts, ends)
    select id, weekday, '00:00', '24:00' from unnest(${ids}::uuid[]) id, generate_series(1, 7) weekday`
  await db`
    insert into promo_code (code, percentage, campaign)
    select ${CODE} || n, 10, 'Spring' from generate_series(0, ${clinicians - 1}::int) n on conflict do nothing`
  await db.end()
  const minutes = product.durationMinutes
  const first = Date.parse(`${dayAfter(new Date().toISOString().slice(0, 10))}T00:00:00Z`)
  return Array.from({ length: times }, (_, at) => {
    const start = first + Math.floor(at / clinicians) * minutes * 60_000
    if (start > first + 25 * DAY_MS) throw new Error('more times than a clinician offers')
    const [startTime, endTime] = [start, start + minutes * 60_000].map((each) => new Date(each).toISOString())
    const clinicianId = String(ids[at % clinicians])
    const promoCode = `${CODE}${at % clinicians}`
    return { clinicianId, startTime: String(startTime), endTime: String(endTime), promoCode }
  })
}
