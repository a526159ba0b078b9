import type { ClinicianAgenda } from '@cuida/core/booking/agenda/agenda-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { placeAfter } from '@cuida/ui/Screen/place-after.ts'
import { Select } from '@cuida/ui/Select/Select.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useAgenda } from '../../booking/agenda/queries.ts'
import { Failure } from '../../kit/Failure.tsx'
import { usePartner } from '../../kit/partner.ts'
import { WholePlace } from '../../kit/place/WholePlace.tsx'
import { clinicToday } from '../../kit/times.ts'
import css from './Absence.module.css'
import { AbsenceList } from './AbsenceList.tsx'
import { EnterForm } from './EnterForm.tsx'
import { type Problem, Problems } from './Problems.tsx'
import { SettleForm } from './SettleForm.tsx'

/** Who is away from day to day, and what becomes of who is booked then: one's own, or for managers everybody's (C10.3). */
export function AbsenceScreen() {
  const partner = usePartner()
  const go = useLocation()[1]
  const { data, error } = useAgenda(clinicToday())
  const [wanted, setWanted] = useState<string>()
  const clinicians = data?.clinicians ?? []
  const clinician = clinicians.find(({ id }) => id === wanted) ?? (clinicians.length === 1 ? clinicians[0] : undefined)
  const title = t('desk.absence.open')
  useTitle([title, partner?.partnerName].filter(Boolean).join(' · '))
  return (
    <WholePlace
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
          onChange={setWanted}
        />
      )}
      {clinician && <AbsenceOf key={clinician.id} clinician={clinician} />}
    </WholePlace>
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
          onSettled={(left) => {
            setProblems(left)
            if (left.length === 0) setSettling(undefined)
          }}
          onLater={() => setSettling(undefined)}
        />
      )}
      {/* Out of sight while another is decided of, it keeps what was typed. */}
      <div hidden={absence !== undefined}>
        <EnterForm
          key={entered}
          clinician={clinician}
          onEntered={(left) => {
            setProblems(left)
            setEntered(entered + 1)
          }}
        />
      </div>
    </>
  )
}

/** A form that is done goes, and the focus with it: by keyboard one goes on at the head of the screen. */
function useHeadAfter(form: string): void {
  const before = useRef(form)
  useEffect(() => {
    if (before.current !== form && document.activeElement === document.body) placeAfter()?.focus()
    before.current = form
  }, [form])
}
