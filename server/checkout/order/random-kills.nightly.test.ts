import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createProcessRunner, findUnsettledOrders } from '../payment/test-processes.ts'
import { createCheckoutContext } from '../test-checkout.ts'
import { compareTotals, createCheckout, createPublicAddress, orderInput, readLedger } from './test-orders.ts'

/** Each number seeds one run. The full test uses 20: `SEEDS=20`. */
const SEEDS = Array.from({ length: Number(process.env.SEEDS ?? 2) }, (_, index) => index + 1)
const ORDERS = 200
const KILLING_MS = 60_000
const CARDS = ['good', 'good', 'good', 'declined', 'poor'] as const

const { context, product } = await createCheckoutContext()
const processes = createProcessRunner(context)

/** A process that is started again whenever it ends, as a process manager does. */
interface Supervised {
  url: string
  /** Kills the process if it is ready, and tells whether it was. */
  kill(): Promise<boolean>
}

function supervise(program: 'main' | 'worker', url: string, settings: Record<string, string>): Supervised {
  let child: ChildProcess
  let isOver = false
  const run = async () => {
    while (!isOver) {
      child = processes.start(program, settings)
      await once(child, 'exit')
    }
  }
  const running = run()
  onTestFinished(() => {
    isOver = true
    child.kill('SIGKILL')
    return running
  })
  return { url, kill: async () => (await isReady(url)) && child.kill('SIGKILL') }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** A generator of numbers from 0 to 1 that repeats with its seed (Mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

test.each(SEEDS)(
  `seed %i: ${ORDERS} orders while an API process or a worker is killed every 200 to 800 ms and their refunds agree with the provider to the cent`,
  { timeout: 600_000 },
  async (seed) => {
    const random = createRandom(seed)
    const inputs: { token: string; card: (typeof CARDS)[number]; body: string }[] = []
    for (let index = 0; index < ORDERS; index++) {
      // All carts come from one address here, beyond its rate limit.
      await context.db`delete from rate_count`
      const checkout = await createCheckout(context, product)
      const card = CARDS[index % CARDS.length] ?? 'good'
      const body = JSON.stringify(await orderInput(context, checkout, card))
      inputs.push({ token: checkout.patient.token, card, body })
    }

    const second = await createPublicAddress()
    const { PUBLIC_URL = '', PORT = '' } = context.env
    const apis = [supervise('main', PUBLIC_URL, { PORT }), supervise('main', second.PUBLIC_URL, { PORT: second.PORT })]
    const workers = await Promise.all(
      [1, 2].map(async () => {
        const at = await createPublicAddress()
        return supervise('worker', at.PUBLIC_URL, { WORKER_PORT: at.PORT })
      }),
    )
    const all = [...apis, ...workers]
    for (const { url } of all) await expect.poll(() => isReady(url), { timeout: 60_000 }).toBe(true)

    /** Repeats the request, at the two APIs in turn, until one settles it, as the web app does. */
    const send = async (method: string, path: string, token: string, body: string) => {
      for (let turn = 0; ; turn++) {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
        const reply = await fetch(`${apis[turn % 2]?.url}/v1${path}`, { method, headers, body }).catch(() => {})
        const answer = (await reply?.json().catch(() => {})) as { workflowId?: string; code?: string } | undefined
        if (reply?.ok && answer) return answer
        const isTemporary = !reply || !answer || reply.status >= 500 || answer.code === 'PAYMENT_ONGOING'
        if (!isTemporary) throw new Error(`${method} ${path}: ${reply.status} ${answer.code}`)
        await sleep(100 + 200 * random())
      }
    }
    /** Every fourth patient cancels at once and is refunded, if the card was good. */
    const orderAndCancel = async ({ token, card, body }: (typeof inputs)[number], index: number) => {
      await sleep((index * KILLING_MS) / ORDERS)
      const { workflowId: id = '' } = await send('POST', '/order', token, body)
      const isCancelled = card === 'good' && index % 4 === 0
      if (isCancelled) await send('PATCH', `/order/${id}/cancel`, token, JSON.stringify({ reason: 'TIME' }))
      return { id, isCancelled }
    }
    let kills = 0
    const until = performance.now() + KILLING_MS
    const killing = async () => {
      while (performance.now() < until) {
        await sleep(200 + 600 * random())
        if (await all[Math.floor(random() * all.length)]?.kill()) kills++
      }
    }
    const [placed] = await Promise.all([Promise.all(inputs.map(orderAndCancel)), killing()])

    expect(kills).toBeGreaterThan(0)
    const cancelled = placed.filter(({ isCancelled }) => isCancelled).map(({ id }) => id)
    expect(new Set(placed.map(({ id }) => id)).size).toBe(ORDERS)
    const findMoney = () => context.db<{ id: string; captured: number; refunded: number; attempt: string }[]>`
      select order_id as id, captured, refunded, id as attempt from payment_attempt
      where order_id in ${context.db(placed.map(({ id }) => id))}`
    const isOpen = async () =>
      (await findUnsettledOrders(context)).length > 0 ||
      (await findMoney()).some(({ id, captured, refunded }) => cancelled.includes(id) && refunded < captured)
    await expect.poll(isOpen, { timeout: 150_000, interval: 1_000 }).toBe(false)

    const { charges, refunds } = await readLedger(context)
    const amounts = (lines: { reference: string; amount: number }[], attempt: string) =>
      lines.filter(({ reference }) => reference === attempt).map(({ amount }) => amount)
    const money = await findMoney()
    for (const { captured, refunded, attempt } of money) {
      expect(amounts(charges, attempt)).toEqual(captured > 0 ? [captured] : [])
      expect(amounts(refunds, attempt)).toEqual(refunded > 0 ? [refunded] : [])
    }
    expect(money.filter(({ captured }) => captured > 0)).toHaveLength(
      inputs.filter(({ card }) => card === 'good').length,
    )
    expect(money.filter(({ refunded }) => refunded > 0)).toHaveLength(cancelled.length)
    const { ours, theirs } = await compareTotals(context)
    expect(ours).toEqual(theirs)
  },
)
