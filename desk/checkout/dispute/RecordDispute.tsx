import type { recordDispute } from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import type { Currency } from '@cuida/core/kit/shapes.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { useLocation } from 'wouter'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import { reasonProblem } from '../../kit/reason.ts'
import { amountOf, typedAmount } from '../order/order-messages.ts'
import { type Disputable, useRecordDispute } from './dispute-queries.ts'

interface RecordDisputeProps {
  of: Disputable
  /** The amount paid, in minor units. */
  amount: number
  currency: Currency
  onClose: () => void
}

/** Records a dispute from the e-mail of a provider that reports disputes by e-mail only. */
export function RecordDispute({ of, amount: paid, currency, onClose }: RecordDisputeProps) {
  const record = useRecordDispute(of)
  const go = useLocation()[1]
  const form = useDialogForm({
    initial: { amount: typedAmount(paid), deadline: '', reference: '', reason: '' },
    check: ({ amount, deadline, reason }) => ({
      amount: amountOf(amount) === undefined ? 'INVALID' : undefined,
      deadline: deadline === '' ? 'MISSING' : undefined,
      reason: reasonProblem(reason.trim()),
    }),
    submit: (typed) => record.mutateAsync(disputeInput(typed)),
    message: (field, problem) =>
      field === 'deadline' ? t('desk.disputes.deadlineMissing') : t(`desk.orders.${field}.${problem}`),
    done: ({ id }) => {
      go(`/disputes/${id}`)
      return t('desk.disputes.done.record')
    },
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('desk.disputes.act.record')}
      lead={t('desk.disputes.recordText')}
      act={t('desk.disputes.confirm.record')}
    >
      <TextInput
        label={t('desk.orders.amount', { currency })}
        inputMode="decimal"
        autoComplete="off"
        {...form.field('amount')}
      />
      <TextInput type="date" label={t('desk.disputes.deadline')} {...form.field('deadline')} />
      <TextInput
        label={t('desk.disputes.fact.reference')}
        optional
        autoComplete="off"
        maxLength={80}
        {...form.field('reference')}
      />
      <TextArea
        label={t('desk.orders.reason')}
        hint={t('desk.orders.reasonHint')}
        most={500}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}

/** The form values, as typed from the provider's e-mail. */
interface ReportedDispute {
  amount: string
  deadline: string
  reference: string
  reason: string
}

/** The request body; a deadline is the last moment of its day in the clinic's time zone. */
export const disputeInput = ({
  amount,
  deadline,
  reference,
  reason,
}: ReportedDispute): Omit<Input<typeof recordDispute>, 'id'> => ({
  amount: amountOf(amount) ?? 0,
  deadline: new Date(`${deadline}T23:59:59`).toISOString(),
  ...(reference.trim() ? { reference: reference.trim() } : {}),
  reason: reason.trim(),
})
