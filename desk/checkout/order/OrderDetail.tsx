import type { DeskOrder } from '@cuida/core/checkout/order/desk-order-api.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { OrderDisputes } from '../dispute/OrderDisputes.tsx'
import { MoneyDialog } from '../refund/MoneyDialog.tsx'
import type { Wish } from '../refund/money-act.ts'
import { RefundRequests, Refunds } from '../refund/RefundLists.tsx'
import { OrderHeader } from './OrderHeader.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import { useMoneyAct, useOrder } from './order-queries.ts'

/** One order: where its money is, what can be done, and everything that has happened to it. */
export function OrderDetail({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useOrder(id)
  if (error instanceof CallFailed && error.status === 404) return <EmptyState title={t('desk.error.ORDER_NOT_FOUND')} />
  if (error && !data) return <ErrorState failure={error} busy={isFetching} onAction={() => void refetch()} />
  return data ? <Known order={data} /> : <Skeleton lines={10} />
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
        <MoneyDialog currency={order.currency} wish={wish} onAct={act.mutateAsync} onClose={() => setWish(undefined)} />
      )}
    </>
  )
}
