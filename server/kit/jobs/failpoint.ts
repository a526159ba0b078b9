import { flushCompileCache } from 'node:module'

/** Every durable step at which a test may end the process as a power cut would. */
export const orderFailpoints = [
  'order.before-intent',
  'order.intent-committed',
  'charge.leased',
  'charge.created-at-provider',
  'charge.payment-stored',
  'charge.answered',
  'pix.ended',
  'fact.before-commit',
  'fact.committed',
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

const chosen = process.env.NODE_ENV === 'test' ? process.env.KILL_AT : undefined

/** Ends the process on the spot when a test asked for it in `KILL_AT`; costs nothing otherwise. */
export function failpoint(name: Failpoint): void {
  if (name !== chosen) return
  // The next of these processes starts in half the time; one that is killed would not write down what it has compiled.
  flushCompileCache()
  process.kill(process.pid, 'SIGKILL')
}
