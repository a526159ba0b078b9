import type { DeskOrder, RefundRequest } from '@cuida/core/checkout/order/desk-order-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { Fine, SumRow, SumRows } from '@cuida/ui/MoneyLines/SumRows.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { timeWords } from '../../kit/times.ts'
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
      <SumRows>
        {[...of.requests].reverse().map((request) => (
          <Request key={request.id} request={request} currency={of.currency} onWish={onWish} />
        ))}
      </SumRows>
    </Section>
  )
}

interface RequestProps {
  request: RefundRequest
  currency: string
  onWish: RefundListsProps['onWish']
}

function Request({ request, currency, onWish }: RequestProps) {
  const { state, amount, reason, askedBy, askedAt, endedBy, endedAt, answer, isMine, expiresAt } = request
  const isOpen = state === 'open'
  return (
    <SumRow
      amount={amount}
      currency={currency}
      state={t(`desk.orders.request.${state}`)}
      isOpen={isOpen}
      acts={isOpen && <Answer request={request} onWish={onWish} />}
    >
      <p>{reason}</p>
      <Fine>{t('desk.orders.askedBy', { name: askedBy, when: timeWords(askedAt) })}</Fine>
      {endedBy && endedAt && (
        <Fine>{t(`desk.orders.endedBy.${state}`, { name: endedBy, when: timeWords(endedAt) })}</Fine>
      )}
      {answer && <p>{answer}</p>}
      {isOpen && (
        <Fine>
          {t(isMine ? 'desk.orders.waitsForAnother' : 'desk.orders.waitsForYou', { when: timeWords(expiresAt) })}
        </Fine>
      )}
    </SumRow>
  )
}

function Answer({ request: { id: requestId, amount, isMine }, onWish }: Omit<RequestProps, 'currency'>) {
  return (
    <>
      {!isMine && (
        <Button fit variant="primary" icon="check" onClick={() => onWish({ name: 'approve', requestId, amount })}>
          {t('desk.orders.act.approve')}
        </Button>
      )}
      <Button fit icon="close" onClick={() => onWish({ name: isMine ? 'withdraw' : 'decline', requestId })}>
        {t(`desk.orders.act.${isMine ? 'withdraw' : 'decline'}`)}
      </Button>
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
      <SumRows>
        {of.refunds.map(({ id: refundId, amount, reason, state, createdAt }) => (
          <SumRow
            key={refundId}
            amount={amount}
            currency={of.currency}
            state={{ words: t(`desk.orders.refund.${state}`), tone: TONE[state], icon: ICON[state] }}
            acts={
              state === 'refused' && (
                <Button fit icon="refresh" onClick={() => onWish({ name: 'retry', refundId })}>
                  {t('desk.orders.act.retry')}
                </Button>
              )
            }
          >
            <Fine>{[t(`desk.orders.refundReason.${reason}`), timeWords(createdAt)].join(' · ')}</Fine>
          </SumRow>
        ))}
      </SumRows>
    </Section>
  )
}
