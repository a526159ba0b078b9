import type { DeskOrder, RefundRequest } from '@cuida/core/checkout/order/desk-order-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { money } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { timeWords } from '../../kit/times.ts'
import css from '../order/OrderDetail.module.css'
import type { Wish } from './money-act.ts'

interface RefundListsProps {
  /** An order or a subscription. */
  of: Pick<DeskOrder, 'requests' | 'refunds' | 'currency'>
  onWish: (wish: Wish) => void
}

/** What colleagues asked for: the open one first, with what this manager may answer. */
export function RefundRequests({ of, onWish }: RefundListsProps) {
  if (of.requests.length === 0) return null
  return (
    <Section title={t('desk.orders.requests')}>
      <ul className={css.rows}>
        {of.requests.toReversed().map((request) => (
          <li key={request.id} className={css.row} data-open={request.state === 'open' || undefined}>
            <p className={css.sum}>
              {money({ amount: request.amount, currency: of.currency })}
              <span className={css.state}>{t(`desk.orders.request.${request.state}`)}</span>
            </p>
            <p>{request.reason}</p>
            <p className={css.small}>
              {t('desk.orders.askedBy', { name: request.askedBy, when: timeWords(request.askedAt) })}
            </p>
            {request.endedBy && request.endedAt && (
              <p className={css.small}>
                {t(`desk.orders.endedBy.${request.state}`, { name: request.endedBy, when: timeWords(request.endedAt) })}
              </p>
            )}
            {request.answer && <p>{request.answer}</p>}
            {request.state === 'open' && <Answer request={request} onWish={onWish} />}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Answer({ request, onWish }: { request: RefundRequest; onWish: RefundListsProps['onWish'] }) {
  const { id: requestId, amount, isMine } = request
  return (
    <>
      <p className={css.small}>
        {t(isMine ? 'desk.orders.waitsForAnother' : 'desk.orders.waitsForYou', { when: timeWords(request.expiresAt) })}
      </p>
      <div className={css.acts}>
        {!isMine && (
          <Button fit variant="primary" icon="check" onClick={() => onWish({ name: 'approve', requestId, amount })}>
            {t('desk.orders.act.approve')}
          </Button>
        )}
        <Button fit icon="close" onClick={() => onWish({ name: isMine ? 'withdraw' : 'decline', requestId })}>
          {t(`desk.orders.act.${isMine ? 'withdraw' : 'decline'}`)}
        </Button>
      </div>
    </>
  )
}

const TONE = { pending: 'neutral', done: 'success', refused: 'danger' } as const
const ICON = { pending: 'clock', done: 'check', refused: 'error' } as const

/** What goes back, or went. What the provider would not give back can be sent again. */
export function Refunds({ of, onWish }: RefundListsProps) {
  if (of.refunds.length === 0) return null
  return (
    <Section title={t('desk.orders.refunds')}>
      <ul className={css.rows}>
        {of.refunds.map(({ id: refundId, amount, reason, state, createdAt }) => (
          <li key={refundId} className={css.row}>
            <p className={css.sum}>
              {money({ amount, currency: of.currency })}
              <StatusChip tone={TONE[state]} icon={ICON[state]}>
                {t(`desk.orders.refund.${state}`)}
              </StatusChip>
            </p>
            <p className={css.small}>{[t(`desk.orders.refundReason.${reason}`), timeWords(createdAt)].join(' · ')}</p>
            {state === 'refused' && (
              <div className={css.acts}>
                <Button fit icon="refresh" onClick={() => onWish({ name: 'retry', refundId })}>
                  {t('desk.orders.act.retry')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
