import { flushCompileCache } from 'node:module'

/** Every durable step at which a test can end the process, as a power failure would. */
export const orderFailpoints = [
  'order.before-intent',
  'order.intent-committed',
  'charge.leased',
  'charge.created-at-provider',
  'charge.payment-stored',
  'charge.answered',
  'pix.ended',
  'payment-update.before-commit',
  'payment-update.committed',
  'webhook.stored',
  'webhook.looked-up',
  'refund.answered',
  'refund.committed',
] as const
export const subscriptionFailpoints = [
  'subscription.before-intent',
  'subscription.intent-committed',
  'subscription.created-at-provider',
  'subscription.id-stored',
  'subscription.activated-at-provider',
  'subscription.answered',
  'subscription.before-commit',
  'subscription.committed',
] as const
export const prescriptionFailpoints = [
  'prescription.before-commit',
  'prescription.signed',
  'prescription.issued-at-provider',
  'prescription.cancelled-at-provider',
] as const
export const invoiceFailpoints = [
  'invoice.client-saved',
  'invoice.service-created',
  'invoice.billing-noted',
  'invoice.billed',
  'invoice.number-known',
] as const
export const reassignmentFailpoints = [
  'reassignment.before-commit',
  'reassignment.committed',
  'release.before-commit',
  'release.committed',
] as const
export type Failpoint = (
  | typeof orderFailpoints
  | typeof subscriptionFailpoints
  | typeof prescriptionFailpoints
  | typeof invoiceFailpoints
  | typeof reassignmentFailpoints
)[number]

const activeFailpoint = process.env.NODE_ENV === 'test' ? process.env.KILL_AT : undefined

/** Kills the process when `KILL_AT` names this failpoint; costs nothing otherwise. */
export function failpoint(name: Failpoint): void {
  if (name !== activeFailpoint) return
  // SIGKILL skips the exit handlers that write Node's compile cache, which halves the start of the next process.
  flushCompileCache()
  process.kill(process.pid, 'SIGKILL')
}
