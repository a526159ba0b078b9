import { cancelForClinic, reassign, takeOver } from '@cuida/core/care/reassignment/reassignment-api.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { readOrderMoney, runCheckoutJobs } from '../../checkout/order/test-orders.ts'
import { createProcessRunner, deleteWaitingJobs } from '../../checkout/payment/test-processes.ts'
import { createCheckoutContext } from '../../checkout/test-checkout.ts'
import { findTampering } from '../../kit/audit.ts'
import { type Failpoint, reassignmentFailpoints } from '../../kit/jobs/failpoint.ts'
import {
  bookConsultation,
  expectConsistentBooking,
  readBookingState,
  setStartIn,
  type TestBooking,
} from '../test-booked.ts'
import { insertClinician } from '../test-people.ts'
import { recoverConsultations } from './recover-consultations.ts'

/** Kills the process on both sides of each commit of a recovery, then continues with healthy processes. */
const tried = new Set<Failpoint>()
const { context, product } = await createCheckoutContext()
const lead = await insertClinician(context, { role: 'clinical-manager', products: [product.id] })
const eva = await insertClinician(context, { products: [product.id] })
const processes = createProcessRunner(context)
beforeEach(() => deleteWaitingJobs(context))

async function lateBy(minutes: number): Promise<TestBooking> {
  const at = await bookConsultation(context, product)
  await setStartIn(context, at, -minutes * 60)
  return at
}
const notificationsOf = async ({ consultationId }: TestBooking, kind: string) =>
  (await context.db`select 1 from notification where consultation_id = ${consultationId} and type = ${kind}`).length
const auditEntriesOf = async ({ consultationId }: TestBooking) =>
  (await context.db`select 1 from audit where act = 'reassign' and detail::json->>'consultation' = ${consultationId}`)
    .length

/** The expected result of each manager action, however often it is repeated or wherever it is interrupted. */
const MODEL_ACTIONS = {
  'takes over': {
    call: takeOver,
    input: {},
    isDone: { status: 'ACTIVE', refunds: [] as unknown[] },
    again: null,
    kind: 'reassigned',
  },
  'gives the money back': {
    call: cancelForClinic,
    input: {},
    isDone: { status: 'CANCELLED', hold: 'released', refunds: [{ state: 'done', reason: 'CLINICIAN_ABSENT' }] },
    again: 'NOT_NOW',
    kind: 'cancelled',
  },
  'hands on': {
    call: reassign,
    input: { colleague: true },
    isDone: { status: 'QUEUED', hold: 'booked', refunds: [] },
    again: null,
    kind: 'reassigned',
  },
} as const

describe.each(['reassignment.before-commit', 'reassignment.committed'] as const)(
  'when the API dies at %s during a manager’s action',
  (step) => {
    test.each(Object.entries(MODEL_ACTIONS))(
      'the manager who %s succeeds once with a retry [C10.2]',
      async (_, action) => {
        const at = await lateBy(20)
        const to = 'colleague' in action.input ? { clinicianId: eva.clinicianId ?? '' } : {}
        const input = { ids: [at.consultationId], reason: 'ABSENT' as const, ...to }
        const api = await processes.doomedApi(step)
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${lead.token}` }
        const url = `${api.url}/v1${action.call.path}`
        await expect(fetch(url, { method: 'POST', headers, body: JSON.stringify(input) })).rejects.toThrow()
        expect(await api.end).toBe('SIGKILL')
        tried.add(step)

        const { body } = await context.sendCall(action.call as typeof reassign, input as never, { token: lead.token })
        expect(body.results[0]?.problem).toBe(step === 'reassignment.committed' ? action.again : null)
        await runCheckoutJobs(context)
        expect(await readBookingState(context, at)).toMatchObject(action.isDone)
        expect([await notificationsOf(at, action.kind), await auditEntriesOf(at)]).toEqual([1, 1])
      },
    )
  },
)

describe('a worker that dies', () => {
  test.each(['release.before-commit', 'release.committed'] as const)(
    'when it dies at %s, 45 minutes after a missed start, the next one refunds once [C10.1]',
    async (step) => {
      const at = await lateBy(46)
      expect(await processes.doomedWorker(step)).toBe('SIGKILL')
      tried.add(step)
      expect((await readBookingState(context, at)).status).toBe(step === 'release.committed' ? 'CANCELLED' : 'QUEUED')

      await recoverConsultations(context.services)
      await runCheckoutJobs(context)
      expect(await readBookingState(context, at)).toMatchObject({
        status: 'CANCELLED',
        hold: 'released',
        refunds: [{ amount: product.price.amount, state: 'done', reason: 'CLINICIAN_ABSENT' }],
      })
      expect(await notificationsOf(at, 'cancelled')).toBe(1)
      await expectConsistentBooking(context, at)
      const price = [product.price.amount]
      expect(await readOrderMoney(context, at.id)).toEqual({ charged: price, refunded: price })
    },
  )
})

test('every failpoint was tried, and the audit chain is intact', async () => {
  expect([...tried].sort()).toEqual([...reassignmentFailpoints].sort())
  expect(await findTampering(context.db, context.services.secrets)).toBeUndefined()
})
