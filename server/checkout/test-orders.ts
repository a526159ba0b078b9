import type { Product } from '@cuida/core/catalogue/product.ts'
import { createOrder, getOrder } from '@cuida/core/checkout/api.ts'
import type { Order } from '@cuida/core/checkout/order.ts'
import type { Ledger } from '@cuida/twins/kit/world.ts'
import { moneiCard } from '@cuida/twins/testing.ts'
import { lock, newCart, newClinician, newPatient, offeredTimes, type TestPatient } from '../booking/test-people.ts'
import type { JobName, Jobs } from '../kit/jobs.ts'
import type { World } from '../kit/test-world.ts'
import { checkoutJobs } from './jobs.ts'

/** MONEI's own test cards and the twin's (providers 2.7, twins/monei/cards.ts). */
export const CARDS = {
  good: '4444444444444422',
  challenge: '4444444444444406',
  declined: '4444444444444430',
  poor: '4444444444444448',
} as const
type Card = keyof typeof CARDS

export interface Checkout {
  patient: TestPatient
  product: Product
  sessionKey: string
  clinicianId: string
  time: { startTime: string; endTime: string }
}

/** A patient at the till: a complete cart with a held time. */
export async function atCheckout(
  world: World,
  product: Product,
  more: { clinicianId?: string; patient?: TestPatient } = {},
) {
  const patient = more.patient ?? (await newPatient(world))
  const clinicianId = more.clinicianId ?? (await newClinician(world, product))
  const sessionKey = await newCart(world, patient, product)
  const time = (await offeredTimes(world, clinicianId, product))[0]
  if (!time) throw new Error('no time is offered')
  const { status } = await lock(world, patient, { id: clinicianId, productId: product.id, sessionKey, ...time })
  if (status !== 200) throw new Error('the time was not held')
  return { patient, product, sessionKey, clinicianId, time } satisfies Checkout
}

/** What the patient's browser does with the card, at the provider. */
export async function cardToken({ twinsUrl }: Pick<World, 'twinsUrl'>, card: Card, session: string): Promise<string> {
  const reply = await fetch(`${twinsUrl}/twins/monei/v1/tokens`, moneiCard(CARDS[card], session))
  return ((await reply.json()) as { paymentToken: string }).paymentToken
}

type Wanted = Pick<Checkout, 'patient' | 'product' | 'sessionKey'>

/** Pays with a card. `more` goes into the body as it is, declared or not. */
export async function order(world: World, at: Wanted, card: Card | undefined, more: Record<string, unknown> = {}) {
  const session = crypto.randomUUID()
  const token = card ? { cardToken: await cardToken(world, card, session), sessionId: session } : {}
  const input = {
    cartSessionKey: at.sessionKey,
    productId: at.product.id,
    patientId: at.patient.patientId,
    paymentMethodInfo: { type: 'CARD_FIRST_PAYMENT' as const },
    ...token,
    ...more,
  }
  return world.tell(createOrder, input, { token: at.patient.token })
}

export async function read(world: World, { token }: TestPatient, id: string): Promise<Order> {
  return (await world.tell(getOrder, { id }, { token })).body
}

/** Runs the jobs that wait, as a worker would, until none is left that is due. Failed ones stay for later. */
export async function work({ db, services }: World): Promise<void> {
  const handlers: { [N in JobName]?: (payload: Jobs[N]) => Promise<void> } = checkoutJobs(services)
  for (;;) {
    const [job] = await db<{ name: JobName; payload: never; id: string }[]>`
      select j.id, t.identifier as name, j.payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where j.run_at <= clock_timestamp() order by j.id limit 1`
    if (!job) return
    await db`delete from graphile_worker._private_jobs where id = ${job.id}`
    await handlers[job.name]?.(job.payload)
  }
}

export async function ledger({ twinsUrl }: Pick<World, 'twinsUrl'>): Promise<Ledger> {
  return (await (await fetch(`${twinsUrl}/twins/ledger`)).json()) as Ledger
}

/** Charges and refunds of one order, as the provider sees them. */
export async function moneyOf(world: World, orderId: string): Promise<{ charged: number[]; refunded: number[] }> {
  const [attempt] = await world.db`select id from payment_attempt where order_id = ${orderId}`
  const { charges, refunds } = await ledger(world)
  const mine = ({ reference }: { reference: string }) => reference === attempt?.id
  return {
    charged: charges.filter(mine).map(({ amount }) => amount),
    refunded: refunds.filter(mine).map(({ amount }) => amount),
  }
}

export async function plan({ twinsUrl }: World, fault: string, more: object = {}): Promise<void> {
  const body = JSON.stringify({ provider: 'monei', fault, times: 1, ...more })
  const headers = { 'content-type': 'application/json' }
  const { ok } = await fetch(`${twinsUrl}/twins/faults`, { method: 'PUT', headers, body })
  if (!ok) throw new Error(`the twin does not know the fault ${fault}`)
}
