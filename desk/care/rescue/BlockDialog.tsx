import type { Person } from '@cuida/core/access/people/people-api.ts'
import type { OpenConsultation } from '@cuida/core/care/rescue/rescue-api.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { useAct } from '../../access/people/queries.ts'
import { Failure } from '../../kit/Failure.tsx'
import { ReasonDialog } from '../../kit/place/ReasonDialog.tsx'
import { whenWords } from '../../kit/times.ts'
import { Rescuers } from './RescueDialog.tsx'
import css from './RescueScreen.module.css'
import { rescueOf, useOpenOf, useRescue } from './rescue-queries.ts'

const FATES = ['hand-on', 'offer', 'cancel', 'later'] as const
type Fate = (typeof FATES)[number]

/** A colleague is blocked: first it is said what becomes of whom they hold and of every hour that they have booked. */
export function BlockDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { name } = person
  const open = useOpenOf(person.id)
  const [fate, setFate] = useState<Fate>()
  const [clinicianId, setClinician] = useState<string>()
  const [isAsked, setAsked] = useState(false)
  const block = useAct({ kind: person.kind, id: person.id })
  const rescue = useRescue()
  const theirs = open.data?.items ?? []
  const isDecided = theirs.length === 0 || (fate !== undefined && (fate !== 'hand-on' || clinicianId))
  async function act(reason: string): Promise<void> {
    setAsked(true)
    // A list that does not come keeps nobody from being blocked: what is left is among the open ones.
    if (!(open.data || open.error) || !isDecided) return
    // Blocked first: nobody takes anybody on while it is decided.
    await block.mutateAsync({ act: { name: 'block' }, reason })
    showToast(t('desk.people.done.block', { name }))
    onClose()
    if (fate === undefined || fate === 'later' || !open.data) return
    const wish = rescueOf(fate, open.data.items, { reason: 'BLOCKED', clinicianId })
    if (!wish) return
    // The colleague is blocked by now and the dialog gone: what could not be done, or not asked for, is told all the same.
    const told = await rescue.mutateAsync(wish).catch(() => undefined)
    const done = told?.results.filter(({ problem }) => problem === null).length ?? 0
    if (done > 0) showToast(t(`desk.rescue.done.${fate}`, { count: done }))
    if (done < wish.ids.length) showToast(t('desk.block.left', { count: wish.ids.length - done }))
  }
  return (
    <ReasonDialog
      title={t('desk.people.ask.block.title')}
      text={t('desk.people.ask.block.text', { name })}
      act={t('desk.people.act.block')}
      variant="danger"
      onReason={act}
      onClose={onClose}
    >
      {!open.data && !open.error && <Skeleton lines={3} />}
      <Failure failure={open.error} />
      {theirs.length > 0 && (
        <>
          <p>{t('desk.block.theirs', { count: theirs.length })}</p>
          <ul className={css.names}>
            {theirs.map((one) => (
              <li key={one.id}>{lineOf(one)}</li>
            ))}
          </ul>
          <RadioGroup<Fate>
            label={t('desk.block.fate')}
            options={FATES.map((value) => ({
              value,
              label: t(`desk.block.fate.${value}`),
              detail: t(`desk.block.fate.${value}.detail`),
            }))}
            value={fate}
            onChange={setFate}
            error={isAsked && !fate ? t('desk.block.fate.REQUIRED') : undefined}
          />
          {fate === 'hand-on' && (
            <Rescuers id={theirs[0]?.id} chosen={clinicianId} onChoose={setClinician} isAsked={isAsked} />
          )}
        </>
      )}
    </ReasonDialog>
  )
}

const lineOf = ({ patient, startTime, product }: OpenConsultation): string =>
  [`${patient.firstName} ${patient.lastName}`, startTime && whenWords(startTime), product.name]
    .filter(Boolean)
    .join(' · ')
