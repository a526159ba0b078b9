import type { DeskOrder } from '@cuida/core/checkout/order/desk-order-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { AmountDetail, SumRow, SumRows } from '@cuida/ui/MoneyLines/SumRows.tsx'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { useState } from 'react'
import { Link } from 'wouter'
import { formatWhenShort } from '../../kit/clinic-time.ts'
import { disputeChip } from '../dispute/dispute-messages.ts'
import { RecordDispute } from '../dispute/RecordDispute.tsx'
import type { MoneyIntent } from '../refund/money-action.ts'
import { MoneyDialog, RefundRequests, Refunds } from '../refund/RefundLists.tsx'
import { OrderHeader, OrderTimeline } from './OrderHeader.tsx'
import { useOrder, usePerformMoneyAction } from './order-queries.ts'

/** An order: the state of its money, the possible actions and its history. */
export function OrderDetail({ id }: { id: string }) {
  const order = useOrder(id)
  return (
    <QueryBoundary query={order} lines={10} notFound={<EmptyState title={t('desk.error.ORDER_NOT_FOUND')} />}>
      {(order) => <Known order={order} />}
    </QueryBoundary>
  )
}

function Known({ order }: { order: DeskOrder }) {
  const [intent, setIntent] = useState<MoneyIntent>()
  const act = usePerformMoneyAction(order.id)
  return (
    <>
      <OrderHeader order={order} onIntent={setIntent} />
      <OrderDisputes order={order} />
      <RefundRequests of={order} onIntent={setIntent} />
      <Refunds of={order} onIntent={setIntent} />
      <OrderTimeline timeline={order.timeline} />
      {intent && (
        <MoneyDialog
          of={[order.patientName ?? order.payer?.name, order.productName, formatWhenShort(order.createdAt)]
            .filter(Boolean)
            .join(' · ')}
          currency={order.currency}
          intent={intent}
          onAct={act.mutateAsync}
          onClose={() => setIntent(undefined)}
        />
      )}
    </>
  )
}

/** The disputes of an order. For a provider that reports disputes by e-mail only, a manager records them here. */
function OrderDisputes({ order }: { order: DeskOrder }) {
  const [isRecording, setRecording] = useState(false)
  const { id: orderId, amount, disputes, currency } = order
  const mayRecord = order.mayRecordDispute && disputes.length === 0
  if (disputes.length === 0 && !mayRecord) return null
  return (
    <Section title={t('desk.disputes.title')}>
      <SumRows>
        {disputes.map(({ id, kind, state, amount, deadline }) => (
          <SumRow key={id} amount={amount} currency={currency} state={disputeChip(state)}>
            <AmountDetail>
              {[
                t(`desk.disputes.kind.${kind}`),
                deadline && t('desk.disputes.until', { when: formatWhenShort(deadline) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </AmountDetail>
            <Link href={`/disputes/${id}`}>{t('desk.disputes.open')}</Link>
          </SumRow>
        ))}
      </SumRows>
      {mayRecord && (
        <Button fit onClick={() => setRecording(true)}>
          {t('desk.disputes.act.record')}
        </Button>
      )}
      {isRecording && (
        <RecordDispute of={{ orderId }} amount={amount} currency={currency} onClose={() => setRecording(false)} />
      )}
    </Section>
  )
}
