import type { Collection } from '../kit/store.ts'
import type { World } from '../kit/world.ts'
import type { Subscription } from './subscription.ts'
import type { CardToken, Payment, Refund } from './wire.ts'

/** The merchant's account at the provider. */
export interface Account {
  world: World
  tokens: Collection<CardToken>
  payments: Collection<Payment>
  refunds: Collection<Refund>
  subscriptions: Collection<Subscription>
}

export const secondsOf = ({ world }: Account): number => Math.floor(world.now().getTime() / 1000)
