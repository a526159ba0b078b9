import type { DeskOrder, RefundRequest } from '@cuida/core/checkout/order/desk-order-api.ts'
import type { Currency } from '@cuida/core/kit/shapes.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { formatMoney } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { AmountDetail, SumRow, SumRows } from '@cuida/ui/MoneyLines/SumRows.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { formatWhenShort } from '../../kit/clinic-time.ts'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import { reasonProblem } from '../../kit/reason.ts'
import { amountOf, typedAmount } from '../order/order-messages.ts'
import { type DeskMoneyAction, type MoneyIntent, toDeskMoneyAction } from './money-action.ts'

interface RefundListsProps {
  /** An order or a subscription. */
  of: Pick<DeskOrder, 'requests' | 'refunds' | 'currency'>
  onIntent: (intent: MoneyIntent) => void
}

/** Refund requests: the open one first, with the answers that this manager may give. */
export function RefundRequests({ of, onIntent }: RefundListsProps) {
  if (of.requests.length === 0) return null
  return (
    <Section title={t('desk.orders.requests')}>
      <SumRows>
        {[...of.requests].reverse().map((request) => (
          <Request key={request.id} request={request} currency={of.currency} onIntent={onIntent} />
        ))}
      </SumRows>
    </Section>
  )
}

interface RequestProps {
  request: RefundRequest
  currency: string
  onIntent: RefundListsProps['onIntent']
}

function Request({ request, currency, onIntent }: RequestProps) {
  const { state, amount, reason, askedBy, askedAt, endedBy, endedAt, answer, isMine, expiresAt } = request
  const isOpen = state === 'open'
  return (
    <SumRow
      amount={amount}
      currency={currency}
      state={t(`desk.orders.request.${state}`)}
      isOpen={isOpen}
      acts={isOpen && <Answer request={request} onIntent={onIntent} />}
    >
      <p>{reason}</p>
      <AmountDetail>{t('desk.orders.askedBy', { name: askedBy, when: formatWhenShort(askedAt) })}</AmountDetail>
      {endedBy && endedAt && (
        <AmountDetail>
          {t(`desk.orders.endedBy.${state}`, { name: endedBy, when: formatWhenShort(endedAt) })}
        </AmountDetail>
      )}
      {answer && <p>{answer}</p>}
      {isOpen && (
        <AmountDetail>
          {t(isMine ? 'desk.orders.waitsForAnother' : 'desk.orders.waitsForYou', { when: formatWhenShort(expiresAt) })}
        </AmountDetail>
      )}
    </SumRow>
  )
}

function Answer({ request: { id: requestId, amount, isMine }, onIntent }: Omit<RequestProps, 'currency'>) {
  return (
    <>
      {!isMine && (
        <Button fit variant="primary" icon="check" onClick={() => onIntent({ name: 'approve', requestId, amount })}>
          {t('desk.orders.act.approve')}
        </Button>
      )}
      <Button fit icon="close" onClick={() => onIntent({ name: isMine ? 'withdraw' : 'decline', requestId })}>
        {t(`desk.orders.act.${isMine ? 'withdraw' : 'decline'}`)}
      </Button>
    </>
  )
}

const TONE = { pending: 'neutral', done: 'success', refused: 'danger' } as const
const ICON = { pending: 'clock', done: 'check', refused: 'error' } as const

/** Pending and completed refunds. A refund that the provider refused can be sent again. */
export function Refunds({ of, onIntent }: RefundListsProps) {
  if (of.refunds.length === 0) return null
  return (
    <Section title={t('desk.orders.refunds')}>
      <SumRows>
        {of.refunds.map(({ id: refundId, amount, reason, state, createdAt }) => (
          <SumRow
            key={refundId}
            amount={amount}
            currency={of.currency}
            state={{ text: t(`desk.orders.refund.${state}`), tone: TONE[state], icon: ICON[state] }}
            acts={
              state === 'refused' && (
                <Button fit icon="refresh" onClick={() => onIntent({ name: 'retry', refundId })}>
                  {t('desk.orders.act.retry')}
                </Button>
              )
            }
          >
            <AmountDetail>
              {[t(`desk.orders.refundReason.${reason}`), formatWhenShort(createdAt)].join(' · ')}
            </AmountDetail>
          </SumRow>
        ))}
      </SumRows>
    </Section>
  )
}

interface MoneyDialogProps {
  /** The patient and the product: shown for confirmation before money moves. */
  of: string
  currency: Currency
  intent: MoneyIntent
  onAct: (act: DeskMoneyAction) => Promise<unknown>
  onClose: () => void
}

/** Explains the action and asks for its inputs. A refusal keeps the typed values. */
export function MoneyDialog({ of, currency, intent, onAct, onClose }: MoneyDialogProps) {
  const remainingAmount = intent.name === 'ask' ? intent.remainingAmount : 0
  const form = useDialogForm({
    initial: { amount: typedAmount(remainingAmount), reason: '' },
    check: ({ amount, reason }) => ({
      amount: intent.name === 'ask' ? amountProblem(amount, remainingAmount) : undefined,
      reason: intent.name === 'approve' ? undefined : reasonProblem(reason.trim()),
    }),
    submit: ({ amount, reason }) => onAct(toDeskMoneyAction(intent, amountOf(amount) ?? 0, reason.trim())),
    message: (field, problem) =>
      t(`desk.orders.${field}.${problem}`, { left: formatMoney({ amount: remainingAmount, currency }) }),
    done: () => t(`desk.orders.done.${intent.name}`),
    onClose,
  })
  const values = { amount: intent.name === 'approve' ? formatMoney({ amount: intent.amount, currency }) : '' }
  return (
    <FormDialog
      form={form}
      title={t(`desk.orders.ask.${intent.name}.title`, values)}
      lead={t(`desk.orders.ask.${intent.name}.text`)}
      act={t(`desk.orders.confirm.${intent.name}`)}
    >
      <p>
        <strong>{of}</strong>
      </p>
      {intent.name === 'ask' && (
        <TextInput
          label={t('desk.orders.amount', { currency })}
          hint={t('desk.orders.amountHint', { left: formatMoney({ amount: remainingAmount, currency }) })}
          inputMode="decimal"
          autoComplete="off"
          {...form.field('amount')}
        />
      )}
      {intent.name !== 'approve' && (
        <TextArea
          label={t('desk.orders.reason')}
          hint={t('desk.orders.reasonHint')}
          most={500}
          {...form.field('reason')}
        />
      )}
    </FormDialog>
  )
}

function amountProblem(typed: string, remainingAmount: number): 'INVALID' | 'MORE_THAN_LEFT' | undefined {
  const amount = amountOf(typed)
  if (amount === undefined) return 'INVALID'
  return amount > remainingAmount ? 'MORE_THAN_LEFT' : undefined
}
