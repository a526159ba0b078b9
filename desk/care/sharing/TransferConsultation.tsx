import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { getColleagues, TransferReason, transferConsultation } from '@cuida/core/care/sharing/transfer-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { SkeletonRows } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../kit/api.ts'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import { useQuery } from '../../kit/queries.ts'
import { canTransfer } from '../consultation-status.ts'
import { useCareMutation } from '../queries.ts'

interface TransferProps {
  consultation: DeskConsultation
  /** The current notes are saved on the server, so the colleague receives them. */
  isSaved: boolean
}

/** A transfer with unsaved notes is refused: the colleague would read an older version. */
const UNSAVED = new Error('notes are not saved yet')

/** Transfers a consultation from the clinician who holds it to a colleague. */
export function TransferConsultation(props: TransferProps) {
  const [isAsking, setAsking] = useState(false)
  if (!canTransfer(props.consultation)) return null
  return (
    <>
      <Button variant="quiet" icon="user" onClick={() => setAsking(true)}>
        {t('desk.transfer.open')}
      </Button>
      {isAsking && <TransferDialog {...props} onClose={() => setAsking(false)} />}
    </>
  )
}

function TransferDialog({ consultation, isSaved, onClose }: TransferProps & { onClose: () => void }) {
  const { id, patient } = consultation
  const go = useLocation()[1]
  const { data, error } = useColleagues(id)
  const give = useTransferConsultation(id, () => go('/'))
  const form = useDialogForm<{ clinicianId: string; reason: TransferReason | '' }>({
    initial: { clinicianId: '', reason: '' },
    check: ({ clinicianId, reason }) => ({
      clinicianId: findColleague(data?.items, clinicianId) ? undefined : 'to',
      reason: reason ? undefined : 'reason',
    }),
    submit: async ({ clinicianId, reason }) => {
      if (!isSaved) throw UNSAVED
      return reason && give.mutateAsync({ clinicianId, reason })
    },
    message: (_, missing) => t(`desk.transfer.${missing}.REQUIRED`),
    done: (_, { clinicianId }) => {
      const colleague = findColleague(data?.items, clinicianId)?.name ?? ''
      return t('desk.transfer.done', { name: patient.firstName, colleague })
    },
    onClose,
  })
  const isUnsaved = form.failure === UNSAVED
  return (
    <FormDialog
      form={form}
      title={t('desk.transfer.title', { name: patient.firstName })}
      lead={t('desk.transfer.text', { name: patient.firstName })}
      act={data?.items.length ? t('desk.transfer.confirm') : undefined}
      icon="check"
      failure={error}
      {...(isUnsaved && { refused: () => !isSaved && <p role="alert">{t('desk.transfer.unsaved')}</p> })}
    >
      {!data && !error && <SkeletonRows rows={2} />}
      {data?.items.length === 0 && <p role="status">{t('desk.transfer.nobody')}</p>}
      {data && data.items.length > 0 && (
        <>
          <RadioGroup
            label={t('desk.transfer.to')}
            options={data.items.map(({ clinicianId, name, specialty, attending }) => ({
              value: clinicianId,
              label: name,
              detail: `${specialty} · ${t('desk.transfer.attending', { count: attending })}`,
            }))}
            {...form.field('clinicianId')}
          />
          <RadioGroup
            label={t('desk.transfer.reason')}
            hint={t('desk.transfer.reasonHint')}
            options={TransferReason.options.map((value) => ({ value, label: t(`desk.transfer.reason.${value}`) }))}
            {...form.field('reason')}
          />
        </>
      )}
    </FormDialog>
  )
}

/** The colleagues who can take it now; polled, because availability changes while the dialog is open. */
export const useColleagues = (id: string) => useQuery(getColleagues, { id }, { every: POLL.every10s })

/** Undefined when the chosen colleague is not available any more. */
export const findColleague = <C extends { clinicianId: string }>(items: readonly C[] | undefined, chosen?: string) =>
  items?.find(({ clinicianId }) => clinicianId === chosen)

export const useTransferConsultation = (id: string, onDone: () => void) =>
  useCareMutation(
    (input: { clinicianId: string; reason: TransferReason }) => api(transferConsultation, { id, ...input }),
    onDone,
  )
