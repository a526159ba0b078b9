import type { Dispute } from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import { isUndecided } from '@cuida/core/checkout/dispute/dispute.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { money } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { fullWords } from '../../kit/times.ts'
import css from '../order/OrderDetail.module.css'
import { providerName } from '../order/order-words.ts'
import { DisputeDialog } from './DisputeDialog.tsx'
import { type DisputeAct, useDispute } from './dispute-queries.ts'
import { disputeTone } from './dispute-words.ts'
import { EvidencePart } from './EvidencePart.tsx'

/** One dispute: until when it is to be answered, what proves our side, and how it ended. */
export function DisputeDetail({ id }: { id: string }) {
  const dispute = useDispute(id)
  return (
    <Loaded of={dispute} lines={10} gone={<EmptyState title={t('desk.error.DISPUTE_NOT_FOUND')} />}>
      {(dispute) => <Known dispute={dispute} />}
    </Loaded>
  )
}

function Known({ dispute }: { dispute: Dispute }) {
  const [act, setAct] = useState<DisputeAct>()
  const { state, isByHand, provider } = dispute
  return (
    <>
      <header className={css.header}>
        <StatusChip tone={disputeTone(state)} icon={state === 'won' ? 'check' : 'warning'}>
          {t(`desk.disputes.state.${state}`)}
        </StatusChip>
        <h2 className={css.title}>
          {money(dispute)} <span>{t(`desk.disputes.kind.${dispute.kind}`)}</span>
        </h2>
        {isUndecided(state) && <p>{t('desk.disputes.text', { provider: providerName(provider) })}</p>}
        <dl className={css.facts}>
          {factsOf(dispute).map(([name, fact]) => (
            <div key={name}>
              <dt>{t(`desk.disputes.fact.${name}`)}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
        <div className={css.acts}>
          {state === 'open' && (
            <Button fit variant="primary" icon="check" onClick={() => setAct('answer')}>
              {t('desk.disputes.act.answer')}
            </Button>
          )}
          {isByHand && isUndecided(state) && (
            <>
              <Button fit onClick={() => setAct('won')}>
                {t('desk.disputes.act.won')}
              </Button>
              <Button fit onClick={() => setAct('lost')}>
                {t('desk.disputes.act.lost')}
              </Button>
            </>
          )}
        </div>
      </header>
      <EvidencePart dispute={dispute} />
      {act && <DisputeDialog id={dispute.id} act={act} onClose={() => setAct(undefined)} />}
    </>
  )
}

function factsOf(dispute: Dispute): [name: string, fact: ReactNode][] {
  const { answeredAt, answeredBy, decidedAt, deadline, payerName, provider, evidence, reference } = dispute
  const facts: [string, ReactNode][] = [
    ['payer', payerName ?? t('desk.orders.deleted')],
    ['deadline', deadline ? fullWords(deadline) : t('desk.disputes.noDeadline')],
    ['openOrder', <Bought key="bought" of={dispute} />],
    ['payment', [providerName(provider), evidence.providerPaymentId].filter(Boolean).join(' ')],
    ['reference', reference],
    ['opened', fullWords(dispute.openedAt)],
    ['answered', answeredAt && [fullWords(answeredAt), answeredBy].filter(Boolean).join(', ')],
    ['decided', decidedAt && fullWords(decidedAt)],
  ]
  return facts.filter(([, fact]) => fact)
}

/** The way to what was paid for. */
function Bought({ of: { orderId, subscriptionId } }: { of: Dispute }) {
  if (orderId) return <Link href={`/orders/${orderId}`}>{t('desk.tasks.openOrder')}</Link>
  return <Link href={`/subscriptions/${subscriptionId}`}>{t('desk.tasks.openSubscription')}</Link>
}
