import type { Absence, ClinicianAgenda } from '@cuida/core/booking/agenda/agenda-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { dayOf, formatRelativeMoment } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { focusTargetAfterClose } from '@cuida/ui/Screen/focus-target.ts'
import { Select } from '@cuida/ui/Select/Select.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useAgenda } from '../../booking/agenda/queries.ts'
import { clinicToday } from '../../kit/clinic-time.ts'
import { Failure } from '../../kit/Failure.tsx'
import { FullPage } from '../../kit/page/FullPage.tsx'
import { ReasonDialog } from '../../kit/page/ReasonDialog.tsx'
import { usePartner } from '../../kit/partner.ts'
import css from './Absence.module.css'
import { AbsenceAppointmentsPane } from './AbsenceAppointmentsPane.tsx'
import { AbsenceForm } from './AbsenceForm.tsx'
import { useAbsenceHours, useResolveAbsence, useShortenAbsence } from './absence-queries.ts'
import { type Problem, Problems, problemsIn } from './Problems.tsx'
import { type ResolutionChoices, resolutionsInput, shortenInput } from './resolutions.ts'

/**
 * Absences by day, and the resolution of the appointments in them: the clinician's own, or everybody's for managers
 * (C10.3).
 */
export function AbsenceScreen() {
  const partner = usePartner()
  const go = useLocation()[1]
  const { data, error } = useAgenda(clinicToday())
  const [clinicianId, setClinicianId] = useState<string>()
  const clinicians = data?.clinicians ?? []
  const clinician =
    clinicians.find(({ id }) => id === clinicianId) ?? (clinicians.length === 1 ? clinicians[0] : undefined)
  const title = t('desk.absence.open')
  useTitle([title, partner?.partnerName].filter(Boolean).join(' · '))
  return (
    <FullPage
      title={clinician ? t('desk.absence.title', { name: clinician.name }) : title}
      beside={
        <Button variant="link" fit onClick={() => go('/agenda')}>
          {t('desk.agenda.title')}
        </Button>
      }
      className={css.screen}
    >
      <Failure failure={data ? undefined : error} />
      {!data && !error && <Skeleton lines={6} />}
      {data && clinicians.length === 0 && <p>{t('desk.agenda.nobody')}</p>}
      {clinicians.length > 1 && (
        <Select
          label={t('desk.absence.who')}
          placeholder={t('desk.absence.who')}
          options={clinicians.map(({ id, name }) => ({ value: id, label: name }))}
          value={clinician?.id ?? ''}
          onChange={setClinicianId}
        />
      )}
      {clinician && <AbsenceOf key={clinician.id} clinician={clinician} />}
    </FullPage>
  )
}

function AbsenceOf({ clinician }: { clinician: ClinicianAgenda }) {
  const [settling, setSettling] = useState<string>()
  const [problems, setProblems] = useState<Problem[]>([])
  const [entered, setEntered] = useState(0)
  const absence = clinician.absences.find(({ id }) => id === settling)
  useHeadAfter(`${entered} ${settling}`)
  return (
    <>
      <Problems problems={problems} />
      <AbsenceList
        clinician={clinician}
        onSettle={({ id }) => {
          setProblems([])
          setSettling(id)
        }}
      />
      {absence && (
        <SettleForm
          key={absence.id}
          absence={absence}
          clinician={clinician}
          onSettled={(remainingProblems) => {
            setProblems(remainingProblems)
            if (remainingProblems.length === 0) setSettling(undefined)
          }}
          onLater={() => setSettling(undefined)}
        />
      )}
      {/* Hidden, not unmounted, while another absence is resolved, so that its inputs stay. */}
      <div hidden={absence !== undefined}>
        <AbsenceForm
          key={entered}
          clinician={clinician}
          onEntered={(remainingProblems) => {
            setProblems(remainingProblems)
            setEntered(entered + 1)
          }}
        />
      </div>
    </>
  )
}

/** A submitted form unmounts and its focus is lost: the focus moves to the heading of the screen. */
function useHeadAfter(form: string): void {
  const before = useRef(form)
  useEffect(() => {
    if (before.current !== form && document.activeElement === document.body) focusTargetAfterClose()?.focus()
    before.current = form
  }, [form])
}

interface SettleFormProps {
  absence: Absence
  clinician: ClinicianAgenda
  onSettled: (problems: Problem[]) => void
  /** Leaves the rest for later: undecided appointments stay marked in the list. */
  onLater: () => void
}

/** The undecided appointments of an entered absence. Any number of them can be resolved at once. */
function SettleForm({ absence, clinician, onSettled, onLater }: SettleFormProps) {
  const [choices, setChoices] = useState<ResolutionChoices>({})
  const { data, error } = useAbsenceHours(clinician.id, absence)
  const resolution = useResolveAbsence()
  const input = resolutionsInput(absence.id, data?.items, choices)
  const act = () =>
    resolution.mutate(input, {
      onSuccess: ({ results }) => {
        const done = results.filter(({ problem }) => problem === null).length
        if (done > 0) showToast(t('desk.absence.decided', { count: done }))
        onSettled(problemsIn(data?.items ?? [], results))
      },
    })
  return (
    <div className={css.form}>
      <Failure failure={error} />
      {!data && !error && <Skeleton lines={4} />}
      {data && (
        <AbsenceAppointmentsPane
          hours={data.items}
          colleagues={data.colleagues}
          choices={choices}
          onChoose={setChoices}
        />
      )}
      <Failure failure={resolution.error} />
      <div className={css.acts}>
        {input.resolutions.length > 0 && (
          <Button variant="primary" fit busy={resolution.isPending} onClick={act}>
            {t('desk.absence.settle')}
          </Button>
        )}
        <Button variant="quiet" fit onClick={onLater}>
          {t('desk.absence.later')}
        </Button>
      </div>
    </div>
  )
}

/** Current and future absences: their undecided appointments, and how to shorten them. */
function AbsenceList({ clinician, onSettle }: { clinician: ClinicianAgenda; onSettle: (absence: Absence) => void }) {
  const { name, timeZone } = clinician
  const titleId = useId()
  const [ending, setEnding] = useState<Absence>()
  const absences = clinician.absences.filter(({ endTime }) => Date.parse(endTime) > serverNow())
  if (absences.length === 0) return null
  return (
    <section aria-labelledby={titleId} className={css.form}>
      <h2 id={titleId}>{t('desk.absence.list', { name })}</h2>
      <ul className={css.list}>
        {absences.map((absence) => (
          <li key={absence.id}>
            <span>
              {formatSpan(absence, timeZone)}{' '}
              {absence.undecided > 0 && (
                <span className={css.trouble}>{t('desk.absence.undecided', { count: absence.undecided })}</span>
              )}
            </span>
            {absence.undecided > 0 && (
              <Button fit variant="primary" onClick={() => onSettle(absence)}>
                {t('desk.absence.settle')}
              </Button>
            )}
            <Button fit onClick={() => setEnding(absence)}>
              {t('desk.absence.shorten')}
            </Button>
          </li>
        ))}
      </ul>
      {ending && <ShortenDialog absence={ending} clinician={clinician} onClose={() => setEnding(undefined)} />}
    </section>
  )
}

/** An end at midnight shows as the day before, so that the range does not include a working day. */
const formatSpan = ({ startTime, endTime }: Absence, timeZone: string): string =>
  t('desk.absence.one', {
    from: formatRelativeMoment(startTime, timeZone),
    until: formatRelativeMoment(Date.parse(endTime) - 60_000, timeZone),
  })

interface ShortenDialogProps {
  absence: Absence
  clinician: ClinicianAgenda
  onClose: () => void
}

/** Ends an absence early, now or at a given moment. Resolutions already applied stay. */
function ShortenDialog({ absence, clinician: { name, timeZone }, onClose }: ShortenDialogProps) {
  const [which, setWhich] = useState<'now' | 'at'>('now')
  const [day, setDay] = useState(dayOf(Date.parse(absence.endTime) - 60_000, timeZone))
  const [time, setTime] = useState('')
  const shorten = useShortenAbsence()
  const typed = { which, day, time }
  return (
    <ReasonDialog
      title={t('desk.absence.shorten.title', { name })}
      text={t('desk.absence.shorten.text')}
      act={t('desk.absence.shorten')}
      variant="primary"
      onReason={(reason) => shorten.mutateAsync(shortenInput(absence.id, typed, timeZone, reason))}
      done={() => t('desk.absence.shorten.done', { name })}
      onClose={onClose}
    >
      <RadioGroup<'now' | 'at'>
        label={t('desk.absence.shorten.title', { name })}
        options={[
          { value: 'now', label: t('desk.absence.shorten.now') },
          { value: 'at', label: t('desk.absence.shorten.at') },
        ]}
        value={which}
        onChange={setWhich}
      />
      {which === 'at' && (
        <div className={css.span}>
          <TextInput type="date" label={t('desk.agenda.move.day')} value={day} onChange={setDay} />
          <TextInput type="time" label={t('desk.agenda.move.time')} value={time} onChange={setTime} />
        </div>
      )}
    </ReasonDialog>
  )
}
