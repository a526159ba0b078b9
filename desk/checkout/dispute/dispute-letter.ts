import type { recordDispute } from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import { amountOf } from '../order/order-words.ts'

/** What stood in the provider's letter, as it is typed. */
interface Letter {
  amount: string
  deadline: string
  reference: string
  reason: string
}

/** As it is sent; a deadline is the last moment of its day as this desk counts it. */
export const letterOf = ({ amount, deadline, reference, reason }: Letter): Omit<Input<typeof recordDispute>, 'id'> => ({
  amount: amountOf(amount) ?? 0,
  deadline: new Date(`${deadline}T23:59:59`).toISOString(),
  ...(reference.trim() ? { reference: reference.trim() } : {}),
  reason: reason.trim(),
})
