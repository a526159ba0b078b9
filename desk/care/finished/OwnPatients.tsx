import type { OwnPatient } from '@cuida/core/care/finished/finished-api.ts'
import { IconButton } from '@cuida/ui/Button/Button.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { fullDate } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { Failure } from '../../kit/Failure.tsx'
import { PlaceNote, PlaceRow, PlaceRows } from '../../kit/place/Place.tsx'
import { dayInFull } from '../../kit/times.ts'
import css from './FinishedList.module.css'
import { useSearchOwnPatients } from './finished-queries.ts'

const LEAST = 2
const MOST = 100

/** Finds by name a person whom the reader attended, and leads to the latest consultation they had together. */
export function OwnPatients() {
  const search = useSearchOwnPatients()
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => {
      const { length } = name.trim()
      return { name: length < LEAST ? 'TOO_SHORT' : length > MOST ? 'TOO_LONG' : undefined }
    },
    submit: ({ name }) => search.mutateAsync(name.trim()),
    words: (_, code) => t(code === 'TOO_LONG' ? 'desk.people.search.TOO_LONG' : 'desk.finished.search.TOO_SHORT'),
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
          <PlaceRows>
            {search.data.items.map((patient) => (
              <PatientRow key={patient.id} patient={patient} />
            ))}
          </PlaceRows>
          {search.data.more && <PlaceNote>{t('desk.people.more')}</PlaceNote>}
        </>
      )}
    </section>
  )
}

function PatientRow({ patient }: { patient: OwnPatient }) {
  const { firstName, lastName, age, dateOfBirth, lastConsultation: last } = patient
  return (
    <PlaceRow
      href={`/consultations/${last.id}`}
      isChosen={false}
      name={`${firstName} ${lastName}, ${age}`}
      facts={t('desk.finished.born', { date: fullDate(dateOfBirth) })}
    >
      <span className={css.ending}>
        {t('desk.finished.last', { day: dayInFull(last.at), product: last.productName })}
      </span>
    </PlaceRow>
  )
}
