import type { DeskSubscription } from '@cuida/core/checkout/months/desk-subscription-api.ts'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { OrderTimeline } from '../order/OrderTimeline.tsx'
import { MoneyDialog } from '../refund/MoneyDialog.tsx'
import type { Wish } from '../refund/money-act.ts'
import { RefundRequests, Refunds } from '../refund/RefundLists.tsx'
import { Months } from './Months.tsx'
import { SubscriptionHeader } from './SubscriptionHeader.tsx'
import { useDeskSubscription, useSubscriptionAct } from './subscription-queries.ts'
import { eventWords } from './subscription-words.ts'

/** One subscription: how it stands, its months, what can be done, and everything that has happened to it. */
export function SubscriptionDetail({ id }: { id: string }) {
  const subscription = useDeskSubscription(id)
  return (
    <Loaded of={subscription} lines={10} gone={<EmptyState title={t('desk.error.SUBSCRIPTION_NOT_FOUND')} />}>
      {(subscription) => <Known subscription={subscription} />}
    </Loaded>
  )
}

function Known({ subscription }: { subscription: DeskSubscription }) {
  const [wish, setWish] = useState<Wish>()
  const act = useSubscriptionAct(subscription.id)
  return (
    <>
      <SubscriptionHeader subscription={subscription} onWish={setWish} />
      <RefundRequests of={subscription} onWish={setWish} />
      <Months subscription={subscription} onWish={setWish} />
      <Refunds of={subscription} onWish={setWish} />
      <OrderTimeline timeline={subscription.timeline} words={eventWords} />
      {wish && (
        <MoneyDialog
          of={[subscription.payer?.name, subscription.planName].filter(Boolean).join(' · ')}
          currency={subscription.currency}
          wish={wish}
          onAct={act.mutateAsync}
          onClose={() => setWish(undefined)}
        />
      )}
    </>
  )
}
