import { hasEnded } from '@cuida/core/subscription/status.ts'
import type { Sql } from '../kit/db/db.ts'
import type { Services } from '../services.ts'

interface LeftBehind {
  provider: string
  payments: number
  plans: number
}

/** Undecided payments and running subscriptions at providers that are no longer configured. */
export async function findOrphanedPayments(
  sql: Sql,
  { payments, subscriptions }: { payments: string; subscriptions: string | undefined },
): Promise<LeftBehind[]> {
  const attempts = await sql<{ provider: string; count: number }[]>`
    select provider, count(*)::int as count from payment_attempt
    where state in ('intended', 'processing', 'pending') and provider <> ${payments} group by provider`
  const plans = await sql<{ provider: string; status: string; count: number }[]>`
    select provider, status, count(*)::int as count from subscription
    where provider <> ${subscriptions ?? 'none'} group by provider, status`
  const running = plans.filter(({ status }) => !hasEnded(status))
  const names = [...new Set([...attempts, ...running].map(({ provider }) => provider))].toSorted()
  const at = (rows: readonly { provider: string; count: number }[], name: string) =>
    rows.filter(({ provider }) => provider === name).reduce((sum, { count }) => sum + count, 0)
  return names.map((provider) => ({ provider, payments: at(attempts, provider), plans: at(running, provider) }))
}

/**
 * One warning for each provider that was removed while payments were open or plans running. Those are not charged
 * elsewhere and send no updates any more, so a person has to check them at the provider.
 */
export async function orphanedPaymentWarnings({
  db,
  providers,
}: Pick<Services, 'db' | 'providers'>): Promise<string[]> {
  const orphanedPayments = await findOrphanedPayments(db, {
    payments: providers.payments.browser.provider,
    subscriptions: providers.subscriptions?.provider,
  })
  return orphanedPayments.map(
    ({ provider, payments, plans }) =>
      `${provider} is no longer configured, but still has ${payments} payments without a final state and ${plans} active subscriptions. ` +
      'It may still take their money: end them there, or set it again until they have ended',
  )
}
