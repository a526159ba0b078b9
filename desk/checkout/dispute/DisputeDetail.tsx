import type { Dispute } from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import { isUndecided } from '@cuida/core/checkout/dispute/dispute.ts'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { formatMoney } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { AmountDetail } from '@cuida/ui/MoneyLines/SumRows.tsx'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { formatWhenLong } from '../../kit/clinic-time.ts'
import { DetailActions, DetailHeader, type Fact, Facts } from '../../kit/page/Detail.tsx'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import { reasonProblem } from '../../kit/reason.ts'
import { providerName } from '../order/order-messages.ts'
import { actionLines, consentLines, disputeChip, evidenceText, noteLines, refundLines } from './dispute-messages.ts'
import { type DisputeAction, useDispute, usePerformDisputeAction } from './dispute-queries.ts'

/** A dispute: its deadline, our evidence and its outcome. */
export function DisputeDetail({ id }: { id: string }) {
  const dispute = useDispute(id)
  return (
    <QueryBoundary query={dispute} lines={10} notFound={<EmptyState title={t('desk.error.DISPUTE_NOT_FOUND')} />}>
      {(dispute) => <Known dispute={dispute} />}
    </QueryBoundary>
  )
}

function Known({ dispute }: { dispute: Dispute }) {
  const [act, setAct] = useState<DisputeAction>()
  const { state, isByHand, provider } = dispute
  return (
    <>
      <DetailHeader chip={disputeChip(state)} title={formatMoney(dispute)} of={t(`desk.disputes.kind.${dispute.kind}`)}>
        {isUndecided(state) && <p>{t('desk.disputes.text', { provider: providerName(provider) })}</p>}
        <Facts of={factsOf(dispute)} term={(name) => t(`desk.disputes.fact.${name}`)} />
        <DetailActions>
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
        </DetailActions>
      </DetailHeader>
      <EvidencePart dispute={dispute} />
      {act && <DisputeDialog id={dispute.id} act={act} onClose={() => setAct(undefined)} />}
    </>
  )
}

function factsOf(dispute: Dispute): Fact[] {
  const { answeredAt, answeredBy, decidedAt, deadline, payerName, provider, evidence, reference } = dispute
  return [
    ['payer', payerName ?? t('desk.orders.deleted')],
    ['deadline', deadline ? formatWhenLong(deadline) : t('desk.disputes.noDeadline')],
    ['openOrder', <Bought key="bought" of={dispute} />],
    ['payment', [providerName(provider), evidence.providerPaymentId].filter(Boolean).join(' ')],
    ['reference', reference],
    ['opened', formatWhenLong(dispute.openedAt)],
    ['answered', answeredAt && [formatWhenLong(answeredAt), answeredBy].filter(Boolean).join(', ')],
    ['decided', decidedAt && formatWhenLong(decidedAt)],
  ]
}

/** Links to the order or subscription that was paid. */
function Bought({ of: { orderId, subscriptionId } }: { of: Dispute }) {
  if (orderId) return <Link href={`/orders/${orderId}`}>{t('desk.tasks.openOrder')}</Link>
  return <Link href={`/subscriptions/${subscriptionId}`}>{t('desk.tasks.openSubscription')}</Link>
}

/** Explains the action and asks for its inputs. */
function DisputeDialog({ id, act, onClose }: { id: string; act: DisputeAction; onClose: () => void }) {
  const perform = usePerformDisputeAction(id)
  const form = useDialogForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reasonProblem(reason.trim()) }),
    submit: ({ reason }) => perform.mutateAsync({ act, reason: reason.trim() }),
    message: (_, problem) => t(`desk.orders.reason.${problem}`),
    done: () => t(`desk.disputes.done.${act}`),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t(`desk.disputes.ask.${act}.title`)}
      lead={t(`desk.disputes.ask.${act}.text`)}
      act={t(`desk.disputes.confirm.${act}`)}
    >
      <TextArea
        label={t('desk.orders.reason')}
        hint={t('desk.orders.reasonHint')}
        most={500}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}

/** Evidence that this was ordered, agreed to and delivered: to read, to copy and to download. */
function EvidencePart({ dispute }: { dispute: Dispute }) {
  const { evidence, currency } = dispute
  const text = evidenceText(dispute)
  const address = useAddress(text)
  const copy = () =>
    void (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('the browser has no clipboard API'))).then(
      () => showToast(t('desk.disputes.copied')),
      () => showToast(t('desk.disputes.notCopied')),
    )
  const parts: [name: string, lines: string[]][] = [
    ['consents', consentLines(evidence)],
    ['actions', actionLines(evidence)],
    ['notes', noteLines(evidence)],
    ['refunds', refundLines(evidence, currency)],
  ]
  return (
    <Section title={t('desk.disputes.evidence')}>
      <AmountDetail>{t('desk.disputes.evidenceText')}</AmountDetail>
      <DetailActions>
        <Button fit icon="copy" onClick={copy}>
          {t('desk.disputes.copy')}
        </Button>
        {address && (
          <LinkButton fit icon="download" href={address} download={`${dispute.orderId ?? dispute.subscriptionId}.txt`}>
            {t('desk.disputes.download')}
          </LinkButton>
        )}
      </DetailActions>
      {parts.map(([name, lines]) => (
        <Part key={name} name={name} lines={lines} />
      ))}
    </Section>
  )
}

function Part({ name, lines }: { name: string; lines: string[] }) {
  return (
    <div>
      <h3>{t(`desk.disputes.part.${name}`)}</h3>
      {lines.length === 0 && <AmountDetail>{t(`desk.disputes.noPart.${name}`)}</AmountDetail>}
      <ul>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same, and none moves
          <li key={at}>{line}</li>
        ))}
      </ul>
    </div>
  )
}

/** The object URL of the text while it is shown. */
function useAddress(text: string): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [text])
  return address
}
