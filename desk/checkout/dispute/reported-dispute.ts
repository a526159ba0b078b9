import type { recordDispute } from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import { amountOf } from '../order/order-words.ts'

/** What stood in the provider's e-mail, as it is typed. */
interface ReportedDispute {
  amount: string
  deadline: string
  reference: string
  reason: string
}

/** As it is sent; a deadline is the last moment of its day as this desk counts it. */
export const reportedOf = ({
  amount,
  deadline,
  reference,
  reason,
}: ReportedDispute): Omit<Input<typeof recordDispute>, 'id'> => ({
  amount: amountOf(amount) ?? 0,
  deadline: new Date(`${deadline}T23:59:59`).toISOString(),
  ...(reference.trim() ? { reference: reference.trim() } : {}),
  reason: reason.trim(),
})
