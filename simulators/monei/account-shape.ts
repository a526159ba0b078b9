import type { SimulatorContext } from '../kit/context.ts'
import type { Collection } from '../kit/store.ts'
import type { Subscription } from './subscription.ts'
import type { CardToken, Payment, Refund } from './wire.ts'

/** The merchant's account at the provider. */
export interface Account {
  context: SimulatorContext
  tokens: Collection<CardToken>
  payments: Collection<Payment>
  refunds: Collection<Refund>
  subscriptions: Collection<Subscription>
}

export const nowInSeconds = ({ context }: Account): number => Math.floor(context.now().getTime() / 1000)
