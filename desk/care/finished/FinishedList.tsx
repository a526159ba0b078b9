import type { FinishedConsultation, OwnPatient } from '@cuida/core/care/finished/finished-api.ts'
import { dayAfter } from '@cuida/core/kit/zone.ts'
import { Button, IconButton } from '@cuida/ui/Button/Button.tsx'
import { CheckboxRow } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { formatDate } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { useSearchParams } from 'wouter'
import { clinicToday, formatClinicDate, formatClinicTime } from '../../kit/clinic-time.ts'
import { endingMessage } from '../../kit/consultation-ending.ts'
import { Failure } from '../../kit/Failure.tsx'
import { PageEmpty, PageNote, PagePanel, PageRow, PageRows } from '../../kit/page/PageList.tsx'
import { useStaff } from '../../kit/session.ts'
import css from './FinishedList.module.css'
import { useFinished, useSearchOwnPatients } from './finished-queries.ts'

const MIN_LENGTH = 2

const MAX_LENGTH = 100

/** The pane beside the list while no consultation is open. */
export const FinishedEmpty = () => (
  <PageEmpty title={t('desk.finished.choose')}>{t('desk.finished.chooseText')}</PageEmpty>
)

const DAY = /^\d{4}-\d\d-\d\d$/

/** The finished consultations of a day, and a search among the clinician's own patients. */
export function FinishedList() {
  const { data: staff } = useStaff()
  if (!staff) return null
  return (
    <PagePanel>
      {staff.role !== 'clinical-manager' && <OwnPatients />}
      <FinishedOfDay role={staff.role} />
    </PagePanel>
  )
}

/** The day and the filter are in the address, so that the link back from a consultation leads to the same list. */
function useChosenDay() {
  const [params, setParams] = useSearchParams()
  const said = params.get('day') ?? ''
  const set = (name: string, value: string | undefined) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === undefined) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return {
    day: DAY.test(said) ? said : clinicToday(),
    everyone: params.get('whose') === 'everyone',
    setDay: (day: string) => set('day', day === clinicToday() ? undefined : day),
    setEveryone: (everyone: boolean) => set('whose', everyone ? 'everyone' : undefined),
  }
}

function FinishedOfDay({ role }: { role: string }) {
  const { day, everyone: wantsEveryone, setDay, setEveryone } = useChosenDay()
  const isManager = role.includes('clinical-manager')
  // A manager who sees no patients has no consultations of their own.
  const everyone = isManager && (wantsEveryone || role === 'clinical-manager')
  const finished = useFinished(day, everyone ? 'everyone' : 'mine')
  const isToday = day === clinicToday()
  return (
    <section className={css.day} aria-labelledby="finished-title">
      <h2 id="finished-title">{t(isToday ? 'desk.finished.today' : 'desk.finished.title')}</h2>
      <div className={css.choose}>
        <IconButton icon="back" label={t('desk.finished.before')} onClick={() => setDay(dayAfter(day, -1))} />
        <TextInput
          type="date"
          label={t('desk.finished.day')}
          value={day}
          max={clinicToday()}
          onChange={(next) => next && setDay(next)}
        />
        {!isToday && (
          <IconButton icon="chevron" label={t('desk.finished.after')} onClick={() => setDay(dayAfter(day))} />
        )}
      </div>
      {!isToday && (
        <Button variant="link" fit onClick={() => setDay(clinicToday())}>
          {t('desk.finished.toToday')}
        </Button>
      )}
      {role === 'clinician-and-clinical-manager' && (
        <CheckboxRow label={t('desk.finished.everyone')} value={wantsEveryone} onChange={setEveryone} optional />
      )}
      <QueryBoundary query={finished} lines={4}>
        {({ items, more }) => (
          <>
            <p className={css.count} role="status">
              {t('desk.finished.count', { count: items.length })}
            </p>
            <PageRows>
              {items.map((one) => (
                <FinishedRow key={one.id} finished={one} everyone={everyone} />
              ))}
            </PageRows>
            {more && <PageNote>{t('desk.finished.more')}</PageNote>}
          </>
        )}
      </QueryBoundary>
    </section>
  )
}

function FinishedRow({ finished, everyone }: { finished: FinishedConsultation; everyone: boolean }) {
  const { id, patient, productName, professional, endedAt, mayOpen } = finished
  return (
    <PageRow
      href={mayOpen ? `/consultations/${id}` : undefined}
      isChosen={false}
      name={`${patient.firstName} ${patient.lastName}, ${patient.age}`}
      amount={formatClinicTime(endedAt)}
      facts={[productName, everyone && professional].filter(Boolean).join(' · ')}
    >
      <span className={css.ending}>{endingMessage(finished)}</span>
    </PageRow>
  )
}

/** Finds one of the clinician's patients by name and links to their latest consultation. */
function OwnPatients() {
  const search = useSearchOwnPatients()
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => {
      const { length } = name.trim()
      return { name: length < MIN_LENGTH ? 'TOO_SHORT' : length > MAX_LENGTH ? 'TOO_LONG' : undefined }
    },
    submit: ({ name }) => search.mutateAsync(name.trim()),
    message: (_, code) => t(code === 'TOO_LONG' ? 'desk.people.search.TOO_LONG' : 'desk.finished.search.TOO_SHORT'),
  })
  return (
    <section className={css.day} aria-labelledby="own-patients-title">
      <h2 id="own-patients-title">{t('desk.finished.search.title')}</h2>
      <search>
        <form className={css.search} {...form.props}>
          <TextInput
            type="search"
            label={t('desk.finished.search.label')}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            {...form.field('name')}
          />
          <IconButton type="submit" icon="search" label={t('desk.people.search.submit')} />
        </form>
      </search>
      <Failure failure={form.failure} />
      {search.data && (
        <>
          <p className={css.count} role="status">
            {t('desk.people.found', { count: search.data.items.length })}
          </p>
          <PageRows>
            {search.data.items.map((patient) => (
              <PatientRow key={patient.id} patient={patient} />
            ))}
          </PageRows>
          {search.data.more && <PageNote>{t('desk.people.more')}</PageNote>}
        </>
      )}
    </section>
  )
}

function PatientRow({ patient }: { patient: OwnPatient }) {
  const { firstName, lastName, age, dateOfBirth, lastConsultation: last } = patient
  return (
    <PageRow
      href={`/consultations/${last.id}`}
      isChosen={false}
      name={`${firstName} ${lastName}, ${age}`}
      facts={t('desk.finished.born', { date: formatDate(dateOfBirth) })}
    >
      <span className={css.ending}>
        {t('desk.finished.last', { day: formatClinicDate(last.at), product: last.productName })}
      </span>
    </PageRow>
  )
}
