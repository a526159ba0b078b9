import { NotOffered } from '../../kit/http/refusal.ts'
import type { CardPayments } from '../../providers/payment/port.ts'
import type { Services } from '../../services.ts'

type Asked = Pick<CardPayments, 'find' | 'charge' | 'cancel'>
const nobody = (): Promise<never> => Promise.reject(new NotOffered('payments'))
const NOBODY: Asked = { find: nobody, charge: nobody, cancel: nobody }

/**
 * Who may be asked about a payment: the provider that it was begun at. Another one would not know it and say so, and what nobody
 * knows is charged, or is taken for dead.
 */
export const paymentsOf = ({ providers }: Pick<Services, 'providers'>, attempt: { provider: string }): Asked =>
  attempt.provider === providers.payments.browser.provider ? providers.payments : NOBODY
