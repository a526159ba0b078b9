import { absentPayments } from '../../providers/absent.ts'
import type { CardPayments } from '../../providers/payment/port.ts'
import type { Services } from '../../services.ts'

/**
 * Who may be asked about a payment: the provider that it was begun at. Another one would not know it and say so, and what nobody
 * knows is charged, or is taken for dead.
 */
export const paymentsOf = ({ providers }: Pick<Services, 'providers'>, attempt: { provider: string }): CardPayments =>
  attempt.provider === providers.payments.browser.provider ? providers.payments : absentPayments
