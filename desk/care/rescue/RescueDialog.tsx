import { type OpenConsultation, RescueReason } from '@cuida/core/care/rescue/rescue-api.ts'
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
import { likelyReason } from './open-groups.ts'
import css from './RescueScreen.module.css'
import { type ReassignmentAction, type Rescued, rescueOf, useRescue, useRescuers } from './rescue-queries.ts'

interface RescueDialogProps {
  action: ReassignmentAction
  chosen: readonly OpenConsultation[]
  onClose: () => void
  onDone: () => void
}

/** Names whom it is about, what it means for them, and asks why: once for all of them. */
export function RescueDialog({ action, chosen: now, onClose, onDone }: RescueDialogProps) {
  // Whom the question was about, though the list beside it moves on.
  const [chosen] = useState(now)
  const rescue = useRescue()
  const failed = rescue.data?.results.filter(({ problem }) => problem !== null) ?? []
  const form = useDialogForm<{ clinicianId: string; reason: RescueReason | '' }, Rescued>({
    initial: { clinicianId: '', reason: likelyReason(chosen, serverNow()) ?? '' },
    check: ({ clinicianId, reason }) => ({
      clinicianId: clinicianId || action !== 'hand-on' ? undefined : 'to',
      reason: reason ? undefined : 'reason',
    }),
    submit: async (typed) => {
      const wish = rescueOf(action, chosen, typed)
      return wish && rescue.mutateAsync(wish)
    },
    message: (_, missing) => t(missing === 'to' ? 'desk.handOver.to.REQUIRED' : 'desk.cancel.reason.REQUIRED'),
    done: ({ results } = { results: [] }) => {
      const count = results.filter(({ problem }) => problem === null).length
      if (count > 0) showToast(t(`desk.rescue.done.${action}`, { count }))
      if (count < results.length) return false
      onDone()
    },
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t(`desk.rescue.${action}.title`, { count: chosen.length })}
      before={<Button onClick={form.close}>{t(rescue.data ? 'ui.close' : 'desk.rescue.back')}</Button>}
      act={rescue.data ? undefined : t(`desk.rescue.${action}`)}
      variant={action === 'cancel' ? 'danger' : 'primary'}
    >
      {rescue.data ? (
        <Alert tone="warning" title={t('desk.rescue.failed', { count: failed.length })}>
          <ul className={css.names}>
            {failed.map(({ id, problem }) => (
              <li key={id}>
                {nameOf(chosen.find((one) => one.id === id))}: {t(`desk.rescue.problem.${problem}`)}
              </li>
            ))}
          </ul>
        </Alert>
      ) : (
        <>
          <p>{t(`desk.rescue.${action}.text`)}</p>
          <ul className={css.names}>
            {chosen.map((one) => (
              <li key={one.id}>{nameOf(one)}</li>
            ))}
          </ul>
          {action === 'hand-on' && <Rescuers id={chosen[0]?.id} field={form.field('clinicianId')} />}
          <RadioGroup
            label={t('desk.rescue.reason')}
            hint={t('desk.cancel.reasonHint')}
            options={RescueReason.options.map((value) => ({ value, label: t(`desk.rescue.reason.${value}`) }))}
            {...form.field('reason')}
          />
        </>
      )}
    </FormDialog>
  )
}

const nameOf = (one: OpenConsultation | undefined) => one && `${one.patient.firstName} ${one.patient.lastName}`

/** Who could go on with them. */
export function Rescuers({ id, field }: { id: string | undefined; field: FieldBinding<string> }) {
  const { data, error } = useRescuers(id)
  if (error) return <Failure failure={error} />
  if (!data) return <SkeletonRows rows={2} />
  if (data.items.length === 0) return <p role="status">{t('desk.rescue.nobody')}</p>
  return (
    <RadioGroup
      label={t('desk.handOver.to')}
      options={data.items.map(({ clinicianId, name, isThere, attending }) => ({
        value: clinicianId,
        label: name,
        detail: isThere ? t('desk.handOver.attending', { count: attending }) : t('desk.rescue.notThere'),
      }))}
      {...field}
    />
  )
}
