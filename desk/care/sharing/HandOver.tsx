import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { HandOverReason } from '@cuida/core/care/sharing/hand-over-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { SkeletonRows } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import { Failure } from '../../kit/Failure.tsx'
import css from '../call/CallPanel.module.css'
import { mayHandOver } from '../standing.ts'
import { colleagueOf, useColleagues, useHandOver } from './hand-over-queries.ts'

interface HandOverProps {
  consultation: DeskConsultation
  /** The notes as they stand are at the server: they go along. */
  isSaved: boolean
}

/** For who holds a consultation and cannot go on with it: a colleague does. */
export function HandOver(props: HandOverProps) {
  const [isAsking, setAsking] = useState(false)
  if (!mayHandOver(props.consultation)) return null
  return (
    <>
      <Button variant="quiet" icon="user" onClick={() => setAsking(true)}>
        {t('desk.handOver.open')}
      </Button>
      {isAsking && <HandOverDialog {...props} onClose={() => setAsking(false)} />}
    </>
  )
}

function HandOverDialog({ consultation, isSaved, onClose }: HandOverProps & { onClose: () => void }) {
  const { id, patient } = consultation
  const formId = useId()
  const [, go] = useLocation()
  const { data, error } = useColleagues(id)
  const [chosen, setChosen] = useState<string>()
  const [reason, setReason] = useState<HandOverReason>()
  const [isAsked, setAsked] = useState(false)
  const to = colleagueOf(data?.items, chosen)
  const give = useHandOver(id, () => {
    showToast(t('desk.handOver.done', { name: patient.firstName, colleague: to?.name ?? '' }))
    go('/')
  })
  function submit(form: HTMLFormElement): void {
    setAsked(true)
    const missing = to ? (reason ? undefined : 1) : 0
    if (missing !== undefined)
      form.querySelectorAll('[role=radiogroup]')[missing]?.querySelector<HTMLElement>('input')?.focus()
    else if (to && reason && isSaved) give.mutate({ clinicianId: to.clinicianId, reason })
  }
  return (
    <Dialog
      open
      title={t('desk.handOver.title', { name: patient.firstName })}
      onClose={onClose}
      actions={
        data?.items.length ? (
          <Button type="submit" form={formId} variant="primary" icon="check" busy={give.isPending}>
            {t('desk.handOver.confirm')}
          </Button>
        ) : undefined
      }
    >
      <form
        id={formId}
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit(event.currentTarget)
        }}
      >
        <p>{t('desk.handOver.text', { name: patient.firstName })}</p>
        {!data && !error && <SkeletonRows rows={2} />}
        <Failure failure={error ?? give.error} />
        {data?.items.length === 0 && <p role="status">{t('desk.handOver.nobody')}</p>}
        {data && data.items.length > 0 && (
          <>
            <RadioGroup
              label={t('desk.handOver.to')}
              options={data.items.map(({ clinicianId, name, specialty, attending }) => ({
                value: clinicianId,
                label: name,
                detail: `${specialty} · ${t('desk.handOver.attending', { count: attending })}`,
              }))}
              value={to?.clinicianId}
              onChange={setChosen}
              error={isAsked && !to ? t('desk.handOver.to.REQUIRED') : undefined}
            />
            <RadioGroup<HandOverReason>
              label={t('desk.handOver.reason')}
              hint={t('desk.handOver.reasonHint')}
              options={HandOverReason.options.map((value) => ({ value, label: t(`desk.handOver.reason.${value}`) }))}
              value={reason}
              onChange={setReason}
              error={isAsked && !reason ? t('desk.handOver.reason.REQUIRED') : undefined}
            />
            {isAsked && !isSaved && <p role="alert">{t('desk.handOver.unsaved')}</p>}
          </>
        )}
      </form>
    </Dialog>
  )
}
