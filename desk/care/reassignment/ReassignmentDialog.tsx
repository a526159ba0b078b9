import { type OpenConsultation, ReassignmentReason } from '@cuida/core/care/reassignment/reassignment-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import type { FieldBinding } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { SkeletonRows } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useState } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import css from './OpenConsultationsScreen.module.css'
import { likelyReason } from './open-groups.ts'
import {
  type ReassignmentAction,
  type ReassignmentResults,
  reassignmentInput,
  useReassignmentAction,
  useReassignmentCandidates,
} from './reassignment-queries.ts'

interface ReassignmentDialogProps {
  action: ReassignmentAction
  selectedItems: readonly OpenConsultation[]
  onClose: () => void
  onDone: () => void
}

/** Lists the patients concerned and the consequence for them, and asks for one reason for all. */
export function ReassignmentDialog({ action, selectedItems: now, onClose, onDone }: ReassignmentDialogProps) {
  // The selection when the dialog opened, although the list beside it changes.
  const [consultations] = useState(now)
  const reassignment = useReassignmentAction()
  const failed = reassignment.data?.results.filter(({ problem }) => problem !== null) ?? []
  const form = useDialogForm<{ clinicianId: string; reason: ReassignmentReason | '' }, ReassignmentResults>({
    initial: { clinicianId: '', reason: likelyReason(consultations, serverNow()) ?? '' },
    check: ({ clinicianId, reason }) => ({
      clinicianId: clinicianId || action !== 'reassign' ? undefined : 'to',
      reason: reason ? undefined : 'reason',
    }),
    submit: async (typed) => {
      const input = reassignmentInput(action, consultations, typed)
      return input && reassignment.mutateAsync(input)
    },
    message: (_, missing) => t(missing === 'to' ? 'desk.transfer.to.REQUIRED' : 'desk.cancel.reason.REQUIRED'),
    done: ({ results } = { results: [] }) => {
      const count = results.filter(({ problem }) => problem === null).length
      if (count > 0) showToast(t(`desk.reassignment.done.${action}`, { count }))
      if (count < results.length) return false
      onDone()
    },
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t(`desk.reassignment.${action}.title`, { count: consultations.length })}
      before={<Button onClick={form.close}>{t(reassignment.data ? 'ui.close' : 'desk.reassignment.back')}</Button>}
      act={reassignment.data ? undefined : t(`desk.reassignment.${action}`)}
      variant={action === 'cancel' ? 'danger' : 'primary'}
    >
      {reassignment.data ? (
        <Alert tone="warning" title={t('desk.reassignment.failed', { count: failed.length })}>
          <ul className={css.names}>
            {failed.map(({ id, problem }) => (
              <li key={id}>
                {nameOf(consultations.find((one) => one.id === id))}: {t(`desk.reassignment.problem.${problem}`)}
              </li>
            ))}
          </ul>
        </Alert>
      ) : (
        <>
          <p>{t(`desk.reassignment.${action}.text`)}</p>
          <ul className={css.names}>
            {consultations.map((one) => (
              <li key={one.id}>{nameOf(one)}</li>
            ))}
          </ul>
          {action === 'reassign' && (
            <ReassignmentCandidates id={consultations[0]?.id} field={form.field('clinicianId')} />
          )}
          <RadioGroup
            label={t('desk.reassignment.reason')}
            hint={t('desk.cancel.reasonHint')}
            options={ReassignmentReason.options.map((value) => ({
              value,
              label: t(`desk.reassignment.reason.${value}`),
            }))}
            {...form.field('reason')}
          />
        </>
      )}
    </FormDialog>
  )
}

const nameOf = (one: OpenConsultation | undefined) => one && `${one.patient.firstName} ${one.patient.lastName}`

/** The clinicians who can take over. */
export function ReassignmentCandidates({ id, field }: { id: string | undefined; field: FieldBinding<string> }) {
  const { data, error } = useReassignmentCandidates(id)
  if (error) return <Failure failure={error} />
  if (!data) return <SkeletonRows rows={2} />
  if (data.items.length === 0) return <p role="status">{t('desk.reassignment.nobody')}</p>
  return (
    <RadioGroup
      label={t('desk.transfer.to')}
      options={data.items.map(({ clinicianId, name, isThere, attending }) => ({
        value: clinicianId,
        label: name,
        detail: isThere ? t('desk.transfer.attending', { count: attending }) : t('desk.reassignment.notThere'),
      }))}
      {...field}
    />
  )
}
