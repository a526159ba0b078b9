import { type OpenConsultation, RescueReason } from '@cuida/core/care/rescue/rescue-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { SkeletonRows } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { likelyReason } from './open-groups.ts'
import css from './RescueScreen.module.css'
import { type RescueDeed, rescueOf, useRescue, useRescuers } from './rescue-queries.ts'

interface RescueDialogProps {
  deed: RescueDeed
  chosen: readonly OpenConsultation[]
  onClose: () => void
  onDone: () => void
}

/** Names whom it is about, what it means for them, and asks why: once for all of them. */
export function RescueDialog({ deed, chosen: now, onClose, onDone }: RescueDialogProps) {
  // Whom the question was about, though the list beside it moves on.
  const [chosen] = useState(now)
  const [reason, setReason] = useState<RescueReason | undefined>(likelyReason(chosen))
  const [clinicianId, setClinician] = useState<string>()
  const [isAsked, setAsked] = useState(false)
  const rescue = useRescue()
  const failed = rescue.data?.results.filter(({ problem }) => problem !== null) ?? []
  const told = (results: readonly { problem: unknown }[]) => {
    const done = results.filter(({ problem }) => problem === null).length
    if (done > 0) showToast(t(`desk.rescue.done.${deed}`, { count: done }))
    if (done < results.length) return
    onClose()
    onDone()
  }
  const act = () => {
    setAsked(true)
    const wish = rescueOf(deed, chosen, { reason, clinicianId })
    if (wish) rescue.mutate(wish, { onSuccess: ({ results }) => told(results) })
  }
  return (
    <Dialog
      open
      title={t(`desk.rescue.${deed}.title`, { count: chosen.length })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t(rescue.data ? 'ui.close' : 'desk.rescue.back')}</Button>
          {!rescue.data && (
            <Button variant={deed === 'cancel' ? 'danger' : 'primary'} busy={rescue.isPending} onClick={act}>
              {t(`desk.rescue.${deed}`)}
            </Button>
          )}
        </>
      }
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
          <p>{t(`desk.rescue.${deed}.text`)}</p>
          <ul className={css.names}>
            {chosen.map((one) => (
              <li key={one.id}>{nameOf(one)}</li>
            ))}
          </ul>
          {deed === 'hand-on' && (
            <Rescuers id={chosen[0]?.id} chosen={clinicianId} onChoose={setClinician} isAsked={isAsked} />
          )}
          <RadioGroup<RescueReason>
            label={t('desk.rescue.reason')}
            hint={t('desk.cancel.reasonHint')}
            options={RescueReason.options.map((value) => ({ value, label: t(`desk.rescue.reason.${value}`) }))}
            value={reason}
            onChange={setReason}
            error={isAsked && !reason ? t('desk.cancel.reason.REQUIRED') : undefined}
          />
          <Failure failure={rescue.error} />
        </>
      )}
    </Dialog>
  )
}

const nameOf = (one: OpenConsultation | undefined) => one && `${one.patient.firstName} ${one.patient.lastName}`

interface RescuersProps {
  id: string | undefined
  chosen: string | undefined
  onChoose: (clinicianId: string) => void
  isAsked: boolean
}

/** Who could go on with them. */
export function Rescuers({ id, chosen, onChoose, isAsked }: RescuersProps) {
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
      value={chosen}
      onChange={onChoose}
      error={isAsked && !chosen ? t('desk.handOver.to.REQUIRED') : undefined}
    />
  )
}
