import { findLeftBehind } from './checkout/left-behind-store.ts'
import type { Services } from './services.ts'

/**
 * A line for each provider that was taken away while money was on its way there. Nothing of it is asked or charged elsewhere, and
 * nothing is heard from it any more: somebody has to look there.
 */
export async function linesLeftBehind({ db, providers }: Pick<Services, 'db' | 'providers'>): Promise<string[]> {
  const left = await findLeftBehind(db, {
    payments: providers.payments.browser.provider,
    subscriptions: providers.subscriptions?.provider,
  })
  return left.map(
    ({ provider, payments, plans }) =>
      `left behind at ${provider}, which this place has no more: ${payments} payments without a verdict and ${plans} running plans. ` +
      'It may still take their money: end them there, or set it again until they have ended',
  )
}
