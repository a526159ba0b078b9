import { type Clinician, findClinicianById } from '@cuida/core/catalogue/api.ts'
import { Avatar } from '@cuida/ui/Avatar/Avatar.tsx'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { Icon } from '@cuida/ui/Icon/Icon.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { startWithCapital } from '@cuida/ui/words/format.ts'
import { currentLocale, t } from '@cuida/ui/words/words.ts'
import { useSearch } from 'wouter'
import { pathOf } from '../../routes.ts'
import { Missing } from '../Missing.tsx'
import { useClinician } from '../queries.ts'
import css from './ClinicianProfileScreen.module.css'
import { Offers, Week } from './Hours.tsx'
import { useRating } from './queries.ts'

/** B2.6. `?product=` says whose free times to offer. */
export function ClinicianProfileScreen({ params: { id = '' } }: { params: Record<string, string> }) {
  const read = useClinician(id)
  const { data: clinician } = read
  const productSlug = new URLSearchParams(useSearch()).get('product')
  const isMissing = refusedWith(findClinicianById, read.error, 'CLINICIAN_NOT_FOUND')
  const times = clinician && productSlug && (
    <LinkButton variant="primary" href={pathOf('clinicianCalendar', { clinicianId: clinician.id, productSlug })}>
      {t('catalogue.clinician.times')}
    </LinkButton>
  )
  return (
    <Screen
      title={clinician?.name ?? t('catalogue.clinician.title')}
      heading={clinician && <Heading clinician={clinician} />}
      lead={clinician && <Lead clinician={clinician} />}
      action={times}
    >
      {isMissing ? (
        <Missing title={t('catalogue.clinician.missing')} />
      ) : (
        <Loaded of={read} lines={6} failed={() => t('catalogue.clinician.failed')}>
          {(clinician) => (
            <>
              <p>{clinician.bio}</p>
              <Offers clinicianId={clinician.id} productSlug={productSlug} />
              <Week clinicianId={clinician.id} />
              <Career clinician={clinician} />
            </>
          )}
        </Loaded>
      )}
    </Screen>
  )
}

function Heading({ clinician: { name, photoUrl } }: { clinician: Clinician }) {
  return (
    <span className={css.heading}>
      <Avatar name={name} photo={photoUrl} size={128} />
      {name}
    </span>
  )
}

/** What somebody looks for first: what they are, that they may be it, and what others say. */
function Lead({ clinician: { id, specialty, registrationNumber } }: { clinician: Clinician }) {
  return (
    <>
      <p>{specialty}</p>
      <p className={css.registration}>{t('catalogue.clinician.registration', { number: registrationNumber })}</p>
      <Rated clinicianId={id} />
    </>
  )
}

function Career({ clinician }: { clinician: Clinician }) {
  const names = new Intl.DisplayNames(currentLocale(), { type: 'language' })
  const languages = clinician.languages.map((code) => names.of(code) ?? code)
  return (
    <>
      <Section title={t('catalogue.clinician.languages')}>
        <p>{startWithCapital(new Intl.ListFormat(currentLocale()).format(languages))}</p>
      </Section>
      <Lines title={t('catalogue.clinician.experience')} lines={clinician.experience} />
      <Lines title={t('catalogue.clinician.studies')} lines={clinician.studies} />
    </>
  )
}

const Lines = ({ title, lines }: { title: string; lines: readonly string[] }) =>
  lines.length > 0 && (
    <Section title={title}>
      <ul className={css.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Section>
  )

/** How patients rate them, once enough have: in numbers, and nothing of what anybody wrote. */
function Rated({ clinicianId }: { clinicianId: string }) {
  const rating = useRating(clinicianId).data?.rating
  if (!rating) return null
  const { average, count } = rating
  const said = new Intl.NumberFormat(currentLocale(), { minimumFractionDigits: 1 }).format(average)
  return (
    <p className={css.rated}>
      <Icon name="star" size={20} />
      <span>
        <strong>{t('catalogue.clinician.rated', { average: said })}</strong>{' '}
        {t('catalogue.clinician.ratings', { count })}
      </span>
    </p>
  )
}
