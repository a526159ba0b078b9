import { compareBooks, type Difference, lasting } from '@cuida/core/checkout/reconciliation/reconciliation.ts'
import { RECONCILE_DAYS, SETTLING_MINUTES } from '@cuida/core/kit/assumptions.ts'
import type { Services } from '../../services.ts'
import { findUndecidedTold } from '../dispute/dispute-store.ts'
import { hearOfAttempt } from '../dispute/hear.ts'
import { findMonths, findOurPayments, insertTask } from './reconciliation-store.ts'

/**
 * Sets the provider's ledger of the last days beside ours and leaves what differs to a person (product 6.11). It may run
 * at any time, any number of times. Throws ProviderDown when they cannot be asked: the queue tries again.
 */
export async function reconcile(services: Services): Promise<void> {
  const { db, log, providers } = services
  const { provider } = providers.payments.browser
  // A case lasts for months, and the payment that it is about has long left the days that are compared below.
  for (const attemptId of await findUndecidedTold(db, provider)) await hearOfAttempt(services, attemptId)
  const first = await differences(services)
  if (first.length === 0) return
  for (const { kind, attemptId } of first)
    if (kind === 'DISPUTE_DIFFERS' && attemptId) await hearOfAttempt(services, attemptId)
  let found = 0
  for (const difference of lasting(first, await differences(services)))
    if (await insertTask(db, provider, difference)) found++
  if (found > 0) log.error('books differ', { provider, count: found })
}

async function differences({ db, now, providers: { payments } }: Services): Promise<Difference[]> {
  const since = new Date(now().getTime() - RECONCILE_DAYS * 86_400_000)
  const until = new Date(now().getTime() - SETTLING_MINUTES * 60_000)
  // Theirs begin after ours: what is near the edge of their list is asked of ours by name.
  const theirs = await payments.list(since)
  const named = theirs.map(({ reference }) => reference)
  const ours = await findOurPayments(db, payments.browser.provider, since, named)
  const months = await findMonths(db, payments.browser.provider, theirs)
  const rest = theirs.filter(({ providerPaymentId }) => !months.has(providerPaymentId))
  return compareBooks(ours, rest, until)
}
