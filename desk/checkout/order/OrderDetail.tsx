import type { DeskOrder } from '@cuida/core/checkout/order/desk-order-api.ts'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { timeWords } from '../../kit/times.ts'
import { OrderDisputes } from '../dispute/OrderDisputes.tsx'
import { MoneyDialog } from '../refund/MoneyDialog.tsx'
import type { Wish } from '../refund/money-act.ts'
import { RefundRequests, Refunds } from '../refund/RefundLists.tsx'
import { OrderHeader } from './OrderHeader.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import { useMoneyAct, useOrder } from './order-queries.ts'

/** One order: where its money is, what can be done, and everything that has happened to it. */
export function OrderDetail({ id }: { id: string }) {
  const order = useOrder(id)
  return (
    <Loaded of={order} lines={10} gone={<EmptyState title={t('desk.error.ORDER_NOT_FOUND')} />}>
      {(order) => <Known order={order} />}
    </Loaded>
  )
}

function Known({ order }: { order: DeskOrder }) {
  const [wish, setWish] = useState<Wish>()
  const act = useMoneyAct(order.id)
  return (
    <>
      <OrderHeader order={order} onWish={setWish} />
      <OrderDisputes order={order} />
      <RefundRequests of={order} onWish={setWish} />
      <Refunds of={order} onWish={setWish} />
      <OrderTimeline timeline={order.timeline} />
      {wish && (
        <MoneyDialog
          of={[order.patientName ?? order.payer?.name, order.productName, timeWords(order.createdAt)]
            .filter(Boolean)
            .join(' · ')}
          currency={order.currency}
          wish={wish}
          onAct={act.mutateAsync}
          onClose={() => setWish(undefined)}
        />
      )}
    </>
  )
}
