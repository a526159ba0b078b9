import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { lockCart } from '../../booking/cart/cart-store.ts'
import { createSecondProcess, newPatient } from '../../booking/test-people.ts'
import { findHolderAccount } from '../../profile/account/account-store.ts'
import { deletePatientData } from '../../profile/deletion/deletion-routes.ts'
import { patientOf } from '../../profile/store.ts'
import { closeAfterTests } from '../../testing/test-contexts.ts'
import { createCheckoutContext } from '../test-checkout.ts'
import { placeOrder } from './create-order.ts'
import { createCheckout, orderInput, orderWithCard, runCheckoutJobs } from './test-orders.ts'

const ROUNDS = 24
const { context, product } = await createCheckoutContext()
const other = closeAfterTests(await createSecondProcess(context))

/** The deletion itself, after the password check, on the other process. */
async function leave(accountId: string, patientId: string) {
  const [account, patient] = await Promise.all([
    findHolderAccount(other.db, accountId),
    patientOf(other.db, accountId, patientId),
  ])
  if (!account || !patient) throw new Error('nobody is there to leave')
  return () => deletePatientData(other.services, account, patient)
}

test('when a patient pays and deletes the account at once, exactly one happens [A6.6]', async () => {
  const ends = { left: 0, paid: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const at = await createCheckout(context, product)
    const { accountId, patientId } = at.patient
    const go = await leave(accountId, patientId)
    const [paying, leaving] = await Promise.all([orderWithCard(context, at, 'good'), pause((round % 8) * 4).then(go)])
    const isDeleted = leaving instanceof Date
    const paid = paying.status === 202
    expect([isDeleted, paid].filter(Boolean)).toHaveLength(1)
    if (paid) expect(leaving).toBe('PAYMENT_ONGOING')
    // Signed out, not found, or without the released time; never an internal error.
    if (isDeleted) expect([401, 404, 409]).toContain(paying.status)
    const [orders] = await context.db`select count(*)::int as count from care_order where patient_id = ${patientId}`
    expect(orders?.count).toBe(paid ? 1 : 0)
    if (isDeleted) ends.left++
    else ends.paid++
    await runCheckoutJobs(context)
    // A paid consultation has to take place first, so the deletion is refused.
    if (paid) expect(await go()).toBe('CONSULTATION_ONGOING')
  }
  // Both outcomes occurred; otherwise the test never hit the race.
  expect(Math.min(ends.left, ends.paid)).toBeGreaterThan(0)
})

test('a patient who is deleted during an order request is not found, and nothing is charged', async () => {
  const patient = await newPatient(context)
  const at = await createCheckout(context, product, { patient })
  const input = await orderInput(context, at, 'good')
  await context.db`update patient set deleted_at = now() where id = ${patient.patientId}`
  const refuse = (code: string): never => {
    throw new Error(code)
  }
  const placing = placeOrder(context.services, {
    agreements: { areDue: false, impliedConsents: [] },
    holderId: undefined,
    input: { ...input, saveCard: false, isSavedCard: false, installments: 1 } as never,
    campaigns: [],
    plan: undefined,
    cart: (tx) => lockCart(tx, at.sessionKey, patient.accountId),
    accountId: patient.accountId,
    product,
    now: new Date(),
    ip: '10.0.0.1',
    refuse,
  })
  await expect(placing).rejects.toThrow('PATIENT_NOT_FOUND')
  expect(await context.db`select 1 from care_order where patient_id = ${patient.patientId}`).toHaveLength(0)
})

test('the database refuses a consultation for a deleted patient', async () => {
  const { patientId } = await newPatient(context)
  await context.db`update patient set deleted_at = now() where id = ${patientId}`
  const inserting = context.db`
    insert into consultation (patient_id, product_id, product_slug, product_name, type, status, contact_method, queued_at)
    values (${patientId}, '1', 'one', 'One', 'on-demand', 'QUEUED', 'video', now())`
  await expect(inserting).rejects.toMatchObject({ constraint_name: 'patient_is_there' })
})
